// One history of performance: an entry's "before" is the "after" of the last one that was kept. Numbers only; who says
// what with them is for renderers.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "result/document.h"
#include "result/log_entry.h"

namespace pbb::gate {

// Between two measurements of one tree: whatever lies between them is no work of ours. Absent without timed pairs.
std::optional<result::LogDrift> DriftBetween(const result::Document& earlier, const result::Document& later);

// Where `base`, the "before" of a new entry, comes from. `last` and `last_head`: id and "after" of the last kept entry
// that has a timed pair with it. The trees decide (CodecTree::sha256), nothing else.
result::LogHistory HistoryAfter(const std::string& last, const result::Document& last_head,
                                const result::Document& base);

// One step of a chain: the two documents of a kept entry.
struct ChainStep {
  const result::Document* base = nullptr;
  const result::Document* head = nullptr;
};

// A cell's way through a chain: the product of its ratios (time, head over base) over the steps that have both times.
struct ChainedCell {
  result::CellId id;
  double ratio = 1;
  size_t steps = 0;  // at least 1
};

// Every cell that has a ratio in some step, in the order of first appearance. Steps are oldest first. What happened
// between the steps is in none of the ratios.
std::vector<ChainedCell> Chain(const std::vector<ChainStep>& steps);

// Geometric mean over cells of one op and codec.
struct ChainMean {
  std::string op;
  std::string codec;
  double ratio = 1;
  size_t cells = 0;
};

// In the order of the first cell of each op and codec.
std::vector<ChainMean> ChainMeans(const std::vector<ChainedCell>& cells);

}  // namespace pbb::gate
