// Slots timed by Google Benchmark: a cell registered at run time, a fixed number of iterations, one KeepRunningBatch
// for each pass, results taken by a reporter of our own that prints nothing.
#pragma once

#include "measure/slots.h"

namespace pbb::measure {

// As OwnSlots(). Nothing is written to stdout or stderr. Not to be called from inside another benchmark.
SlotTimes GoogleBenchmarkSlots(codec::Codec* codec, uint64_t pass_ops, const SlotPlan& plan, DisturbanceProbe* probe);

}  // namespace pbb::measure
