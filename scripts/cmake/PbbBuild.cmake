# Compiler settings shared by every target, and the two functions that declare a library folder and its tests.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release unless told otherwise: this is a benchmark" FORCE)
endif()

option(PBB_WARNINGS_ARE_ERRORS "Fail on any warning (preset dev)" OFF)
set(PBB_SANITIZE "" CACHE STRING "Sanitizers, e.g. address,undefined (preset asan)")

find_program(PBB_CCACHE ccache)
if(PBB_CCACHE)
  # Paths below the source folder are hashed as relative ones, so that clones share results.
  set(launcher "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1 "${PBB_CCACHE}")
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
endif()

# One unused function moved a varint loop by 17 % until functions and loops started on cache lines (METHOD.md, "Code layout").
set(PBB_ALIGNMENT -falign-functions=64 -falign-loops=64)
add_compile_options(${PBB_ALIGNMENT})
# Our own sources only: protoc's output and system headers are not ours to warn about.
set(PBB_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual)
if(PBB_WARNINGS_ARE_ERRORS)
  list(APPEND PBB_WARNINGS -Werror)
endif()
if(PBB_SANITIZE)
  add_compile_options(-fsanitize=${PBB_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
  add_link_options(-fsanitize=${PBB_SANITIZE})
endif()

# pbb_library(NAME [SOURCES file...] [DEPS target...] [PRIVATE_DEPS target...])
# Declares pbb_NAME for lib/NAME. Without SOURCES it is header-only. DEPS must match the layer table.
function(pbb_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPS;PRIVATE_DEPS" ${ARGN})
  if(ARG_SOURCES)
    add_library(pbb_${name} STATIC ${ARG_SOURCES})
    target_include_directories(pbb_${name} PUBLIC "${PROJECT_SOURCE_DIR}/lib")
    target_compile_options(pbb_${name} PRIVATE ${PBB_WARNINGS})
    target_link_libraries(pbb_${name} PUBLIC ${ARG_DEPS} PRIVATE ${ARG_PRIVATE_DEPS})
  else()
    add_library(pbb_${name} INTERFACE)
    target_include_directories(pbb_${name} INTERFACE "${PROJECT_SOURCE_DIR}/lib")
    target_link_libraries(pbb_${name} INTERFACE ${ARG_DEPS})
  endif()
endfunction()

# pbb_test(NAME SOURCES file... DEPS target... [LABELS label...])
# One GoogleTest program. Each case becomes a ctest entry of its own when ctest runs.
function(pbb_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPS;LABELS" ${ARGN})
  add_executable(${name}_test ${ARG_SOURCES})
  target_compile_options(${name}_test PRIVATE ${PBB_WARNINGS})
  target_compile_definitions(${name}_test PRIVATE PBB_SOURCE_DIR="${PROJECT_SOURCE_DIR}" PBB_BUILD_DIR="${PROJECT_BINARY_DIR}")
  target_link_libraries(${name}_test PRIVATE ${ARG_DEPS} GTest::gtest_main GTest::gmock)
  gtest_discover_tests(${name}_test DISCOVERY_MODE PRE_TEST TEST_PREFIX "${name}." PROPERTIES LABELS "${ARG_LABELS}")
endfunction()
