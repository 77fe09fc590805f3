#include "measure/slot_plan.h"

#include <gtest/gtest.h>

namespace pbb::measure {
namespace {

constexpr peer::BenchPlan kPlan{
    .budget_ns = 0, .slot_ns = 2'000'000, .min_slots = 5, .max_slots = 20, .warm_max_slots = 0};

TEST(SlotPlanTest, ShortPassesShareASlot) {
  const SlotPlan slots = PlanSlots(kPlan, {300'000, 100'000}, 1e9, 20);
  EXPECT_EQ(slots.passes_per_slot, 7u);  // 2.1 ms timed
  EXPECT_EQ(slots.slots, 20u);
}

TEST(SlotPlanTest, LongPassIsASlot) {
  const SlotPlan slots = PlanSlots(kPlan, {10e6, 5e6}, 125e6, 20);
  EXPECT_EQ(slots.passes_per_slot, 1u);
  EXPECT_EQ(slots.slots, 8u);  // 8 * 15 ms fit in 125
}

TEST(SlotPlanTest, SlotsShrinkBeforeThereAreTooFew) {
  // Seven passes a slot would be 2.8 ms, and five of them 14.
  const SlotPlan slots = PlanSlots(kPlan, {300'000, 100'000}, 8.1e6, 20);
  EXPECT_EQ(slots.passes_per_slot, 4u);
  EXPECT_EQ(slots.slots, 5u);
}

TEST(SlotPlanTest, FewestSlotsAreMadeEvenWithNothingLeft) {
  for (const double left_ns : {0.0, -5e6}) {
    const SlotPlan slots = PlanSlots(kPlan, {10e6, 5e6}, left_ns, 20);
    EXPECT_EQ(slots.passes_per_slot, 1u);
    EXPECT_EQ(slots.slots, 5u);
  }
}

TEST(SlotPlanTest, SlotSpansManyStepsOfACoarseClock) {
  // Steps of 15 microseconds: 1000 of them are 15 ms, whatever the budget.
  const SlotPlan slots = PlanSlots(kPlan, {30'000, 0}, 1, 15'000);
  EXPECT_EQ(slots.passes_per_slot, 500u);
}

TEST(SlotPlanTest, PassBelowTheClocksResolutionIsNotDividedBy) {
  for (const double timed_ns : {0.0, -100.0}) {
    const SlotPlan slots = PlanSlots(kPlan, {timed_ns, 0}, 1e9, 20);
    EXPECT_EQ(slots.passes_per_slot, 100'000u);  // 2 ms of 20 ns
    EXPECT_EQ(slots.slots, 20u);
  }
  EXPECT_GE(PlanSlots(kPlan, {0, 0}, 1e9, 0).passes_per_slot, 1u);
}

}  // namespace
}  // namespace pbb::measure
