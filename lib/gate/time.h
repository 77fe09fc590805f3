// Time of a cell in two documents: measured first, judged when it is known how many cells there are to judge.
#pragma once

#include <cstddef>
#include <optional>

#include "gate/comparison.h"
#include "gate/limits.h"

namespace pbb::gate {

// Ratio, interval, the ratio to the oracle of the same run, and but for foreign documents the rank test. Absent when
// one side has no time. `base_oracle` and `head_oracle` may be null.
std::optional<TimeChange> MeasureTime(const result::Cell& base, const result::Cell& head,
                                      const result::Cell* base_oracle, const result::Cell* head_oracle, Grade grade);

// Whether complete separation of the launches of both sides would reach `alpha` in a family of `cells` tests.
bool CanResolve(const TimeChange& time, double alpha, size_t cells);

// By the rank test (same-host), in a family of `cells` tests: sets change, resolved, fails and smallest_caught. A
// change is one in which the test and the medians agree on the direction.
void JudgeByRank(const result::Cell& base, const result::Cell& head, const Limit& limit, double alpha, size_t cells,
                 TimeChange* time);

// By the ratio to the oracle of the same run (foreign): sets change and fails.
void JudgeByOracle(const Limit& limit, TimeChange* time);

}  // namespace pbb::gate
