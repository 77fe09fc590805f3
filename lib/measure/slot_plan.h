// How many passes make a slot and how many slots there are, from what the warm-up showed and the time that is left.
#pragma once

#include <cstdint>

#include "peer/messages.h"

namespace pbb::measure {

// A slot spans at least that many steps of the clock, so that reading it adds 0.1 % at most.
inline constexpr double kClockSteps = 1000;

struct SlotPlan {
  uint64_t passes_per_slot = 1;
  uint32_t slots = 0;
};

// What one pass takes, in nanoseconds.
struct PassCost {
  double timed_ns = 0;
  double untimed_ns = 0;  // before it: sink cleared, garbage collected
};

// `left_ns` of the budget may be used for slots; it may be negative. Never fewer than plan.min_slots; slots shrink
// below plan.slot_ns, to a pass or kClockSteps steps of the clock, before there are too few of them.
SlotPlan PlanSlots(const peer::BenchPlan& plan, const PassCost& cost, double left_ns, double clock_resolution_ns);

}  // namespace pbb::measure
