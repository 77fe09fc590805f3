// By what factor one sample lies above another, with an interval that needs no assumption about their shape but that
// they share it: the inverted rank test over all pairwise ratios (Hodges and Lehmann; Moses).
#pragma once

#include <optional>
#include <span>

namespace pbb::stats {

struct RatioInterval {
  double low;
  double high;
  double coverage;  // reached exactly without ties, at least that with; always at least what was asked
};

// Interval of the factor `above / below`; both all above zero. Absent when the samples are too small to reach
// `confidence` (below 4 against 4 for 95 %). Samples without variation give [x, x]. Ranks come from the exact
// distribution of U up to about 270 against 270 values, beyond that from the normal one. Time and memory grow with the
// number of pairs. Throws Error(kInternal) for a value that is not above zero and finite.
std::optional<RatioInterval> IntervalForRatio(std::span<const double> above, std::span<const double> below,
                                              double confidence = 0.95);

}  // namespace pbb::stats
