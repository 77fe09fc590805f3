#include "stats/holm.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "base/error.h"

namespace pbb::stats {

std::vector<double> HolmAdjusted(std::span<const double> p) {
  for (const double value : p) {
    if (!(value >= 0 && value <= 1)) throw Error(ExitCode::kInternal, "p value outside 0 to 1");
  }
  std::vector<size_t> order(p.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [p](size_t a, size_t b) { return p[a] < p[b]; });
  std::vector<double> adjusted(p.size());
  double so_far = 0;  // a hypothesis is rejected only after all with smaller p, so none may end up below them
  for (size_t i = 0; i < order.size(); ++i) {
    const double scaled = static_cast<double>(order.size() - i) * p[order[i]];
    so_far = std::max(so_far, std::min(1.0, scaled));
    adjusted[order[i]] = so_far;
  }
  return adjusted;
}

}  // namespace pbb::stats
