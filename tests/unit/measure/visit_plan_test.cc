#include "measure/visit_plan.h"

#include <gtest/gtest.h>

namespace pbb::measure {
namespace {

constexpr PassCost kCost{2e6, 1e6};  // a slot and a warm-up slot are a pass of 3 ms

peer::BenchPlan PlanOf(uint32_t visit, uint32_t visits) {
  peer::BenchPlan plan;
  plan.visit = visit;
  plan.visits = visits;
  return plan;
}

TEST(VisitPlanTest, SharesAddUpAndDifferByOneAtMost) {
  for (uint32_t slots = 6; slots <= 20; ++slots) {
    const VisitPlan plan{{7, slots}, 3};
    uint32_t sum = 0;
    for (uint32_t visit = 0; visit < 3; ++visit) {
      EXPECT_GE(plan.Of(visit).slots, slots / 3);
      EXPECT_LE(plan.Of(visit).slots, slots / 3 + 1);
      EXPECT_EQ(plan.Of(visit).passes_per_slot, 7u);
      sum += plan.Of(visit).slots;
    }
    EXPECT_EQ(sum, slots);
  }
}

TEST(VisitPlanTest, WarmUpSlotsOfLaterVisitsComeOutOfTheBudget) {
  const VisitPlan plan = PlanVisits(PlanOf(1, 3), kCost, 30e6, 20);
  EXPECT_EQ(plan.visits, 3u);
  EXPECT_EQ(plan.slots.slots, 8u);  // 10 passes fit, 2 of them warm
}

TEST(VisitPlanTest, ThereAreFewerVisitsWhereThereIsNoTimeForTwoSlotsInEach) {
  const auto planned = [](double left_ns) { return PlanVisits(PlanOf(1, 3), kCost, left_ns, 20); };
  EXPECT_EQ(planned(24e6).visits, 3u);  // 2 + 6
  EXPECT_EQ(planned(23e6).visits, 2u);
  EXPECT_EQ(planned(18e6).visits, 2u);  // 1 + 5
  EXPECT_EQ(planned(17e6).visits, 1u);
  EXPECT_EQ(planned(-1e6).visits, 1u);
  EXPECT_EQ(planned(-1e6).slots.slots, 5u);
}

TEST(VisitPlanTest, FewSlotsAreNotSpreadOverMoreVisitsThanTheyFill) {
  peer::BenchPlan plan = PlanOf(1, 3);
  plan.max_slots = 5;
  EXPECT_EQ(PlanVisits(plan, kCost, 1e9, 20).visits, 2u);
  plan.min_slots = plan.max_slots = 1;
  EXPECT_EQ(PlanVisits(plan, kCost, 1e9, 20).visits, 1u);
  EXPECT_EQ(PlanVisits(plan, kCost, 1e9, 20).slots.slots, 1u);
}

TEST(VisitPlanTest, PeerOfOneVisitIsPlannedAsBefore) {
  const VisitPlan plan = PlanVisits(PlanOf(1, 1), kCost, 30e6, 20);
  EXPECT_EQ(plan.visits, 1u);
  EXPECT_EQ(plan.slots.slots, 10u);
}

TEST(VisitPlanTest, CellWhoseWorkerDiedGetsTheSlotsOfTheVisitsThatAreLeft) {
  const VisitPlan second = PlanVisits(PlanOf(2, 3), kCost, 1e9, 20);
  EXPECT_EQ(second.visits, 2u);
  EXPECT_EQ(second.slots.slots, 14u);  // 13 and a third
  const VisitPlan third = PlanVisits(PlanOf(3, 3), kCost, 0, 20);
  EXPECT_EQ(third.visits, 1u);
  EXPECT_EQ(third.slots.slots, 2u);
}

TEST(VisitPlanTest, TimeOfVisitsIsWarmUpSlotsAndCounting) {
  const VisitPlan plan{{2, 20}, 3};
  EXPECT_EQ(VisitsNs(plan, kCost, 1), (2 + 2 * 14 + 2) * 3e6);
  EXPECT_EQ(VisitsNs(plan, kCost, 2), (1 + 2 * 7 + 2) * 3e6);
  // Passes of 0.3 ms: four of them are a warm-up slot.
  EXPECT_EQ(VisitsNs({{1, 2}, 1}, {3e5, 0}, 0), (4 + 2 + 2) * 3e5);
}

}  // namespace
}  // namespace pbb::measure
