#include "stats/quantile.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "base/error.h"

namespace pbb::stats {

std::vector<double> Sorted(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

double Median(std::span<const double> values) {
  if (values.empty()) throw Error(ExitCode::kInternal, "median of no values");
  const std::vector<double> sorted = Sorted(values);
  const size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : std::midpoint(sorted[middle - 1], sorted[middle]);
}

double Quantile(std::span<const double> values, double share) {
  if (values.empty()) throw Error(ExitCode::kInternal, "quantile of no values");
  if (!(share >= 0 && share <= 1)) throw Error(ExitCode::kInternal, "quantile outside 0 to 1");
  const std::vector<double> sorted = Sorted(values);
  const double rank = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<size_t>(std::floor(rank));
  const size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], rank - static_cast<double>(below));
}

}  // namespace pbb::stats
