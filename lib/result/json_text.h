// JSON as we store it: strict, keys sorted, a launch a line, so that a kept document reads and diffs well.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace pbb::result {

// Objects and lists of objects are indented by two spaces; lists of scalars, and short objects without objects in them,
// stay on one line; ends with a newline.
// Numbers are the shortest that read back equal, with a point whatever the locale. Bytes that are no UTF-8 become
// U+FFFD. A value that is not finite must have been left out: it would be written as null.
std::string JsonText(const nlohmann::json& value);

}  // namespace pbb::result
