// How often intervals hold the truth and tests reject without a difference, simulated. Launches are drawn from known
// distributions with fixed seeds by generators of its own, so a result is the same with every standard library.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iostream>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "stats/geomean_bootstrap.h"
#include "stats/holm.h"
#include "stats/interval.h"
#include "stats/rank_test.h"
#include "stats/ratio_interval.h"

namespace pbb::stats {
namespace {

constexpr double kPoint = 0.01;

class Random {
 public:
  explicit Random(uint64_t seed) : bits_(seed) {}
  double Uniform() { return (static_cast<double>(bits_() >> 11) + 0.5) * 0x1p-53; }  // in (0, 1)
  double Normal() { return std::sqrt(-2 * std::log(Uniform())) * std::cos(2 * M_PI * Uniform()); }

 private:
  std::mt19937_64 bits_;
};

// A distribution by its quantile function, so that its median is known: quantile(0.5).
struct Distribution {
  std::string name;
  double (*quantile)(double);
  bool ties;  // then an interval may hold the truth more often than it states
};

const Distribution kDistributions[] = {
    {"exponential", [](double u) { return 1 - std::log(u); }, false},
    {"heavy tail", [](double u) { return std::pow(u, -2); }, false},
    {"10 % of launches 30 % slower", [](double u) { return (u < 0.9 ? 1 : 1.3) * (1 + 0.02 * u); }, false},
    {"whole numbers", [](double u) { return std::round(5 - 2 * std::log(u)); }, true},
};

std::vector<double> Draw(const Distribution& distribution, size_t count, double factor, Random* random) {
  std::vector<double> values(count);
  for (double& value : values) value = factor * distribution.quantile(random->Uniform());
  return values;
}

double ShareOf(int trials, const std::function<bool()>& holds) {
  int held = 0;
  for (int trial = 0; trial < trials; ++trial) held += holds() ? 1 : 0;
  return static_cast<double>(held) / trials;
}

void ExpectStated(double reached, double stated, bool ties, const std::string& what) {
  EXPECT_GT(reached, stated - kPoint) << what;
  if (!ties) {
    EXPECT_LT(reached, stated + kPoint) << what;
  }
}

constexpr int kExactTrials = 10000;  // standard error 0.2 points at 95 %

TEST(CoverageTest, IntervalForMedianHoldsTheMedianAsOftenAsItStates) {
  Random random(1);
  for (const Distribution& distribution : kDistributions) {
    for (const size_t n : {6, 10, 21}) {
      double stated = 0;
      const double reached = ShareOf(kExactTrials, [&] {
        const auto interval = IntervalForMedian(Draw(distribution, n, 1, &random));
        const double median = distribution.quantile(0.5);
        stated = interval->coverage;
        return interval->low <= median && median <= interval->high;
      });
      ExpectStated(reached, stated, distribution.ties, distribution.name + ", n " + std::to_string(n));
    }
  }
}

TEST(CoverageTest, IntervalForRatioHoldsTheFactorAsOftenAsItStates) {
  Random random(2);
  const struct { size_t n, m; } sizes[] = {{4, 4}, {5, 8}, {10, 10}, {20, 10}};
  for (const Distribution& distribution : kDistributions) {
    for (const auto& size : sizes) {
      constexpr double kFactor = 1.25;  // a power of two times five: ratios of tied values are exact
      double stated = 0;
      const double reached = ShareOf(kExactTrials, [&] {
        const auto interval =
            IntervalForRatio(Draw(distribution, size.n, kFactor, &random), Draw(distribution, size.m, 1, &random));
        stated = interval->coverage;
        return interval->low <= kFactor && kFactor <= interval->high;
      });
      ExpectStated(reached, stated, distribution.ties,
                   distribution.name + ", " + std::to_string(size.n) + " against " + std::to_string(size.m));
    }
  }
}

// Launches whose cells move together by a common factor, and each by noise of its own; standard deviations of logs.
struct Launches {
  double common;
  double noise;
  double slow_share;  // of launches that are 30 % slower in all cells
};

// logs[cell][launch]
std::vector<std::vector<double>> DrawLogs(const Launches& model, size_t cells, size_t launches, Random* random) {
  std::vector<std::vector<double>> logs(cells, std::vector<double>(launches));
  for (size_t launch = 0; launch < launches; ++launch) {
    double common = model.common * random->Normal();
    if (random->Uniform() < model.slow_share) common += std::log(1.3);
    for (std::vector<double>& cell : logs) cell[launch] = common + model.noise * random->Normal();
  }
  return logs;
}

struct BootstrapCase {
  const char* name;
  Launches model;
  size_t cells;
  int trials;
  double expected;  // share of intervals that hold the truth: nominal, but for the limits that the header names
};

void PrintTo(const BootstrapCase& param, std::ostream* out) { *out << param.name; }

class BootstrapCoverageTest : public testing::TestWithParam<BootstrapCase> {};

TEST_P(BootstrapCoverageTest, IsWithinOnePointOfWhatTheHeaderStates) {
  constexpr size_t kLaunches = 10;
  constexpr size_t kRounds = 1000;  // not the 2000 of the default, to save time: 0.1 points of coverage
  const BootstrapCase& param = GetParam();
  Random random(3);
  uint64_t seed = 0;
  const double reached = ShareOf(param.trials, [&] {
    const auto base = DrawLogs(param.model, param.cells, kLaunches, &random);
    const auto head = DrawLogs(param.model, param.cells, kLaunches, &random);
    std::vector<CellSamples> cells(param.cells);
    double sum_of_log_ratios = 0;
    for (size_t i = 0; i < param.cells; ++i) {
      const double log_ratio = 0.05 * static_cast<double>(i) - 0.1;  // each cell changed by a factor of its own
      sum_of_log_ratios += log_ratio;
      for (const double value : base[i]) cells[i].base.push_back(100 * std::exp(value));
      for (const double value : head[i]) cells[i].head.push_back(100 * std::exp(value + log_ratio));
    }
    const auto interval = BootstrapGeomean(cells, ++seed, 0.95, kRounds);
    EXPECT_LE(*interval->low, interval->mean);
    EXPECT_GE(*interval->high, interval->mean);
    const double truth = std::exp(sum_of_log_ratios / static_cast<double>(param.cells));
    return *interval->low <= truth && truth <= *interval->high;
  });
  std::cout << "holds the truth in " << 100 * reached << " % of " << param.trials << " trials\n";
  EXPECT_NEAR(reached, param.expected, kPoint);
}

constexpr Launches kEven = {0.02, 0.02, 0};
constexpr Launches kSkewed = {0.02, 0.02, 0.1};
constexpr Launches kMostlyApart = {0.005, 0.02, 0};
constexpr Launches kSkewedMostlyApart = {0.005, 0.02, 0.1};

INSTANTIATE_TEST_SUITE_P(All, BootstrapCoverageTest,
                         testing::Values(BootstrapCase{"OneCell", kEven, 1, 6000, 0.95},
                                         BootstrapCase{"OneCellSkewed", kSkewed, 1, 6000, 0.95},
                                         BootstrapCase{"FiveCells", kEven, 5, 5000, 0.95},
                                         BootstrapCase{"FiveCellsSkewed", kSkewed, 5, 5000, 0.95},
                                         BootstrapCase{"TwentyFiveCells", kEven, 25, 4000, 0.95},
                                         BootstrapCase{"TwentyFiveCellsSkewed", kSkewed, 25, 4000, 0.95},
                                         BootstrapCase{"FiveCellsMostlyApart", kMostlyApart, 5, 5000, 0.963},
                                         BootstrapCase{"TwentyFiveCellsSkewedMostlyApart", kSkewedMostlyApart, 25, 3000,
                                                       0.936}),
                         [](const auto& test) { return test.param.name; });

TEST(FalsePositiveTest, RankTestRejectsAtMostAtItsLevelAndNoRarerThanItMust) {
  Random random(4);
  const struct {
    size_t n, m;
    double level;  // the largest p at or below 5 % that these sizes can have
  } sizes[] = {{4, 4, 2 / 70.0}, {5, 5, 8 / 252.0}, {10, 10, 1 - 0.9567429474550218}};
  for (const Distribution& distribution : kDistributions) {
    for (const auto& size : sizes) {
      const double rejected = ShareOf(kExactTrials, [&] {
        const std::vector<double> x = Draw(distribution, size.n, 1, &random);
        return MannWhitney(x, Draw(distribution, size.m, 1, &random)).p <= 0.05;
      });
      const std::string what = distribution.name + ", n " + std::to_string(size.n);
      EXPECT_LE(rejected, 0.05 + 0.006) << what;  // three standard errors
      if (!distribution.ties) {
        EXPECT_NEAR(rejected, size.level, 0.006) << what;
      }
    }
  }
}

// Share of comparisons of 50 cells without any difference in which at least one is called significant at 5 %.
struct FamilyWise {
  double plain;
  double holm;
};

FamilyWise SimulateFamilies(const Launches& model, int trials, uint64_t seed) {
  Random random(seed);
  FamilyWise errors = {};
  for (int trial = 0; trial < trials; ++trial) {
    const auto base = DrawLogs(model, 50, 10, &random);
    const auto head = DrawLogs(model, 50, 10, &random);
    std::vector<double> p;
    for (size_t i = 0; i < base.size(); ++i) p.push_back(MannWhitney(head[i], base[i]).p);
    const std::vector<double> adjusted = HolmAdjusted(p);
    errors.plain += *std::min_element(p.begin(), p.end()) <= 0.05 ? 1.0 / trials : 0;
    errors.holm += *std::min_element(adjusted.begin(), adjusted.end()) <= 0.05 ? 1.0 / trials : 0;
  }
  return errors;
}

TEST(FalsePositiveTest, FiftyCellsTogetherRejectAtMostAtAlpha) {
  constexpr int kTrials = 2000;
  constexpr double kThreeErrors = 0.0146;  // standard error 0.49 points at 5 %
  const FamilyWise apart = SimulateFamilies({0, 0.02, 0}, kTrials, 5);
  EXPECT_LE(apart.holm, 0.05 + kThreeErrors);
  EXPECT_GT(apart.holm, 0.02) << "so low that it would find nothing";
  EXPECT_GT(apart.plain, 0.8) << "without the correction nearly every comparison has a false one";
  const FamilyWise together = SimulateFamilies({0.02, 0.02, 0.1}, kTrials, 6);
  EXPECT_LE(together.holm, 0.05 + kThreeErrors);
  EXPECT_GT(together.plain, 0.2);
}

}  // namespace
}  // namespace pbb::stats
