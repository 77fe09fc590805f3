#include "stats/quantile.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace pbb::stats {
namespace {

TEST(MedianTest, OddIsTheMiddleValueWhateverTheOrder) {
  EXPECT_EQ(Median(std::vector<double>{3}), 3);
  EXPECT_EQ(Median(std::vector<double>{9, 1, 5}), 5);
}

TEST(MedianTest, EvenIsTheMeanOfTheTwoMiddleValues) {
  EXPECT_EQ(Median(std::vector<double>{10, 1, 2, 4}), 3);
  EXPECT_EQ(Median(std::vector<double>{1e308, 1.5e308}), 1.25e308) << "the sum of both would be infinite";
}

TEST(MedianTest, NoValuesIsAnErrorNotZero) { EXPECT_THROW(Median({}), Error); }

TEST(QuantileTest, KnownTable) {  // definition 7 by hand: rank = share * (n - 1)
  const std::vector<double> values = {7, 1, 3, 5, 9, 11};
  EXPECT_EQ(Quantile(values, 0), 1);
  EXPECT_EQ(Quantile(values, 0.25), 3.5);
  EXPECT_EQ(Quantile(values, 0.5), 6);
  EXPECT_EQ(Quantile(values, 0.75), 8.5);
  EXPECT_EQ(Quantile(values, 0.9), 10);
  EXPECT_EQ(Quantile(values, 1), 11);
  EXPECT_EQ(Quantile(std::vector<double>{4}, 0.3), 4);
}

TEST(QuantileTest, ShareOutsideZeroToOneIsAnError) {
  const std::vector<double> values = {1, 2};
  EXPECT_THROW(Quantile(values, -0.1), Error);
  EXPECT_THROW(Quantile(values, 1.1), Error);
  EXPECT_THROW(Quantile({}, 0.5), Error);
}

}  // namespace
}  // namespace pbb::stats
