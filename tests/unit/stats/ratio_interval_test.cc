#include "stats/ratio_interval.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

#include "base/error.h"
#include "stats/rank_test.h"

namespace pbb::stats {
namespace {

using Values = std::vector<double>;

// `count` values whose ratios to 1 are all different: 1 + step, 1 + 2 * step, ...
Values Ascending(size_t count, double step) {
  Values values;
  for (size_t i = 1; i <= count; ++i) values.push_back(1 + static_cast<double>(i) * step);
  return values;
}

TEST(IntervalForRatioTest, TakesTheOrderStatisticsOfTheExactDistribution) {
  // Ranks and coverage from counting all splits in whole numbers; rank - 1 is the published critical value of U.
  const struct {
    size_t n, m;
    double confidence;
    size_t rank;
    double coverage;
  } table[] = {{4, 4, 0.95, 1, 1 - 2 / 70.0},
               {5, 5, 0.95, 3, 1 - 8 / 252.0},
               {5, 8, 0.95, 7, 0.9549339549339549},
               {10, 10, 0.95, 24, 0.9567429474550218},
               {10, 10, 0.99, 17, 0.991069302214813},
               {20, 20, 0.95, 128, 0.9509096748106276},
               {100, 37, 0.95, 1446, 0.9504098535535076},
               {60, 60, 0.95, 1427, 0.9502930274934018},
               {60, 60, 0.9999, 1070, 0.9999016667584462},
               {270, 270, 0.95, 32898, 0.9500084403971473}};
  for (const auto& row : table) {
    const Values above = Ascending(row.n, 0.37);
    const Values below = Ascending(row.m, 0.011);
    Values ratios;
    for (const double a : above) {
      for (const double b : below) ratios.push_back(a / b);
    }
    std::sort(ratios.begin(), ratios.end());
    const auto interval = IntervalForRatio(above, below, row.confidence);
    ASSERT_TRUE(interval) << row.n << " against " << row.m;
    EXPECT_EQ(interval->low, ratios[row.rank - 1]) << row.n << " against " << row.m;
    EXPECT_EQ(interval->high, ratios[ratios.size() - row.rank]) << row.n << " against " << row.m;
    EXPECT_NEAR(interval->coverage, row.coverage, 1e-12) << row.n << " against " << row.m;
  }
}

TEST(IntervalForRatioTest, BeyondTheBoundTheRankIsTheNormalOne) {
  // 300 against 280: U has mean 42000 and deviation sqrt(84000 * 581 / 12) = 2016.68, so at most 2.5 % lie at or below
  // 42000 - 1.959964 * 2016.68 - 0.5 = 38046.9: U = 38046, rank 38047. Without the correction it would be one more.
  const Values above = Ascending(300, 0.37);
  const Values below = Ascending(280, 0.0011);
  Values ratios;
  for (const double a : above) {
    for (const double b : below) ratios.push_back(a / b);
  }
  std::sort(ratios.begin(), ratios.end());
  const auto interval = IntervalForRatio(above, below);
  ASSERT_TRUE(interval);
  EXPECT_EQ(interval->low, ratios[38046]);
  EXPECT_EQ(interval->high, ratios[ratios.size() - 38047]);
  EXPECT_NEAR(interval->coverage, 0.95, 1e-4);
}

TEST(IntervalForRatioTest, ConfidenceThatIsReachedExactlyLosesNoRankToRounding) {
  // 2 against 9: 6 of the 55 splits have U of 3 or less, so the fourth ratio reaches 1 - 12/55 and none beyond it.
  const auto interval = IntervalForRatio(Ascending(2, 0.37), Ascending(9, 0.011), 1 - 12 / 55.0);
  ASSERT_TRUE(interval);
  EXPECT_NEAR(interval->coverage, 1 - 12 / 55.0, 1e-12);
}

TEST(IntervalForRatioTest, LowConfidenceMayGoToTheTwoMiddleRatios) {
  const auto interval = IntervalForRatio(Values{10, 40}, Values{1, 2}, 0.3);  // ratios 5, 10, 20, 40; 1 - 2 * 2/6
  ASSERT_TRUE(interval);
  EXPECT_EQ(interval->low, 10);
  EXPECT_EQ(interval->high, 20);
  EXPECT_DOUBLE_EQ(interval->coverage, 1 / 3.0);
}

TEST(IntervalForRatioTest, FewerThanFourAgainstFourReachNo95Percent) {
  const Values three = {1, 2, 3};
  const Values four = {1, 2, 3, 4};
  EXPECT_FALSE(IntervalForRatio(three, three));
  EXPECT_FALSE(IntervalForRatio(three, four));
  EXPECT_TRUE(IntervalForRatio(four, four));
  EXPECT_TRUE(IntervalForRatio(three, Values{1, 2, 3, 4, 5}));
  EXPECT_FALSE(IntervalForRatio(four, four, 0.99));
  EXPECT_TRUE(IntervalForRatio(three, three, 0.9)) << "1 - 2/20 reached exactly";
  EXPECT_FALSE(IntervalForRatio(Values{}, four));
  EXPECT_FALSE(IntervalForRatio(Values{1}, Values{1}));
}

TEST(IntervalForRatioTest, SamplesWithoutVariationGiveAPointNotNan) {  // bheisler/criterion.rs#658
  const auto interval = IntervalForRatio(Values(10, 3.0), Values(10, 2.0));
  ASSERT_TRUE(interval);
  EXPECT_EQ(interval->low, 1.5);
  EXPECT_EQ(interval->high, 1.5);
}

TEST(IntervalForRatioTest, SwappedSidesGiveTheReciprocal) {
  const Values above = Ascending(7, 0.3);
  const Values below = Ascending(12, 0.1);
  const auto forward = IntervalForRatio(above, below);
  const auto back = IntervalForRatio(below, above);
  ASSERT_TRUE(forward && back);
  EXPECT_DOUBLE_EQ(forward->low, 1 / back->high);
  EXPECT_DOUBLE_EQ(forward->high, 1 / back->low);
  EXPECT_EQ(forward->coverage, back->coverage);
}

// The interval is the set of factors that the rank test does not reject.
TEST(IntervalForRatioTest, HoldsExactlyTheFactorsThatTheRankTestDoesNotReject) {
  std::mt19937_64 random(99);
  for (int round = 0; round < 50; ++round) {
    Values above(4 + random() % 8), below(4 + random() % 8);
    for (double& value : above) value = 1 + static_cast<double>(random() % 1000003) / 1e6;
    for (double& value : below) value = 1 + static_cast<double>(random() % 1000003) / 1e6;
    const auto interval = IntervalForRatio(above, below);
    ASSERT_TRUE(interval);
    const auto p_of_factor = [&](double factor) {
      Values moved = below;
      for (double& value : moved) value *= factor;
      return MannWhitney(above, moved).p;
    };
    const double level = 1 - 0.95 + 1e-9;
    EXPECT_GT(p_of_factor(interval->low * (1 + 1e-9)), level);
    EXPECT_LE(p_of_factor(interval->low * (1 - 1e-9)), level);
    EXPECT_GT(p_of_factor(interval->high * (1 - 1e-9)), level);
    EXPECT_LE(p_of_factor(interval->high * (1 + 1e-9)), level);
  }
}

TEST(IntervalForRatioTest, WhatIsNotAboveZeroIsAnError) {
  const Values good = {1, 2, 3, 4};
  for (const double bad :
       {0.0, -1.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THROW(IntervalForRatio(Values{1, 2, 3, bad}, good), Error) << bad;
    EXPECT_THROW(IntervalForRatio(good, Values{1, 2, 3, bad}), Error) << bad;
  }
}

}  // namespace
}  // namespace pbb::stats
