// The worker's own slot loop, for what Google Benchmark's can't express, and to hold that one against.
#pragma once

#include "measure/slots.h"

namespace pbb::measure {

// Times `plan.slots` slots; a pass is `pass_ops` operations, as codec->Prepare() was told. `now` is in nanoseconds.
SlotTimes OwnSlots(codec::Codec* codec, uint64_t pass_ops, const SlotPlan& plan, DisturbanceProbe* probe,
                   int64_t (*now)());

// One pass of a slot: what it took, and what came before it.
struct TimedPass {
  PassCost cost;      // by `now`
  double cpu_ns = 0;  // the timed part by `cpu_now`, where that is given
  std::string error;
};
TimedPass RunTimedPass(codec::Codec* codec, int64_t (*now)(), int64_t (*cpu_now)() = nullptr);

}  // namespace pbb::measure
