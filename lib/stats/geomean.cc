#include "stats/geomean.h"

#include <cmath>

namespace pbb::stats {

GeometricMean GeometricMeanOf(std::span<const std::optional<double>> ratios) {
  GeometricMean result;
  double sum_of_logs = 0;
  for (const std::optional<double>& ratio : ratios) {
    if (ratio && std::isfinite(*ratio) && *ratio > 0) {
      sum_of_logs += std::log(*ratio);
      ++result.used;
    } else {
      ++result.skipped;
    }
  }
  if (result.used > 0) result.mean = std::exp(sum_of_logs / static_cast<double>(result.used));
  return result;
}

}  // namespace pbb::stats
