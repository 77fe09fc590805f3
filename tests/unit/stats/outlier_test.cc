#include "stats/outlier.h"

#include <gtest/gtest.h>

#include <vector>

namespace pbb::stats {
namespace {

TEST(CountOutliersTest, CountsMildAndSevereOnBothSides) {
  // Quartiles 10 and 14, so mild beyond 4 and 20, severe beyond -2 and 26.
  const std::vector<double> values = {-3, 3, 10, 10, 10, 10, 12, 12, 14, 14, 14, 14, 21, 27, 12, 12, 12};
  const OutlierCounts counts = CountOutliers(values);
  EXPECT_EQ(counts.low_severe, 1u);
  EXPECT_EQ(counts.low_mild, 1u);
  EXPECT_EQ(counts.high_mild, 1u);
  EXPECT_EQ(counts.high_severe, 1u);
  EXPECT_EQ(counts.Total(), 4u);
}

TEST(CountOutliersTest, AValueOnTheFenceIsNone) {
  const std::vector<double> values = {10, 10, 12, 14, 14, 4, 20, 12, 10, 14, 12};  // quartiles 10 and 14
  EXPECT_EQ(CountOutliers(values).Total(), 0u);
}

TEST(CountOutliersTest, NoValuesAndNoVariationGiveNone) {
  EXPECT_EQ(CountOutliers({}).Total(), 0u);
  EXPECT_EQ(CountOutliers(std::vector<double>(10, 5.0)).Total(), 0u);
}

}  // namespace
}  // namespace pbb::stats
