#include "result/baselines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <vector>

#include "base/error.h"
#include "base/suggest.h"

namespace pbb::result {
namespace {

constexpr char kFolder[] = "reports/baselines";

bool IsName(const std::string& text) {
  return !text.empty() && text.front() != '.' && text.front() != '-' &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-' || c == '_';
         });
}

std::string PathOf(const std::string& name) { return fmt::format("{}/{}.json", kFolder, name); }

std::vector<std::string> KeptNames() {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder, error)) {
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

std::string BaselinePath(const std::string& name, const std::string& flag) {
  if (!IsName(name)) {
    throw UsageError(fmt::format("\"{}\" is no name for a baseline", name), flag,
                     "use letters, digits, dots, dashes and underscores");
  }
  return PathOf(name);
}

std::string FindDocument(const std::string& text) {
  std::error_code error;
  if (text == "-" || std::filesystem::exists(text, error)) return text;
  if (IsName(text) && std::filesystem::exists(PathOf(text), error)) return PathOf(text);
  const std::vector<std::string> names = KeptNames();
  throw UsageError("no such file, and no baseline of that name", text,
                   names.empty() ? "keep one with: pbbench run --save NAME" : SuggestName(text, names));
}

}  // namespace pbb::result
