#include "base/select.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "base/error.h"
#include "base/suggest.h"

namespace pbb {

bool GlobMatches(const std::string& pattern, const std::string& text) {
  return fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
}

std::vector<std::string> SplitList(const std::vector<std::string>& values) {
  std::vector<std::string> parts;
  for (const std::string& value : values) {
    std::string part;
    int depth = 0;
    for (const char c : value + ",") {
      if (c == '[') ++depth;
      if (c == ']') --depth;
      if (c != ',' || depth > 0) {
        part += c;
      } else if (!part.empty()) {
        parts.push_back(std::move(part));
        part.clear();
      }
    }
    if (!part.empty()) parts.push_back(part.substr(0, part.size() - 1));  // a bracket that was never closed
  }
  return parts;
}

std::vector<std::string> SelectNames(const std::vector<std::string>& values, const std::vector<std::string>& known,
                                     const std::string& flag) {
  std::vector<bool> wanted(known.size(), false);
  for (const std::string& pattern : SplitList(values)) {
    bool matched = false;
    for (size_t i = 0; i < known.size(); ++i) {
      if (pattern != known[i] && !GlobMatches(pattern, known[i])) continue;
      wanted[i] = true;
      matched = true;
    }
    if (!matched) throw UsageError(fmt::format("nothing is named \"{}\"", pattern), flag, SuggestName(pattern, known));
  }
  std::vector<std::string> selected;
  for (size_t i = 0; i < known.size(); ++i) {
    if (wanted[i]) selected.push_back(known[i]);
  }
  return selected;
}

int64_t ParseDuration(std::string_view text, const std::string& flag) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view unit(end, static_cast<size_t>(text.data() + text.size() - end));
  double scale_ns = 0;
  if (unit == "ms") scale_ns = 1e6;
  if (unit == "s") scale_ns = 1e9;
  if (unit == "m") scale_ns = 60e9;
  if (unit == "h") scale_ns = 3600e9;
  if (error != std::errc() || scale_ns == 0 || !(number > 0) || number * scale_ns > 1e18) {
    throw UsageError(fmt::format("\"{}\" is no duration", text), flag, "write 500ms, 90s, 2m or 1h");
  }
  return static_cast<int64_t>(number * scale_ns);
}

}  // namespace pbb
