// luagen_driver DESCRIPTOR_SET OUT_DIR MODE: writes every module of the set below OUT_DIR. For tests.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string_view>

#include "base/file.h"
#include "luagen/generate.h"
#include "plan/plan.h"

int main(int argc, char** argv) try {
  if (argc != 4) {
    std::fputs("usage: luagen_driver DESCRIPTOR_SET OUT_DIR full|concat\n", stderr);
    return 2;
  }
  const pbb::plan::LoadResult loaded = pbb::plan::Load(pbb::ReadFile(argv[1]));
  if (!loaded.ok()) {
    std::fprintf(stderr, "%s\n", loaded.error.c_str());
    return 2;
  }
  const bool full = std::string_view(argv[3]) == "full";
  for (const auto& file :
       pbb::luagen::Generate(loaded.plan, {}, full ? pbb::luagen::Mode::kFull : pbb::luagen::Mode::kConcat)) {
    const std::filesystem::path path = std::filesystem::path(argv[2]) / file.path;
    std::filesystem::create_directories(path.parent_path());
    pbb::WriteFile(path.string(), file.content);
  }
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
