// The geometric mean of ratios, which says how many of them it could not use.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace pbb::stats {

struct GeometricMean {
  std::optional<double> mean;  // absent when nothing could be used
  size_t used = 0;
  size_t skipped = 0;  // absent, zero, negative or not finite: one skipped cell must not make the mean 0
};

GeometricMean GeometricMeanOf(std::span<const std::optional<double>> ratios);

}  // namespace pbb::stats
