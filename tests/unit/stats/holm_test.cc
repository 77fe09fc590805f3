#include "stats/holm.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "base/error.h"

namespace pbb::stats {
namespace {

using Values = std::vector<double>;

void ExpectAdjusted(const Values& p, const Values& expected) {
  const Values adjusted = HolmAdjusted(p);
  ASSERT_EQ(adjusted.size(), expected.size());
  for (size_t i = 0; i < p.size(); ++i) EXPECT_DOUBLE_EQ(adjusted[i], expected[i]) << i;
}

TEST(HolmAdjustedTest, WorkedExampleInTheOrderGiven) {
  // Sorted: 0.005 * 4 = 0.02, 0.01 * 3 = 0.03, 0.03 * 2 = 0.06, 0.04 * 1 raised to 0.06 by the one before.
  ExpectAdjusted({0.01, 0.04, 0.03, 0.005}, {0.03, 0.06, 0.06, 0.02});
}

TEST(HolmAdjustedTest, LargerPNeverEndsUpBelowASmallerOne) {
  ExpectAdjusted({0.02, 0.021, 0.022}, {0.06, 0.06, 0.06});  // 0.06, 0.042, 0.022 without the running maximum
}

TEST(HolmAdjustedTest, AtMostOne) { ExpectAdjusted({0.6, 0.9, 0.5}, {1, 1, 1}); }

TEST(HolmAdjustedTest, TiesGetTheSame) { ExpectAdjusted({0.02, 0.01, 0.02, 0.01}, {0.04, 0.04, 0.04, 0.04}); }

TEST(HolmAdjustedTest, SingleAndNone) {
  ExpectAdjusted({0.03}, {0.03});
  ExpectAdjusted({}, {});
  ExpectAdjusted({0, 1}, {0, 1});
}

TEST(HolmAdjustedTest, KeepsTheOrderOfAnyInput) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 200; ++round) {
    Values p(1 + random() % 20);
    for (double& value : p) value = static_cast<double>(random() % 1000) / 1000;
    const Values adjusted = HolmAdjusted(p);
    for (size_t i = 0; i < p.size(); ++i) {
      EXPECT_GE(adjusted[i], p[i]);
      EXPECT_LE(adjusted[i], 1);
      for (size_t j = 0; j < p.size(); ++j) {
        if (p[i] <= p[j]) {
          EXPECT_LE(adjusted[i], adjusted[j]);
        }
      }
    }
  }
}

TEST(HolmAdjustedTest, WhatIsNoProbabilityIsAnError) {
  EXPECT_THROW(HolmAdjusted(Values{0.5, std::numeric_limits<double>::quiet_NaN()}), Error);
  EXPECT_THROW(HolmAdjusted(Values{-0.1}), Error);
  EXPECT_THROW(HolmAdjusted(Values{1.1}), Error);
}

}  // namespace
}  // namespace pbb::stats
