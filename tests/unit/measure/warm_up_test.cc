#include "measure/warm_up.h"

#include <gtest/gtest.h>

#include <utility>

namespace pbb::measure {
namespace {

// How many of these slots were taken until it settled, 0 when it did not.
uint32_t SettledAfter(const std::vector<std::pair<double, uint64_t>>& slots, uint32_t cap = 60) {
  WarmUp warm_up(cap);
  for (const auto& [ns, events] : slots) {
    warm_up.Add(ns, events);
    if (warm_up.settled()) return warm_up.slots();
  }
  return 0;
}

TEST(WarmUpTest, ThreeQuietSlotsThatAgreeAreEnough) {
  // The first slot's own events can't be told from those before it.
  EXPECT_EQ(SettledAfter({{100, 0}, {100, 0}, {103, 0}, {102, 0}}), 4u);
}

TEST(WarmUpTest, TimesMustAgreeWithinFivePercent) {
  EXPECT_EQ(SettledAfter({{100, 0}, {100, 0}, {100, 0}, {105, 0}}), 4u);
  EXPECT_EQ(SettledAfter({{100, 0}, {100, 0}, {100, 0}, {105.1, 0}}), 0u);
  // The slow one leaves the window.
  EXPECT_EQ(SettledAfter({{100, 0}, {200, 0}, {100, 0}, {100, 0}, {100, 0}}), 5u);
}

TEST(WarmUpTest, TraceEventStartsTheCountAgain) {
  EXPECT_EQ(SettledAfter({{100, 5}, {100, 5}, {100, 5}, {100, 6}, {100, 6}, {100, 6}, {100, 6}}), 7u);
}

TEST(WarmUpTest, EventsThatGoOnNeverSettle) {
  WarmUp warm_up(10);
  uint64_t events = 0;
  while (!warm_up.settled() && !warm_up.capped()) warm_up.Add(100, ++events);
  EXPECT_TRUE(warm_up.capped());
  EXPECT_EQ(warm_up.slots(), 10u);
}

TEST(WarmUpTest, SettlingInTheLastSlotIsNotCapped) {
  WarmUp warm_up(4);
  for (int i = 0; i < 4; ++i) warm_up.Add(100, 0);
  EXPECT_TRUE(warm_up.settled());
  EXPECT_FALSE(warm_up.capped());
}

TEST(WarmUpTest, TimesThatAreNotAboveZeroNeverAgree) {
  EXPECT_EQ(SettledAfter({{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}}), 0u);
  EXPECT_EQ(SettledAfter({{-1, 0}, {-1, 0}, {-1, 0}, {-1, 0}}), 0u);
}

}  // namespace
}  // namespace pbb::measure
