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

// What decides about the time of every cell of a comparison.
struct Family {
  Grade grade = Grade::kForeign;
  size_t cells = 0;             // tests that p was corrected for
  bool controls_moved = false;  // same-host: then time is judged as if it came from another machine
};

// Judges the time and settles the verdict.
void Settle(const Policy& policy, const Family& family, CellComparison* cell);

}  // namespace pbb::gate
