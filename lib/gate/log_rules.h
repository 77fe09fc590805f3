// What a performance log demands of a comparison: which losses are written down whether or not anyone asks, and when a
// change may be kept without a word.
#pragma once

#include <vector>

#include "gate/comparison.h"

namespace pbb::gate {

// Its time rose by more than kMovedRatio, resolved or not. A cell whose two figures can't be compared (other payloads)
// has no such time.
bool Fell(const CellComparison& cell);

// What an entry lists: cells that fell, fail a limit, or trade one metric for another.
std::vector<const CellComparison*> Losses(const Comparison& comparison);

// A loss beyond the limits, or a trade: an entry that keeps the change must name it.
bool MustBeNamed(const CellComparison& cell);

// Whether some cell got better beyond the limits, in any metric.
bool AnyImproved(const Comparison& comparison);

}  // namespace pbb::gate
