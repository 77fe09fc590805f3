// From the launches of a cell to its figure: what is the time, how sure is it, how steady was it (DESIGN section 5,
// points 4 and 6).
#pragma once

#include <vector>

#include "result/cell.h"

namespace pbb::result {

// Best and worst launch further apart than this make a cell `unstable`.
inline constexpr double kUnstableSpread = 1.10;

// The figure of each launch that has slots, in launch order: the median of its slots, in nanoseconds per operation.
std::vector<double> LaunchMedians(const Timing& timing);

// The worst launch's slot median over the best one's; 1 when there is one launch or none.
double LaunchSpread(const Timing& timing);

// Sets everything that follows from the slots: `ns_per_op`, `msgs_per_s` and (when `payload` is known) `mb_per_s`,
// `disturbed`, and the status kUnstable for a spread over kUnstableSpread or for `warm_capped`, which must be set
// before.
// Slots that are not above zero or not finite come from a broken clock: they are taken out and counted in the note,
// never averaged. A cell without any usable slot becomes kFailed.
void SetTiming(Cell* cell, std::vector<Launch> launches);

// Makes the cell kFailed and takes its time away: a codec that is wrong has none, whatever was timed before.
void SetFailure(Cell* cell, Failure failure);

}  // namespace pbb::result
