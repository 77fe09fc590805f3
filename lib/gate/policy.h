// Everything that decides a comparison beside the two documents.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gate/expectation.h"
#include "gate/limits.h"
#include "gate/waiver.h"
#include "result/cell_filter.h"

namespace pbb::gate {

struct Policy {
  // Chance that time differs "beyond chance" in any cell at all although the code is the same: family-wise, by Holm
  // over the cells. To fail, a cell must also be beyond its limit.
  double alpha = 0.05;
  Limits limits;
  std::vector<Waiver> waivers;
  std::vector<Expectation> expectations;
  std::string today;    // YYYY-MM-DD, decides which waivers still hold
  bool strict = false;  // a cell that the baseline lacks fails as well
  // Cells to compare; all when it is empty. The oracle's cells are looked up whatever it says.
  result::CellFilter filter;
  // Codec of the same run that a foreign document's times are divided by, and that no change of ours can slow down: its
  // cells are the controls of a same-host comparison.
  std::string oracle = "protobuf";
  uint64_t seed = 1;  // of the bootstrap
};

// Limits and waivers of a file (reports/schema/limits-1.schema.json) are put before those that the policy has, so that
// flags win. Throws Error(kUsage) naming the file and the member.
void LoadLimitsFile(const std::string& path, Policy* policy);

// Throws Error(kUsage) for a limit, waiver or expectation whose pattern matches no cell of any of the documents. The
// filter is of no account: one limits file serves comparisons of all and of some cells.
void CheckPatterns(const Policy& policy, const std::vector<const result::Document*>& documents);

}  // namespace pbb::gate
