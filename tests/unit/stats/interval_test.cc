#include "stats/interval.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

namespace pbb::stats {
namespace {

TEST(BinomialHalfCdfTest, KnownTable) {  // Pascal's triangle over 2^n
  EXPECT_EQ(BinomialHalfCdf(6, 0), 1 / 64.0);
  EXPECT_EQ(BinomialHalfCdf(10, 1), 11 / 1024.0);
  EXPECT_EQ(BinomialHalfCdf(10, 2), 56 / 1024.0);
  EXPECT_EQ(BinomialHalfCdf(20, 5), 21700 / 1048576.0);
  EXPECT_EQ(BinomialHalfCdf(10, 10), 1);
}

TEST(BinomialHalfCdfTest, LargeCountsNeitherOverflowNorVanish) {
  EXPECT_NEAR(BinomialHalfCdf(20001, 10000), 0.5, 1e-12);  // symmetric: half the mass at or below the lower middle
}

TEST(RanksForMedianTest, KnownTable) {  // ranks and coverage of the sign-test interval
  const struct {
    size_t n, rank;
    double coverage;
  } table[] = {{6, 1, 1 - 2 / 64.0},
               {7, 1, 1 - 2 / 128.0},
               {8, 1, 1 - 2 / 256.0},
               {9, 2, 1 - 20 / 512.0},
               {10, 2, 1 - 22 / 1024.0},
               {11, 2, 1 - 24 / 2048.0},
               {12, 3, 1 - 158 / 4096.0},
               {15, 4, 1 - 2 * 576 / 32768.0},
               {20, 6, 1 - 2 * 21700 / 1048576.0},
               {30, 10, 1 - 2 * 22964087 / 1073741824.0}};
  for (const auto& row : table) {
    const auto ranks = RanksForMedian(row.n);
    ASSERT_TRUE(ranks) << row.n;
    EXPECT_EQ(ranks->rank, row.rank) << row.n;
    EXPECT_NEAR(ranks->coverage, row.coverage, 1e-12) << row.n;
  }
}

TEST(RanksForMedianTest, FewerThanSixReachNo95Percent) {
  for (size_t n = 0; n < 6; ++n) EXPECT_FALSE(RanksForMedian(n)) << n;
  EXPECT_FALSE(RanksForMedian(7, 0.99));
  EXPECT_TRUE(RanksForMedian(8, 0.99));
  EXPECT_TRUE(RanksForMedian(5, 0.93));
}

TEST(IntervalForMedianTest, TakesTheOrderStatistics) {
  const auto interval = IntervalForMedian(std::vector<double>{5, 1, 10, 2, 9, 3, 8, 4, 7, 6});
  ASSERT_TRUE(interval);
  EXPECT_EQ(interval->low, 2);
  EXPECT_EQ(interval->high, 9);
  EXPECT_EQ(interval->coverage, 0.978515625);
}

TEST(IntervalForMedianTest, SamplesWithoutVariationGiveAPointNotNan) {  // criterion.rs#658
  const auto interval = IntervalForMedian(std::vector<double>(10, 1.0));
  ASSERT_TRUE(interval);
  EXPECT_EQ(interval->low, 1.0);
  EXPECT_EQ(interval->high, 1.0);
}

// A generator whose numbers are the same with every standard library (SplitMix64).
class Uniform {
 public:
  explicit Uniform(uint64_t seed) : state_(seed) {}
  double Next() {  // in (0, 1)
    uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return (static_cast<double>(z >> 11) + 0.5) * 0x1p-53;
  }

 private:
  uint64_t state_;
};

// Share of simulated samples of `n` exponential values (skewed; median ln 2) whose interval holds the median.
double SimulatedCoverage(size_t n, int trials, uint64_t seed) {
  Uniform uniform(seed);
  int held = 0;
  std::vector<double> sample(n);
  for (int trial = 0; trial < trials; ++trial) {
    for (double& value : sample) value = -std::log(uniform.Next());
    const auto interval = IntervalForMedian(sample);
    if (interval && interval->low <= std::log(2.0) && std::log(2.0) <= interval->high) ++held;
  }
  return held / static_cast<double>(trials);
}

TEST(IntervalForMedianTest, SimulatedCoverageOfASkewedDistributionIsWithinOnePointOfExact) {
  constexpr int kTrials = 20000;  // standard error 0.15 points: one point is over six of them
  for (const size_t n : {6, 10, 15, 30}) {
    for (const uint64_t seed : {1u, 2u}) {
      EXPECT_NEAR(SimulatedCoverage(n, kTrials, seed), RanksForMedian(n)->coverage, 0.01) << n << " seed " << seed;
    }
  }
}

}  // namespace
}  // namespace pbb::stats
