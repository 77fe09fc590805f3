#include "gate/comparison.h"

#include <algorithm>

namespace pbb::gate {

std::string_view VerdictWord(Verdict verdict) {
  switch (verdict) {
    case Verdict::kRegressed:
      return "regressed";
    case Verdict::kTradeoff:
      return "tradeoff";
    case Verdict::kMissing:
      return "missing";
    case Verdict::kNotComparable:
      return "not comparable";
    case Verdict::kImproved:
      return "improved";
    case Verdict::kNew:
      return "new";
    case Verdict::kUnresolved:
      return "no difference resolved";
  }
  return "?";
}

size_t Comparison::Count(Verdict verdict) const {
  return static_cast<size_t>(
      std::count_if(cells.begin(), cells.end(), [verdict](const CellComparison& c) { return c.verdict == verdict; }));
}

}  // namespace pbb::gate
