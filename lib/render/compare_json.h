// Comparisons as JSON for other programs; reports/schema/comparison-1.schema.json describes it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gate/comparison.h"

namespace pbb::render {

// Readers take every document of this major and ignore what they don't know; a new field is a new minor.
inline constexpr std::string_view kComparisonVersion = "1.0";

// Strict JSON, keys sorted, ends with a newline. Times are nanoseconds per operation, shares and ratios plain numbers
// (0.1 is 10 %). What is absent or not finite has no member; a name that is no UTF-8 is shown with U+FFFD.
std::string RenderCompareJson(const std::vector<gate::Comparison>& comparisons);

}  // namespace pbb::render
