// One cell that both documents have: what can be compared, what can't and why, and the verdict.
#pragma once

#include <cstddef>

#include "gate/comparison.h"
#include "gate/policy.h"

namespace pbb::gate {

// Fills in what needs no other cell: exact metrics, the time that is still to be judged, remarks on what is missing.
// `base_oracle` and `head_oracle` may be null.
CellComparison CompareCell(const result::Cell& base, const result::Cell& head, const result::Cell* base_oracle,
                           const result::Cell* head_oracle, Grade grade, const Policy& policy);

// Whether the cell's time takes part in the family of tests: measured on both sides, and not switched off.
bool HasTest(const CellComparison& cell);

// Judges the time, in a family of `cells` tests, and settles the verdict. Where the controls moved, time that differs
// is nobody's: it neither fails nor counts as better, and the cell is not comparable.
void Settle(const Policy& policy, size_t cells, bool controls_moved, CellComparison* cell);

}  // namespace pbb::gate
