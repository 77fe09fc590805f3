# Every third-party package, as Debian 12 and Ubuntu 24.04 ship them (names: the table in scripts/setup).

find_package(PkgConfig REQUIRED)
find_package(Protobuf 3.21 REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(fmt REQUIRED)
find_package(benchmark REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
pkg_check_modules(LuaJIT REQUIRED IMPORTED_TARGET luajit)
if(PBB_TESTS)
  find_package(GTest REQUIRED)
  include(GoogleTest)
endif()
