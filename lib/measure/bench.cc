#include "measure/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "measure/gb_slots.h"
#include "measure/own_slots.h"
#include "measure/warm_up.h"
#include "stats/quantile.h"

namespace pbb::measure {
namespace {

// Of the budget: how much warming up may use, and how much is kept for what comes after the slots.
constexpr double kWarmShare = 0.5;
constexpr double kAfterShare = 0.1;
// A slot of the warm-up is a pass, or as many as take that long: three of them must agree within 5 %.
constexpr double kWarmSlotNs = 1e6;
constexpr int kEmptyPasses = 5;
constexpr uint64_t kEmptyWarmOps = 2000;  // LuaJIT compiles a loop after 56 turns

peer::FailureNote NoteOf(const codec::Mismatch& mismatch, size_t payload) {
  return {mismatch.what, mismatch.path, mismatch.byte, mismatch.payload.value_or(payload)};
}

std::optional<peer::FailureNote> CheckFirst(const BenchSubject& subject) {
  for (size_t i = 0; i < std::min(kCheckedFirst, subject.payloads.size()); ++i) {
    if (const auto mismatch = subject.codec->Check(subject.payloads[i], nullptr)) return NoteOf(*mismatch, i);
  }
  return std::nullopt;
}

// Runs until the loop has settled or a cap is reached. Returns what a pass costs then.
struct Warmed {
  PassCost cost;  // of the last slot
  std::string error;
};
Warmed RunWarmUp(const BenchSubject& subject, const peer::BenchPlan& plan, int64_t started_ns,
                 peer::BenchAnswer* answer) {
  Warmed warmed;
  WarmUp warm_up(std::max<uint32_t>(plan.warm_max_slots, kSettledSlots));
  const int64_t deadline = started_ns + static_cast<int64_t>(kWarmShare * static_cast<double>(plan.budget_ns));
  bool out_of_time = false;
  while (!warm_up.settled() && !warm_up.capped() && !out_of_time) {
    PassCost sum;
    double cpu_ns = 0, passes = 0;
    do {
      TimedPass pass = RunTimedPass(subject.codec, subject.now, subject.cpu_now);
      if (!pass.error.empty()) {
        warmed.error = std::move(pass.error);
        return warmed;
      }
      sum.timed_ns += pass.cost.timed_ns;
      sum.untimed_ns += pass.cost.untimed_ns;
      cpu_ns += pass.cpu_ns;
      ++passes;
      out_of_time = subject.now() >= deadline && warm_up.slots() + 1 >= kSettledSlots;
    } while (sum.timed_ns < kWarmSlotNs && !out_of_time);
    warmed.cost = {sum.timed_ns / passes, sum.untimed_ns / passes};
    // By CPU time: a loop that has settled does not become unsettled because another process took the CPU.
    warm_up.Add(cpu_ns / (passes * static_cast<double>(subject.pass_ops)), subject.codec->Traces().events());
  }
  answer->warm_slots = warm_up.slots();
  answer->warm_capped = !warm_up.settled();
  return warmed;
}

// What the last pass left must be the ring's last payloads.
std::optional<peer::FailureNote> VerifySink(const BenchSubject& subject) {
  const std::vector<std::string> sink = subject.codec->SinkContents();
  const uint64_t expected = std::min<uint64_t>(subject.pass_ops, codec::kSinkEntries);
  if (sink.size() != expected) {
    return peer::FailureNote{
        fmt::format("the sink holds {} results after the slots, expected {}", sink.size(), expected), {}, {}, {}};
  }
  for (size_t i = 0; i < sink.size(); ++i) {
    const size_t index = (subject.pass_ops - expected + i) % subject.payloads.size();
    const std::string& payload = subject.payloads[index];
    if (sink[i] == payload) continue;
    const auto differs = std::mismatch(sink[i].begin(), sink[i].end(), payload.begin(), payload.end());
    return peer::FailureNote{"what the timed slots left differs from the payload",
                             {},
                             static_cast<uint64_t>(differs.first - sink[i].begin()),
                             index};
  }
  return std::nullopt;
}

// Warmed like the loop it stands for: a ring of ten payloads would stay in the interpreter for its first passes.
double EmptyLoopNs(const BenchSubject& subject) {
  for (uint64_t ops = 0; ops < kEmptyWarmOps; ops += subject.pass_ops) subject.codec->RunEmptyPass();
  std::vector<double> times;
  for (int i = 0; i < kEmptyPasses; ++i) {
    const int64_t start = subject.now();
    subject.codec->RunEmptyPass();
    times.push_back(static_cast<double>(subject.now() - start) / static_cast<double>(subject.pass_ops));
  }
  return stats::Median(times);
}

void CountAllocations(codec::Codec* codec, peer::BenchAnswer* answer) {
  codec::AllocCounts counts = codec->CountAllocations(kAllocOps);
  answer->alloc_ops = counts.ops;
  answer->alloc_objects = counts.objects;
  answer->alloc_bytes = counts.bytes;
  answer->alloc_kinds = std::move(counts.kinds);
}

// Those since `before`: what loading and the making of sources compiled is not the operation's.
void TakeTraces(const codec::Codec& codec, const codec::TraceCounts& before, peer::BenchAnswer* answer) {
  codec::TraceCounts traces = codec.Traces();
  answer->traces_compiled = traces.compiled - before.compiled;
  answer->trace_aborts = traces.aborted - before.aborted;
  answer->abort_reasons = std::move(traces.abort_reasons);
}

peer::BenchAnswer Failed(peer::FailureNote note) {
  peer::BenchAnswer answer;
  answer.outcome.failed = std::move(note);
  return answer;
}

}  // namespace

const char* TimerName(Timer timer) { return timer == Timer::kOwn ? "own" : "google-benchmark"; }

std::optional<Timer> ParseTimer(const std::string& name) {
  for (const Timer timer : {Timer::kGoogleBenchmark, Timer::kOwn}) {
    if (name == TimerName(timer)) return timer;
  }
  return std::nullopt;
}

peer::BenchAnswer RunBench(const BenchSubject& subject, const peer::BenchPlan& plan, int64_t started_ns,
                           DisturbanceProbe* probe) {
  if (auto failure = CheckFirst(subject)) return Failed(std::move(*failure));
  std::string error = subject.codec->Prepare(subject.op, subject.payloads, subject.pass_ops);
  if (!error.empty()) return Failed({std::move(error), {}, {}, {}});
  const codec::TraceCounts prepared = subject.codec->Traces();
  peer::BenchAnswer answer;
  Warmed warmed = RunWarmUp(subject, plan, started_ns, &answer);
  if (!warmed.error.empty()) return Failed({std::move(warmed.error), {}, {}, {}});
  const double left_ns =
      (1 - kAfterShare) * static_cast<double>(plan.budget_ns) - static_cast<double>(subject.now() - started_ns);
  const SlotPlan slots = PlanSlots(plan, warmed.cost, left_ns, subject.clock_resolution_ns);
  SlotTimes times = subject.timer == Timer::kOwn ? OwnSlots(subject.codec, subject.pass_ops, slots, probe, subject.now)
                                                 : GoogleBenchmarkSlots(subject.codec, subject.pass_ops, slots, probe);
  if (!times.error.empty()) return Failed({std::move(times.error), {}, {}, {}});
  TakeTraces(*subject.codec, prepared, &answer);
  answer.notes = subject.codec->Notes();
  answer.jit = subject.codec->JitState();
  if (auto failure = VerifySink(subject)) return Failed(std::move(*failure));
  answer.slots_ns = std::move(times.ns_per_op);
  answer.disturbed = std::move(times.disturbed);
  answer.passes_per_slot = slots.passes_per_slot;
  CountAllocations(subject.codec, &answer);
  answer.empty_loop_ns = EmptyLoopNs(subject);
  return answer;
}

peer::CheckAnswer RunCheck(codec::Codec* codec, const std::vector<std::string>& payloads) {
  peer::CheckAnswer answer;
  for (size_t i = 0; i < payloads.size(); ++i) {
    size_t wire_bytes = 0;
    if (const auto mismatch = codec->Check(payloads[i], &wire_bytes)) {
      answer.outcome.failed = NoteOf(*mismatch, i);
      return answer;
    }
    answer.wire_bytes += wire_bytes;
  }
  answer.jit = codec->JitState();
  return answer;
}

}  // namespace pbb::measure
