#include "measure/own_slots.h"

namespace pbb::measure {

TimedPass RunTimedPass(codec::Codec* codec, int64_t (*now)(), int64_t (*cpu_now)()) {
  TimedPass pass;
  const int64_t before = now();
  codec->BeforePass();
  const int64_t cpu_start = cpu_now != nullptr ? cpu_now() : 0;
  const int64_t start = now();
  pass.error = codec->RunPass();
  const int64_t end = now();
  if (cpu_now != nullptr) pass.cpu_ns = static_cast<double>(cpu_now() - cpu_start);
  pass.cost = {static_cast<double>(end - start), static_cast<double>(start - before)};
  return pass;
}

SlotTimes OwnSlots(codec::Codec* codec, uint64_t pass_ops, const SlotPlan& plan, DisturbanceProbe* probe,
                   int64_t (*now)()) {
  SlotTimes times;
  const double ops = static_cast<double>(pass_ops * plan.passes_per_slot);
  for (uint32_t slot = 0; slot < plan.slots; ++slot) {
    probe->Start();
    double ns = 0;
    for (uint64_t i = 0; i < plan.passes_per_slot; ++i) {
      TimedPass pass = RunTimedPass(codec, now);
      if (!pass.error.empty()) {
        times.error = std::move(pass.error);
        return times;
      }
      ns += pass.cost.timed_ns;
    }
    if (probe->Disturbed()) times.disturbed.push_back(slot);
    times.ns_per_op.push_back(ns / ops);
  }
  return times;
}

}  // namespace pbb::measure
