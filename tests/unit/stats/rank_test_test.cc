// The rank test on published values, and against a brute force that lists every split.
#include "stats/rank_test.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "base/error.h"

namespace pbb::stats {
namespace {

using Values = std::vector<double>;

Values Range(int first, int count) {
  Values values;
  for (int i = 0; i < count; ++i) values.push_back(first + i);
  return values;
}

TEST(MannWhitneyTest, ThreeAgainstThreeIsExactNotOffByOne) {  // airspeed-velocity/asv PR 759
  const RankTest test = MannWhitney(Values{1, 2, 3}, Values{4, 5, 6});
  EXPECT_EQ(test.u, 0);
  EXPECT_DOUBLE_EQ(test.p, 0.1);
  EXPECT_TRUE(test.exact);
}

TEST(MannWhitneyTest, FourAgainstFourIsNoNormalApproximation) {  // google/fuzzbench 974
  const RankTest test = MannWhitney(Range(1, 4), Range(5, 4));
  EXPECT_EQ(test.u, 0);
  EXPECT_DOUBLE_EQ(test.p, 2 / 70.0);
}

TEST(MannWhitneyTest, TiesInsideASideDoNotHideCompleteSeparation) {  // rsc/benchstat#7, golang/go#19634
  const RankTest test = MannWhitney(Values{115, 114, 115, 115, 115}, Values(5, 78.8));
  EXPECT_EQ(test.u, 25);
  EXPECT_DOUBLE_EQ(test.p, 2 / 252.0);
}

TEST(MannWhitneyTest, SidesOfUnequalSize) {
  EXPECT_DOUBLE_EQ(MannWhitney(Range(1, 4), Range(5, 5)).p, 2 / 126.0);
  EXPECT_DOUBLE_EQ(MannWhitney(Range(1, 3), Range(4, 5)).p, 2 / 56.0);
  EXPECT_DOUBLE_EQ(MannWhitney(Range(4, 5), Range(1, 3)).p, 2 / 56.0);
  EXPECT_DOUBLE_EQ(MannWhitney(Values{1}, Range(2, 39)).p, 2 / 40.0);
  EXPECT_DOUBLE_EQ(MannWhitney(Values{1}, Values{2}).p, 1);
}

TEST(MannWhitneyTest, TwoAgainstTwoResolveNothing) {
  EXPECT_DOUBLE_EQ(MannWhitney(Values{1, 2}, Values{3, 4}).p, 1 / 3.0);
}

TEST(MannWhitneyTest, ASampleAgainstItselfHasP1) {
  const RankTest test = MannWhitney(Values{10, 20, 30}, Values{10, 20, 30});
  EXPECT_EQ(test.u, 4.5);
  EXPECT_EQ(test.p, 1);
}

TEST(MannWhitneyTest, AllValuesEqualHaveP1AndNoNan) {
  const RankTest test = MannWhitney(Values(5, 7.0), Values(4, 7.0));
  EXPECT_EQ(test.u, 10);
  EXPECT_EQ(test.p, 1);
  const RankTest large = MannWhitney(Values(3000, 7.0), Values(3000, 7.0));
  EXPECT_EQ(large.p, 1);
}

// Published two-sided critical values of U: the largest U that is significant at 5 %.
TEST(MannWhitneyTest, CriticalValuesOfThePublishedTable) {
  const struct {
    int n, m;
    double critical;
  } table[] = {{4, 4, 0},  {5, 5, 2},   {5, 8, 6},    {6, 6, 5},    {6, 9, 10},   {7, 7, 8},    {8, 8, 13},
               {9, 9, 17}, {8, 10, 17}, {10, 10, 23}, {12, 12, 37}, {15, 15, 64}, {20, 20, 127}};
  for (const auto& row : table) {
    // x starts below all of y; moving its largest value up past one of y at a time raises U by one.
    for (const double u : {row.critical, row.critical + 1}) {
      Values x;
      auto left = static_cast<int>(u);
      for (int i = row.n; i-- > 0;) {
        const int past = std::min(left, row.m);
        left -= past;
        x.push_back(past + i / 1000.0 - 0.5);
      }
      const RankTest test = MannWhitney(x, Range(0, row.m));
      ASSERT_EQ(test.u, u) << row.n << " against " << row.m;
      EXPECT_EQ(test.p <= 0.05, u == row.critical) << row.n << " against " << row.m << " U " << u << " p " << test.p;
    }
  }
}

// Twice U, counted pair by pair.
int DoubledU(const Values& x, const Values& y) {
  int doubled = 0;
  for (const double a : x) {
    for (const double b : y) doubled += a > b ? 2 : a == b ? 1 : 0;
  }
  return doubled;
}

// Every split of the pooled values, by the bits of a mask.
double BruteForceP(const Values& x, const Values& y) {
  Values pooled = x;
  pooled.insert(pooled.end(), y.begin(), y.end());
  const auto middle = static_cast<int>(x.size() * y.size());
  const int distance = std::abs(DoubledU(x, y) - middle);
  int as_far = 0;
  int all = 0;
  for (unsigned mask = 0; mask < 1u << pooled.size(); ++mask) {
    Values chosen, rest;
    for (size_t i = 0; i < pooled.size(); ++i) (mask >> i & 1 ? chosen : rest).push_back(pooled[i]);
    if (chosen.size() != x.size()) continue;
    ++all;
    if (std::abs(DoubledU(chosen, rest) - middle) >= distance) ++as_far;
  }
  return static_cast<double>(as_far) / all;
}

TEST(MannWhitneyTest, EqualsTheCountOverAllSplitsWhateverTheTies) {
  std::mt19937_64 random(20240607);
  for (int round = 0; round < 300; ++round) {
    Values x(1 + random() % 5), y(1 + random() % 5);
    const uint64_t distinct = 1 + random() % 12;
    for (double& value : x) value = static_cast<double>(random() % distinct);
    for (double& value : y) value = static_cast<double>(random() % distinct);
    const RankTest test = MannWhitney(x, y);
    EXPECT_EQ(2 * test.u, DoubledU(x, y));
    EXPECT_DOUBLE_EQ(test.p, BruteForceP(x, y)) << testing::PrintToString(x) << " " << testing::PrintToString(y);
    EXPECT_TRUE(test.exact);
  }
}

TEST(MannWhitneyTest, BeyondTheBoundItApproximatesAndSaysSo) {
  Values x, y;
  for (int i = 0; i < 50; ++i) {
    x.push_back(2 * i);
    y.push_back(2 * i + 11);
  }
  const RankTest small = MannWhitney(x, y);
  EXPECT_TRUE(small.exact);
  x.push_back(100);
  y.push_back(111);
  const RankTest large = MannWhitney(x, y);
  EXPECT_FALSE(large.exact);
  EXPECT_GT(small.p, 0.01);
  EXPECT_NEAR(large.p, small.p, 0.02) << "one value more on either side doesn't change much";
  const double distance = std::abs(large.u - 51 * 51 / 2.0) - 0.5;
  EXPECT_NEAR(large.p, std::erfc(distance / std::sqrt(51 * 51 * 103.0 / 12) / std::sqrt(2.0)), 1e-12);
}

TEST(MannWhitneyTest, TiesNarrowTheNormalApproximation) {
  Values x(60, 1.0), y(60, 1.0);
  for (int i = 0; i < 30; ++i) x[i] = 2;
  for (int i = 0; i < 15; ++i) y[i] = 2;
  for (double offset = 3; x.size() < 120; offset += 1) {  // distinct values above, half on either side: no difference
    x.push_back(offset);
    y.push_back(offset + 0.5);
  }
  const RankTest test = MannWhitney(x, y);
  EXPECT_FALSE(test.exact);
  // Groups of 75 and 45 equal values among 240, by the textbook formula.
  const double ties = 75.0 * 75 * 75 - 75 + 45.0 * 45 * 45 - 45;
  const double deviation = std::sqrt(120 * 120 / 12.0 * (241 - ties / (240 * 239)));
  EXPECT_NEAR(test.p, std::erfc((std::abs(test.u - 7200) - 0.5) / deviation / std::sqrt(2.0)), 1e-12);
}

TEST(MannWhitneyTest, EmptyOrNotFiniteIsAnErrorNotAResult) {
  EXPECT_THROW(MannWhitney({}, Values{1}), Error);
  EXPECT_THROW(MannWhitney(Values{1}, {}), Error);
  EXPECT_THROW(MannWhitney(Values{1}, Values{std::numeric_limits<double>::quiet_NaN()}), Error);
}

TEST(SmallestPTest, IsWhatCompleteSeparationGives) {
  EXPECT_DOUBLE_EQ(SmallestP(2, 2), 1 / 3.0);
  EXPECT_DOUBLE_EQ(SmallestP(4, 4), 2 / 70.0);
  EXPECT_DOUBLE_EQ(SmallestP(10, 10), 2 / 184756.0);
  EXPECT_EQ(SmallestP(1, 1), 1);
  EXPECT_EQ(SmallestP(0, 5), 1);
  for (int n = 1; n <= 12; ++n) {
    for (int m = 1; m <= 12; ++m) {
      EXPECT_EQ(SmallestP(n, m), MannWhitney(Range(0, n), Range(n, m)).p) << n << " against " << m;
    }
  }
}

TEST(EqualSizeForAlphaTest, GrowsWithTheNumberOfCells) {
  EXPECT_EQ(EqualSizeForAlpha(0.05), 4u);
  EXPECT_EQ(EqualSizeForAlpha(0.01), 5u);
  EXPECT_EQ(EqualSizeForAlpha(0.01 / 50), 8u);
  EXPECT_EQ(EqualSizeForAlpha(0.01 / 100), 9u);
  EXPECT_THROW(EqualSizeForAlpha(0), Error);
}

}  // namespace
}  // namespace pbb::stats
