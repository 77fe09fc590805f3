#include "measure/visits.h"

#include <algorithm>
#include <utility>

namespace pbb::measure {

peer::BenchAnswer JoinVisits(peer::BenchAnswer before, peer::BenchAnswer last) {
  if (last.outcome.failed || !last.outcome.not_applicable.empty()) return last;
  const auto shift = static_cast<uint32_t>(before.slots_ns.size());
  before.slots_ns.insert(before.slots_ns.end(), last.slots_ns.begin(), last.slots_ns.end());
  for (const uint32_t slot : last.disturbed) before.disturbed.push_back(slot + shift);
  last.slots_ns = std::move(before.slots_ns);
  last.disturbed = std::move(before.disturbed);
  last.warm_slots += before.warm_slots;
  last.warm_capped = last.warm_capped || before.warm_capped;
  return last;
}

bool LaunchVisits::Add(size_t cell, uint32_t visit, peer::BenchAnswer answer) {
  Visited& visited = cells_[cell];
  const bool ended = answer.outcome.failed || !answer.outcome.not_applicable.empty();
  visited.visits = ended ? visit : std::min(visited.visits, visit + answer.visits_left);
  visited.answer = JoinVisits(std::move(visited.answer), std::move(answer));
  return visited.visits == visit;
}

}  // namespace pbb::measure
