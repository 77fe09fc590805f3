// One cell in one launch, on the worker's side: check, warm up, slots, verify what the slots left, count allocation.
// Slots are timed in several visits, with other cells in between; what was prepared stays from the first to the last.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "codec/codec.h"
#include "measure/disturbance.h"
#include "measure/options.h"
#include "measure/visit_plan.h"
#include "peer/messages.h"

namespace pbb::measure {

// Payloads checked in the state that is then timed; all of them were checked before the first launch.
inline constexpr size_t kCheckedFirst = 4;
// Operations that the allocation pass counts at most.
inline constexpr size_t kAllocOps = 2000;

const char* TimerName(Timer timer);  // "google-benchmark", "own"
std::optional<Timer> ParseTimer(const std::string& name);

// What is timed, and by which clock. Codec and payloads must outlive the Bench.
struct BenchSubject {
  codec::Codec* codec = nullptr;  // fresh
  const std::vector<std::string>& payloads;
  codec::Op op;
  uint64_t pass_ops = 0;
  Timer timer = Timer::kGoogleBenchmark;
  double clock_resolution_ns = 1;
  int64_t (*now)();      // wall time, nanoseconds
  int64_t (*cpu_now)();  // CPU time: only for whether the loop has settled
  // A payload's canonical form, which is what results are compared as; without it payloads are canonical.
  std::function<std::string(const std::string& payload)> canonical = {};
};

class Bench {
 public:
  explicit Bench(const BenchSubject& subject) : subject_(subject) {}

  // The next visit. A codec that is wrong gives Outcome::failed and no time, and there is no visit after it, as there
  // is none after an answer without visits_left. `started_ns`: when the request came, by `subject.now`; the plan's
  // budget counts from that of the first visit, which also fixes how slots are made. JIT state is not judged here.
  peer::BenchAnswer Visit(const peer::BenchPlan& plan, int64_t started_ns, DisturbanceProbe* probe);

 private:
  // Each fills in its part of the answer, or says what is wrong.
  std::optional<peer::FailureNote> Begin(const peer::BenchPlan& plan, int64_t started_ns, peer::BenchAnswer* answer);
  std::optional<peer::FailureNote> WarmAgain(peer::BenchAnswer* answer);
  std::optional<peer::FailureNote> TimeSlots(DisturbanceProbe* probe, peer::BenchAnswer* answer);
  std::optional<peer::FailureNote> Finish(peer::BenchAnswer* answer);

  BenchSubject subject_;
  VisitPlan plan_;
  PassCost cost_;                // when the loop had settled
  codec::TraceCounts prepared_;  // those of loading and of the making of sources: not the operation's
  uint32_t visits_done_ = 0;
};

// Checks all payloads: the sum of what the codec wrote, or the first failure.
peer::CheckAnswer RunCheck(codec::Codec* codec, const std::vector<std::string>& payloads);

}  // namespace pbb::measure
