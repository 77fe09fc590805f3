// In how many visits a cell is timed in one launch, from what the warm-up showed and the time that is left. Visits
// spread the slots over the launch: on a shared machine everything may run 1.4 times slower for up to a second, and
// slots that lie together would all be hit.
#pragma once

#include <cstdint>

#include "measure/slot_plan.h"
#include "peer/messages.h"

namespace pbb::measure {

// A visit that times fewer is not worth what filling the caches again costs.
inline constexpr uint32_t kLeastSlotsOfVisit = 2;
// A slot of the warm-up is a pass, or as many as take that long: three of them must agree within 5 %.
inline constexpr double kWarmSlotNs = 1e6;

struct VisitPlan {
  SlotPlan slots;       // of all visits together
  uint32_t visits = 0;  // before anything is planned: 0

  // The visit's share, from 0: shares differ by one slot at most.
  SlotPlan Of(uint32_t visit) const;
};

// As PlanSlots(), for the visits from plan.visit on: fewer than plan.visits when there is no time for
// kLeastSlotsOfVisit slots in each. A cell whose earlier visits were in a worker that died gets the slots of those that
// are left.
VisitPlan PlanVisits(const peer::BenchPlan& plan, const PassCost& cost, double left_ns, double clock_resolution_ns);

// What the visits from `visit` on will take, from 0: a warm-up slot and slots each, then what comes after the slots.
double VisitsNs(const VisitPlan& plan, const PassCost& cost, uint32_t visit);

}  // namespace pbb::measure
