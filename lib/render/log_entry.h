// An entry of the performance log in Markdown: what was changed, what came of it cell by cell, and where the raw
// figures are.
#pragma once

#include <string>

#include "gate/comparison.h"
#include "result/log_entry.h"

namespace pbb::render {

// "## 2026-11-30 [id] Title", with " (REVERTED)" or " (SKIPPED)" at the end.
std::string LogHeading(const result::LogEntry& entry);

// The whole entry, from its heading on; ends with one newline. `raw_folder`: the folder with its documents, relative to
// the log. `comparison` is of the entry's own two documents.
std::string RenderLogEntry(const result::LogEntry& entry, const gate::Comparison& comparison,
                           const std::string& raw_folder);

// The entry that corrects `entry`.
std::string RenderLogErratum(const result::LogEntry& entry, const result::LogErratum& erratum);

// The line that the corrected entry gets below its heading.
std::string CorrectionLine(const result::LogErratum& erratum);

// "verify: 50 of 50 cells right; 2 of 2 commands passed"
std::string LogTestsText(const result::LogTests& tests);

// One sentence: first entry, continues (with the drift), or a new history starts.
std::string LogHistoryText(const result::LogEntry& entry);

// VerdictText(), with a difference that is within the limit and an unstable side named: words for a table or list.
std::string LogVerdictText(const gate::CellComparison& cell);

// A loss for lists: "CELL: msgs/s -7.3 %, not resolved; no difference resolved: time +7.9 % (...)". Plain text.
std::string LogLossText(const gate::CellComparison& cell);

}  // namespace pbb::render
