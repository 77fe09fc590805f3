#include "stats/outlier.h"

#include "stats/quantile.h"

namespace pbb::stats {

OutlierCounts CountOutliers(std::span<const double> values) {
  OutlierCounts counts;
  if (values.empty()) return counts;
  const double first = Quantile(values, 0.25);
  const double third = Quantile(values, 0.75);
  const double mild = 1.5 * (third - first);
  const double severe = 3 * (third - first);
  for (const double value : values) {
    if (value < first - severe) {
      ++counts.low_severe;
    } else if (value < first - mild) {
      ++counts.low_mild;
    } else if (value > third + severe) {
      ++counts.high_severe;
    } else if (value > third + mild) {
      ++counts.high_mild;
    }
  }
  return counts;
}

}  // namespace pbb::stats
