// JSON as we store it: strict, keys sorted, a launch a line, so that a kept document reads and diffs well; and text
// that claims to be JSON, with the place where it stops being so.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace pbb::result {

// Objects and lists of objects are indented by two spaces; lists of scalars, and short objects without objects in them,
// stay on one line; ends with a newline.
// Numbers are the shortest that read back equal, with a point whatever the locale. Bytes that are no UTF-8 become
// U+FFFD. A value that is not finite must have been left out: it would be written as null.
std::string JsonText(const nlohmann::json& value);

// Throws Error(kUsage), its text opened by `file`, for an empty text and for what is no JSON, with the byte (from 0) at
// which it breaks or ends too early.
nlohmann::json ParseJsonText(std::string_view text, const std::string& file);

}  // namespace pbb::result
