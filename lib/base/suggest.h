// "Did you mean": the nearest known name to a mistyped one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pbb {

// The known name with the smallest edit distance, case ignored, or "" when none is near (distance over a third of
// the longer name).
std::string NearestName(std::string_view name, const std::vector<std::string>& known);

// `did you mean "x"?`, or `known: a, b, c` when nothing is near.
std::string SuggestName(std::string_view name, const std::vector<std::string>& known);

}  // namespace pbb
