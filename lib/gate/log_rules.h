// What a performance log demands of a comparison: which losses are written down whether or not anyone asks, and when a
// change may be kept without a word.
#pragma once

#include <vector>

#include "gate/comparison.h"

namespace pbb::gate {

// A cell that fell by more than this is written down: the public log's own threshold.
inline constexpr double kFellShare = 0.05;

// Its time rose, or its messages per second fell, by more than that; resolved or not.
bool Fell(const CellComparison& cell);

// What an entry lists: cells that fell, fail a limit, or trade one metric for another.
std::vector<const CellComparison*> Losses(const Comparison& comparison);

// A loss beyond the limits, or a trade: an entry that keeps the change must name it.
bool MustBeNamed(const CellComparison& cell);

// Whether some cell got better beyond the limits, in any metric.
bool AnyImproved(const Comparison& comparison);

}  // namespace pbb::gate
