#include "measure/visit_plan.h"

#include <algorithm>
#include <cmath>

namespace pbb::measure {
namespace {

constexpr double kPassesAfter = 2;  // counting allocation

double WholeNs(const PassCost& cost) { return std::max(cost.timed_ns, 0.0) + std::max(cost.untimed_ns, 0.0); }

double WarmSlotNs(const PassCost& cost) {
  return std::max(1.0, std::ceil(kWarmSlotNs / std::max(cost.timed_ns, 1.0))) * WholeNs(cost);
}

double SlotsNs(const SlotPlan& slots, const PassCost& cost) {
  return static_cast<double>(slots.slots) * static_cast<double>(slots.passes_per_slot) * WholeNs(cost);
}

}  // namespace

SlotPlan VisitPlan::Of(uint32_t visit) const {
  const auto until = [&](uint64_t end) { return static_cast<uint32_t>(slots.slots * end / visits); };
  return {slots.passes_per_slot, until(visit + 1) - until(visit)};
}

VisitPlan PlanVisits(const peer::BenchPlan& plan, const PassCost& cost, double left_ns, double clock_resolution_ns) {
  const uint32_t most_visits = plan.visits - plan.visit + 1;
  const auto part = [&](uint64_t slots) {
    return static_cast<uint32_t>((slots * most_visits + plan.visits - 1) / plan.visits);
  };
  peer::BenchPlan own = plan;
  own.max_slots = part(plan.max_slots);
  for (uint32_t visits = most_visits; visits > 1; --visits) {
    own.min_slots = std::max(part(plan.min_slots), kLeastSlotsOfVisit * visits);
    if (own.min_slots > own.max_slots) continue;
    const double for_slots_ns = left_ns - (visits - 1) * WarmSlotNs(cost);
    const SlotPlan slots = PlanSlots(own, cost, for_slots_ns, clock_resolution_ns);
    if (SlotsNs(slots, cost) <= for_slots_ns) return {slots, visits};
  }
  own.min_slots = part(plan.min_slots);
  return {PlanSlots(own, cost, left_ns, clock_resolution_ns), 1};
}

double VisitsNs(const VisitPlan& plan, const PassCost& cost, uint32_t visit) {
  double ns = kPassesAfter * WholeNs(cost);
  for (; visit < plan.visits; ++visit) ns += WarmSlotNs(cost) + SlotsNs(plan.Of(visit), cost);
  return ns;
}

}  // namespace pbb::measure
