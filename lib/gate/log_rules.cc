#include "gate/log_rules.h"

#include <algorithm>

#include "gate/compare.h"

namespace pbb::gate {

bool Fell(const CellComparison& cell) { return cell.time && cell.time->ratio > kMovedRatio; }

bool MustBeNamed(const CellComparison& cell) {
  return cell.fails || cell.verdict == Verdict::kRegressed || cell.verdict == Verdict::kTradeoff;
}

std::vector<const CellComparison*> Losses(const Comparison& comparison) {
  std::vector<const CellComparison*> losses;
  for (const CellComparison& cell : comparison.cells) {
    if (Fell(cell) || MustBeNamed(cell)) losses.push_back(&cell);
  }
  return losses;
}

bool AnyImproved(const Comparison& comparison) {
  return std::any_of(comparison.cells.begin(), comparison.cells.end(), [](const CellComparison& cell) {
    return cell.verdict == Verdict::kImproved || cell.verdict == Verdict::kTradeoff;
  });
}

}  // namespace pbb::gate
