#include "corpus/random.h"

#include <gtest/gtest.h>

#include <set>

namespace pbb {
namespace {

TEST(SplitMix64Test, GivesThePublishedNumbersForSeed1234567) {
  SplitMix64 random(1234567);
  EXPECT_EQ(random.Next(), 6457827717110365317u);
  EXPECT_EQ(random.Next(), 3203168211198807973u);
}

TEST(PermutationTest, GivesEveryNumberOnce) {
  SplitMix64 random(7);
  for (const uint64_t size : {1u, 2u, 10u, 620u, 16129u}) {
    const Permutation order(size, random);
    std::set<uint64_t> seen;
    for (uint64_t i = 0; i < size; ++i) seen.insert(order(i));
    EXPECT_EQ(seen.size(), size);
    EXPECT_LT(*seen.rbegin(), size);
  }
}

TEST(PermutationTest, CoversTheLargestSizes) {
  SplitMix64 random(7);
  for (const uint64_t size : {uint64_t{1} << 62, (uint64_t{1} << 62) + 1, ~uint64_t{0}}) {
    const Permutation order(size, random);
    std::set<uint64_t> seen;
    for (uint64_t i = 0; i < 1000; ++i) seen.insert(order(size - 1 - i));
    EXPECT_EQ(seen.size(), 1000u);
    EXPECT_LT(*seen.begin(), size / 100);
    EXPECT_GT(*seen.rbegin(), size / 100 * 99);
    EXPECT_LT(*seen.rbegin(), size);
  }
}

TEST(PermutationTest, AnotherSeedIsAnotherOrder) {
  SplitMix64 random(7);
  const Permutation first(1000, random);
  const Permutation second(1000, random);
  size_t equal = 0;
  for (uint64_t i = 0; i < 1000; ++i) equal += first(i) == second(i) ? 1 : 0;
  EXPECT_LT(equal, 20u);
}

}  // namespace
}  // namespace pbb
