#include "luagen/generate.h"

#include <algorithm>
#include <set>

#include "base/error.h"
#include "luagen/concat_file.h"
#include "luagen/full_file.h"
#include "luagen/names.h"

namespace pbb::luagen {
namespace {

std::string GenerateFile(const plan::Plan& plan, int file, Mode mode, const ConcatSwitches& switches) {
  switch (mode) {
    case Mode::kFull:
      return FullFile(plan, file);
    case Mode::kIndex:
      return IndexFile(plan, file);
    case Mode::kConcat:
      break;
  }
  return ConcatFile(plan, file, switches);
}

// A dot in a name becomes "_", so two files can want one module.
void RefuseSamePaths(const std::vector<GeneratedFile>& files) {
  std::set<std::string> paths;
  for (const GeneratedFile& file : files) {
    if (!paths.insert(file.path).second)
      throw UsageError("two .proto files would be written to it", file.path, "rename one of them");
  }
}

}  // namespace

const char* ModeName(Mode mode) {
  switch (mode) {
    case Mode::kFull:
      return "full";
    case Mode::kIndex:
      return "index";
    case Mode::kConcat:
      break;
  }
  return "concat";
}

std::optional<Mode> ParseMode(std::string_view name) {
  for (const Mode mode : {Mode::kFull, Mode::kIndex, Mode::kConcat}) {
    if (name == ModeName(mode)) return mode;
  }
  return std::nullopt;
}

std::vector<GeneratedFile> Generate(const plan::Plan& plan, const std::vector<std::string>& files, Mode mode,
                                    const ConcatSwitches& switches) {
  for (const std::string& name : files) {
    const auto known = [&name](const plan::File& file) { return file.name == name; };
    if (std::none_of(plan.files.begin(), plan.files.end(), known)) throw UsageError("no such file in the set", name);
  }
  std::vector<GeneratedFile> result;
  for (size_t i = 0; i < plan.files.size(); ++i) {
    const std::string& name = plan.files[i].name;
    if (!files.empty() && std::find(files.begin(), files.end(), name) == files.end()) continue;
    result.push_back({ModulePath(name), GenerateFile(plan, static_cast<int>(i), mode, switches)});
  }
  RefuseSamePaths(result);
  return result;
}

}  // namespace pbb::luagen
