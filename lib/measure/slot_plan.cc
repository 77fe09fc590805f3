#include "measure/slot_plan.h"

#include <algorithm>
#include <cmath>

namespace pbb::measure {

SlotPlan PlanSlots(const peer::BenchPlan& plan, const PassCost& cost, double left_ns, double clock_resolution_ns) {
  // A clock that showed no time for a pass says nothing of how many are needed: as if it took one step.
  const double timed = std::max({cost.timed_ns, clock_resolution_ns, 1.0});
  const double whole = timed + std::max(cost.untimed_ns, 0.0);
  const double fewest = std::max(1.0, std::ceil(kClockSteps * clock_resolution_ns / timed));
  const double wanted = std::max(fewest, std::ceil(static_cast<double>(plan.slot_ns) / timed));
  const double affordable = std::floor(std::max(left_ns, 0.0) / (whole * std::max<uint32_t>(plan.min_slots, 1)));
  SlotPlan slots;
  const double passes = std::clamp(affordable, fewest, wanted);
  slots.passes_per_slot = static_cast<uint64_t>(passes);
  const double fitting = std::floor(std::max(left_ns, 0.0) / (whole * passes));
  slots.slots =
      static_cast<uint32_t>(std::clamp<double>(fitting, plan.min_slots, std::max(plan.max_slots, plan.min_slots)));
  return slots;
}

}  // namespace pbb::measure
