#include "base/places.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "base/error.h"

namespace pbb {
namespace {

namespace fs = std::filesystem;

fs::path Prefix() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path(".") : self.parent_path().parent_path();
}

bool HoldsCorpus(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder / "corpus" / "manifest.json", error);
}

}  // namespace

std::string FindRoot() {
  if (const char* root = std::getenv("PBBENCH_ROOT"); root != nullptr && *root != '\0') {
    if (HoldsCorpus(root)) return root;
    throw UsageError("holds no corpus/manifest.json", std::string("PBBENCH_ROOT=") + root);
  }
  const fs::path prefix = Prefix();
  // build/<preset>/bin/pbbench stands three levels below the repository.
  for (const fs::path& folder : {prefix / "share" / "pbbench", prefix.parent_path().parent_path()}) {
    if (HoldsCorpus(folder)) return folder.string();
  }
  throw UsageError("can't find corpus/manifest.json from " + prefix.string(), {}, "set PBBENCH_ROOT to the repository");
}

std::string DefaultCodecTree() {
  const fs::path prefix = Prefix();
  const fs::path installed = prefix / "lib" / "pbbench" / "codecs";
  std::error_code error;
  return (fs::exists(installed, error) ? installed : prefix / "codecs").string();
}

}  // namespace pbb
