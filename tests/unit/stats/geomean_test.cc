#include "stats/geomean.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace pbb::stats {
namespace {

TEST(GeometricMeanTest, OneSkippedCellDoesNotMakeItZero) {  // google/benchmark PR 2290
  const std::vector<std::optional<double>> ratios = {2.0, 8.0, std::nullopt};
  const GeometricMean result = GeometricMeanOf(ratios);
  EXPECT_DOUBLE_EQ(result.mean.value(), 4);
  EXPECT_EQ(result.used, 2u);
  EXPECT_EQ(result.skipped, 1u);
}

TEST(GeometricMeanTest, ZeroNegativeAndNonFiniteAreSkipped) {
  const std::vector<std::optional<double>> ratios = {0.0, -1.0, std::numeric_limits<double>::infinity(),
                                                     std::numeric_limits<double>::quiet_NaN()};
  const GeometricMean result = GeometricMeanOf(ratios);
  EXPECT_FALSE(result.mean);
  EXPECT_EQ(result.skipped, 4u);
}

}  // namespace
}  // namespace pbb::stats
