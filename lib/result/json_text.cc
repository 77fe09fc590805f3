#include "result/json_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace pbb::result {
namespace {

using nlohmann::json;

std::string Compact(const json& value) {
  return value.dump(-1, ' ', /*ensure_ascii=*/false, json::error_handler_t::replace);
}

constexpr size_t kLineBytes = 100;

bool HoldsScalarsOnly(const json& value) {
  return std::none_of(value.begin(), value.end(), [](const json& v) { return v.is_structured(); });
}

// Lists of scalars, and objects of such lists and of scalars when they are short.
bool FitsOneLine(const json& value) {
  if (!value.is_structured() || value.empty()) return true;
  if (value.is_array()) return HoldsScalarsOnly(value);
  return std::all_of(value.begin(), value.end(),
                     [](const json& v) { return !v.is_object() && (!v.is_array() || HoldsScalarsOnly(v)); }) &&
         Compact(value).size() <= kLineBytes;
}

void Write(const json& value, size_t depth, std::string* out) {
  if (!value.is_structured()) {
    *out += Compact(value);
    return;
  }
  const bool one_line = FitsOneLine(value);
  const std::string before = one_line ? "" : '\n' + std::string(2 * (depth + 1), ' ');
  const std::string between = one_line ? ", " : "," + before;
  *out += value.is_object() ? '{' : '[';
  bool first = true;
  for (const auto& [key, element] : value.items()) {
    *out += first ? before : between;
    first = false;
    if (value.is_object()) *out += Compact(json(key)) + ": ";
    Write(element, depth + 1, out);
  }
  if (!one_line) *out += '\n' + std::string(2 * depth, ' ');
  *out += value.is_object() ? '}' : ']';
}

}  // namespace

std::string JsonText(const json& value) {
  std::string out;
  Write(value, 0, &out);
  out += '\n';
  return out;
}

json ParseJsonText(std::string_view text, const std::string& file) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) throw UsageError("is empty", file);
  try {
    return json::parse(text);
  } catch (const json::parse_error& error) {
    // The library counts from 1, and names the byte after the last one when the text ends early.
    const size_t offset = error.byte > 0 ? error.byte - 1 : 0;
    const char* reason = offset >= text.size() ? "is cut off: JSON ends at byte {}" : "is no JSON: broken at byte {}";
    throw UsageError(fmt::format(fmt::runtime(reason), offset), file);
  } catch (const json::exception&) {
    throw UsageError("is no JSON we can read: a number is out of range", file);
  }
}

}  // namespace pbb::result
