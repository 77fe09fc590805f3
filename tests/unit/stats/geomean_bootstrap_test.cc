// What a call returns; how often its intervals hold the truth is simulated in tests/stats.
#include "stats/geomean_bootstrap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "base/error.h"

namespace pbb::stats {
namespace {

using Values = std::vector<double>;

TEST(BootstrapGeomeanTest, MeanIsTheGeometricMeanOfRatiosOfMedians) {
  const std::vector<CellSamples> cells = {{{1, 2, 3, 4, 9}, {8, 4, 1, 2, 5}},             // 4 / 3
                                          {{10, 10, 20, 20, 90}, {30, 31, 60, 70, 80}}};  // 60 / 20
  const auto interval = BootstrapGeomean(cells, 1);
  ASSERT_TRUE(interval);
  EXPECT_DOUBLE_EQ(interval->mean, 2);
  ASSERT_TRUE(interval->low && interval->high);
  EXPECT_LT(*interval->low, 2);
  EXPECT_GT(*interval->high, 2);
  EXPECT_EQ(interval->coverage, 0.95);
}

TEST(BootstrapGeomeanTest, MedianOfAnEvenNumberIsTheMeanOfTheMiddleTwo) {
  const auto interval = BootstrapGeomean({{{1, 1, 1, 3, 3, 3}, {4, 4, 4, 4, 4, 4}}}, 1);
  ASSERT_TRUE(interval);
  EXPECT_DOUBLE_EQ(interval->mean, 2);
  // A resample's median is 1, 2 or 3, and each is common, so the ends are 4 / 3 and 4 / 1.
  EXPECT_DOUBLE_EQ(interval->low.value(), 4 / 3.0);
  EXPECT_DOUBLE_EQ(interval->high.value(), 4);
  const auto middle = BootstrapGeomean({{{1, 1, 1, 3, 3, 3}, {4, 4, 4, 4, 4, 4}}}, 1, 0.01);
  EXPECT_DOUBLE_EQ(middle->low.value(), 2);
  EXPECT_DOUBLE_EQ(middle->high.value(), 2);
}

TEST(BootstrapGeomeanTest, CellsOfALaunchAreDrawnTogether) {
  // What one cell gains in a launch the other loses: drawn together they cancel in every resample.
  const std::vector<CellSamples> cells = {{{1, 2, 4, 8, 16}, {5, 5, 5, 5, 5}}, {{16, 8, 4, 2, 1}, {5, 5, 5, 5, 5}}};
  const auto interval = BootstrapGeomean(cells, 1);
  ASSERT_TRUE(interval && interval->low);
  EXPECT_DOUBLE_EQ(*interval->low, 1.25);
  EXPECT_DOUBLE_EQ(*interval->high, 1.25);
}

TEST(BootstrapGeomeanTest, BaseAndHeadAreDrawnIndependently) {
  const Values same = {1, 2, 4, 8, 16, 32, 64};
  const auto interval = BootstrapGeomean({{same, same}}, 1);
  ASSERT_TRUE(interval && interval->low);
  EXPECT_DOUBLE_EQ(interval->mean, 1);
  EXPECT_LT(*interval->low, 0.5) << "the same draw on both sides would give 1 every time";
  EXPECT_GT(*interval->high, 2);
}

TEST(BootstrapGeomeanTest, SamplesWithoutVariationGiveAPointNotNan) {  // bheisler/criterion.rs#658
  const auto interval = BootstrapGeomean({{Values(5, 3.0), Values(8, 6.0)}}, 1);
  ASSERT_TRUE(interval && interval->low);
  EXPECT_DOUBLE_EQ(*interval->low, 2);
  EXPECT_DOUBLE_EQ(*interval->high, 2);
}

TEST(BootstrapGeomeanTest, BelowFiveLaunchesThereIsAMeanButNoInterval) {
  const auto interval = BootstrapGeomean({{{1, 2, 3, 4}, {2, 4, 6, 8, 10}}}, 1);
  ASSERT_TRUE(interval);
  EXPECT_DOUBLE_EQ(interval->mean, 2.4);
  EXPECT_FALSE(interval->low);
  EXPECT_FALSE(interval->high);
  EXPECT_FALSE(BootstrapGeomean({}, 1));
}

TEST(BootstrapGeomeanTest, TheSameSeedGivesTheSameInterval) {
  const std::vector<CellSamples> cells = {{{1, 2.1, 3.3, 4.7, 9.2}, {8, 4.4, 1.3, 2.7, 5.1}},
                                          {{10, 11, 20, 22, 90}, {30, 31, 60, 70, 80}}};
  const auto first = BootstrapGeomean(cells, 5);
  const auto again = BootstrapGeomean(cells, 5);
  const auto other = BootstrapGeomean(cells, 6, 0.95, 50);
  EXPECT_EQ(first->low, again->low);
  EXPECT_EQ(first->high, again->high);
  EXPECT_TRUE(first->low != other->low || first->high != other->high);
}

TEST(BootstrapGeomeanTest, HigherConfidenceIsWider) {
  const std::vector<CellSamples> cells = {{{1, 2.1, 3.3, 4.7, 9.2, 3.1, 3.2}, {8, 4.4, 1.3, 2.7, 5.1, 3.9, 4.1}}};
  const auto narrow = BootstrapGeomean(cells, 5, 0.5);
  const auto wide = BootstrapGeomean(cells, 5, 0.99);
  EXPECT_LT(*wide->low, *narrow->low);
  EXPECT_GT(*wide->high, *narrow->high);
  EXPECT_EQ(wide->coverage, 0.99);
}

TEST(BootstrapGeomeanTest, ThousandsOfCellsNeitherOverflowNorVanish) {
  const std::vector<CellSamples> cells(3000, {{1, 2, 4, 8, 16}, {1e-3, 2e-3, 4e-3, 8e-3, 16e-3}});
  const auto interval = BootstrapGeomean(cells, 1, 0.95, 200);
  ASSERT_TRUE(interval && interval->low);
  EXPECT_NEAR(interval->mean, 1e-3, 1e-15);
  EXPECT_GE(*interval->low, 0.9e-3 / 16);
  EXPECT_LE(*interval->high, 1.1e-3 * 16);
  EXPECT_LT(*interval->low, 0.6e-3);
  EXPECT_GT(*interval->high, 1.9e-3);
}

TEST(BootstrapGeomeanTest, UnequalLaunchesOrValuesNotAboveZeroAreErrors) {
  const Values five = {1, 2, 3, 4, 5};
  EXPECT_THROW(BootstrapGeomean({{five, five}, {{1, 2, 3, 4, 5, 6}, five}}, 1), Error);
  EXPECT_THROW(BootstrapGeomean({{five, five}, {five, {1, 2, 3, 4}}}, 1), Error);
  for (const double bad :
       {0.0, -1.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THROW(BootstrapGeomean({{five, {1, 2, 3, 4, bad}}}, 1), Error) << bad;
  }
  EXPECT_THROW(BootstrapGeomean({{{}, {}}}, 1), Error);
}

}  // namespace
}  // namespace pbb::stats
