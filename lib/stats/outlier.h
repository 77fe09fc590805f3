// Tukey's fences: how many values lie far from the middle half. Outliers are counted and shown, never dropped.
#pragma once

#include <cstddef>
#include <span>

namespace pbb::stats {

// Mild: beyond 1.5 interquartile ranges from the nearer quartile; severe: beyond 3.
struct OutlierCounts {
  size_t low_severe = 0;
  size_t low_mild = 0;
  size_t high_mild = 0;
  size_t high_severe = 0;

  size_t Total() const { return low_severe + low_mild + high_mild + high_severe; }
};

// Quartiles as Quantile() takes them. A value on a fence is none. No values: no outliers.
OutlierCounts CountOutliers(std::span<const double> values);

}  // namespace pbb::stats
