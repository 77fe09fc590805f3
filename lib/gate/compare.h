// Two documents in, verdict out.
#pragma once

#include <string>

#include "gate/comparison.h"
#include "gate/policy.h"
#include "result/document.h"

namespace pbb::gate {

// A foreign document fails on time only beyond both of these (DESIGN section 5, evidence grades).
inline constexpr double kForeignRatio = 1.5;
inline constexpr double kForeignLow = 1.25;
// A cell outside the expected change that moved by more than this is reported; the public log's own threshold.
inline constexpr double kMovedRatio = 1.05;

// Throws Error(kUsage) for a limit, waiver or expectation that matches no cell. The documents must outlive the result.
Comparison Compare(const result::Document& base, const result::Document& head, const std::string& base_name,
                   const std::string& head_name, const Policy& policy);

// Exit code of an outcome (DESIGN section 7): 0, 1, 3.
int ExitCodeOf(Outcome outcome);

}  // namespace pbb::gate
