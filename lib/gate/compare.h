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
// Controls that moved by more than this make a same-host comparison contaminated: what was slower or faster by then is
// the machine's doing as likely as the code's (METHOD.md: two quiet runs differ by 0.3 to 1.3 %, a run beside a busy
// neighbour by 2.1 to 2.2 %).
inline constexpr double kControlsMoved = 1.015;
// A cell outside the expected change that moved by more than this is reported; the public log's own threshold.
inline constexpr double kMovedRatio = 1.05;

// The documents must outlive the result. Whether the policy's patterns match anything is for CheckPatterns() to say.
Comparison Compare(const result::Document& base, const result::Document& head, const std::string& base_name,
                   const std::string& head_name, const Policy& policy);

// Exit code of an outcome (DESIGN section 7): 0, 1, 3.
int ExitCodeOf(Outcome outcome);

}  // namespace pbb::gate
