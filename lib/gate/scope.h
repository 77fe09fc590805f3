// What a comparison was told about its cells beside limits: accepted losses and expected changes.
#pragma once

#include <string>
#include <vector>

#include "gate/comparison.h"
#include "gate/policy.h"

namespace pbb::gate {

// "REASON (until DAY)" of the first waiver that covers the metric of the cell and still holds; "" without one. One that
// has run out and would have covered it is named in `remarks` instead.
std::string WaivedBy(const Policy& policy, const result::CellId& id, Metric metric, std::vector<std::string>* remarks);

// Cells that moved although they were to stay flat, or did not move as foreseen, one line each. Without expectations
// nothing is unexpected; with some, a cell that none of them matches is expected to stay flat.
std::vector<std::string> Unexpected(const Policy& policy, const std::vector<CellComparison>& cells);

}  // namespace pbb::gate
