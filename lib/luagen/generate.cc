#include "luagen/generate.h"

#include <algorithm>

#include "base/error.h"
#include "luagen/concat_file.h"
#include "luagen/full_file.h"
#include "luagen/names.h"

namespace pbb::luagen {
namespace {

std::string GenerateFile(const plan::Plan& plan, int file, Mode mode, const ConcatSwitches& switches) {
  if (mode == Mode::kFull) return FullFile(plan, file);
  return ConcatFile(plan, file, switches);
}

}  // namespace

const char* ModeName(Mode mode) { return mode == Mode::kFull ? "full" : "concat"; }

Mode ModeOfFolder(std::string_view folder) { return folder == ModeName(Mode::kConcat) ? Mode::kConcat : Mode::kFull; }

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
  return result;
}

}  // namespace pbb::luagen
