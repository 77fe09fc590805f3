// What `pbbench log show` and `log summary` print: the log read along a cell, and the log added up.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gate/comparison.h"
#include "gate/history.h"
#include "result/log_entry.h"

namespace pbb::render {

// An entry and the comparison of its own two documents; both must outlive the view.
struct LogStep {
  const result::LogEntry* entry = nullptr;
  const gate::Comparison* comparison = nullptr;
};

// For each wanted cell its line in every entry that has it, in the order of `steps` (oldest first). "" when no cell is
// wanted.
std::string RenderLogCells(const std::vector<LogStep>& steps, const std::function<bool(const result::CellId&)>& wanted);

// Kept entries from one to another, added up in two ways.
struct LogSummary {
  std::vector<const result::LogEntry*> kept;  // oldest first, at least one
  std::vector<gate::ChainedCell> chained;
  std::vector<gate::ChainMean> means;
  const gate::Comparison* ends = nullptr;  // the first one's before against the last one's after
};

std::string RenderLogSummary(const LogSummary& summary);

}  // namespace pbb::render
