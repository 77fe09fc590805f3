#include "gate/log_rules.h"

#include <algorithm>

namespace pbb::gate {

bool Fell(const CellComparison& cell) {
  if (cell.time && cell.time->ratio > 1 + kFellShare) return true;
  if (cell.base == nullptr || cell.head == nullptr || !cell.base->msgs_per_s || !cell.head->msgs_per_s) return false;
  return *cell.head->msgs_per_s < *cell.base->msgs_per_s * (1 - kFellShare);
}

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
