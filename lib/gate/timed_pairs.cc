#include "gate/timed_pairs.h"

#include <fmt/format.h>

#include "result/cell_index.h"

namespace pbb::gate {

using result::Cell;
using result::Document;

namespace {

std::string JitOf(const Cell& cell) { return cell.jit ? cell.jit->read : ""; }

}  // namespace

std::string WhyDifferent(const Cell& base, const Cell& head) {
  if (base.payload && head.payload && !base.payload->sha256.empty() && !head.payload->sha256.empty() &&
      base.payload->sha256 != head.payload->sha256) {
    return fmt::format("other payloads ({} x {:.6g} B, now {} x {:.6g} B): another --seed, ring limit or corpus",
                       base.payload->count, base.payload->bytes_mean, head.payload->count, head.payload->bytes_mean);
  }
  if (!JitOf(base).empty() && !JitOf(head).empty() && JitOf(base) != JitOf(head)) {
    return fmt::format("the JIT compiler was {} and is {}", JitOf(base), JitOf(head));
  }
  if (base.options != head.options) return "the codec's options differ";
  return {};
}

std::vector<TimedPair> TimedPairs(const Document& earlier, const Document& later) {
  const result::CellIndex before(earlier);
  std::vector<TimedPair> pairs;
  for (const result::Cell& cell : later.cells) {
    const result::Cell* old = before.Find(cell.id);
    if (old == nullptr || !old->ns_per_op || !cell.ns_per_op || !WhyDifferent(*old, cell).empty()) continue;
    pairs.push_back({cell.id, cell.ns_per_op->median_ns / old->ns_per_op->median_ns});
  }
  return pairs;
}

}  // namespace pbb::gate
