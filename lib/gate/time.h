// Time of a cell in two documents: measured first, judged when it is known how many cells there are to judge.
#pragma once

#include <cstddef>
#include <optional>

#include "gate/comparison.h"
#include "gate/limits.h"

namespace pbb::gate {

// Ratio, interval, and by grade the rank test (same-host) or the ratio to the oracle of the same run (foreign).
// Absent when one side has no time. `base_oracle` and `head_oracle` may be null.
std::optional<TimeChange> MeasureTime(const result::Cell& base, const result::Cell& head,
                                      const result::Cell* base_oracle, const result::Cell* head_oracle, Grade grade);

// Whether complete separation of the launches of both sides would reach `alpha` in a family of `cells` tests.
bool CanResolve(const TimeChange& time, double alpha, size_t cells);

// Sets change, resolved, fails and smallest_caught; `p_family` must be there for same-host.
void JudgeTime(const result::Cell& base, const result::Cell& head, const Limit& limit, double alpha, size_t cells,
               TimeChange* time);

}  // namespace pbb::gate
