// One cell in one launch, on the worker's side: check, warm up, slots, verify what the slots left, count allocation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "codec/codec.h"
#include "measure/disturbance.h"
#include "measure/options.h"
#include "peer/messages.h"

namespace pbb::measure {

// Payloads checked in the state that is then timed; all of them were checked before the first launch.
inline constexpr size_t kCheckedFirst = 4;
// Operations that the allocation pass counts at most.
inline constexpr size_t kAllocOps = 2000;

const char* TimerName(Timer timer);  // "google-benchmark", "own"
std::optional<Timer> ParseTimer(const std::string& name);

// What is timed, and by which clock.
struct BenchSubject {
  codec::Codec* codec = nullptr;  // fresh
  const std::vector<std::string>& payloads;
  codec::Op op;
  uint64_t pass_ops = 0;
  Timer timer = Timer::kGoogleBenchmark;
  double clock_resolution_ns = 1;
  int64_t (*now)();      // wall time, nanoseconds
  int64_t (*cpu_now)();  // CPU time: only for whether the loop has settled
};

// A codec that is wrong gives Outcome::failed and no time. `started_ns`: when the request came, by `subject.now`; the
// plan's budget counts from there. JIT state is not judged here.
peer::BenchAnswer RunBench(const BenchSubject& subject, const peer::BenchPlan& plan, int64_t started_ns,
                           DisturbanceProbe* probe);

// Checks all payloads: the sum of what the codec wrote, or the first failure.
peer::CheckAnswer RunCheck(codec::Codec* codec, const std::vector<std::string>& payloads);

}  // namespace pbb::measure
