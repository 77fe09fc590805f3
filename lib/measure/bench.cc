#include "measure/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
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
constexpr int kEmptyPasses = 5;
constexpr uint64_t kEmptyWarmOps = 2000;  // LuaJIT compiles a loop after 56 turns
constexpr int64_t kNever = std::numeric_limits<int64_t>::max();

peer::FailureNote NoteOf(const codec::Mismatch& mismatch, size_t payload) {
  return {mismatch.what, mismatch.path, mismatch.byte, mismatch.payload.value_or(payload)};
}

std::optional<peer::FailureNote> CheckFirst(const BenchSubject& subject) {
  for (size_t i = 0; i < std::min(kCheckedFirst, subject.payloads.size()); ++i) {
    if (const auto mismatch = subject.codec->Check(subject.payloads[i], nullptr)) return NoteOf(*mismatch, i);
  }
  return std::nullopt;
}

// A slot of the warm-up: what a pass costs in it.
struct WarmSlot {
  PassCost cost;
  double cpu_ns = 0;  // of a pass
  std::string error;
};
WarmSlot RunWarmSlot(const BenchSubject& subject, int64_t deadline_ns) {
  PassCost sum;
  double cpu_ns = 0, passes = 0;
  do {
    TimedPass pass = RunTimedPass(subject.codec, subject.now, subject.cpu_now);
    if (!pass.error.empty()) return {{}, 0, std::move(pass.error)};
    sum.timed_ns += pass.cost.timed_ns;
    sum.untimed_ns += pass.cost.untimed_ns;
    cpu_ns += pass.cpu_ns;
    ++passes;
  } while (sum.timed_ns < kWarmSlotNs && subject.now() < deadline_ns);
  return {{sum.timed_ns / passes, sum.untimed_ns / passes}, cpu_ns / passes, {}};
}

// Runs until the loop has settled or a cap is reached. Returns the last slot.
WarmSlot RunWarmUp(const BenchSubject& subject, const peer::BenchPlan& plan, int64_t started_ns,
                   peer::BenchAnswer* answer) {
  WarmSlot slot;
  WarmUp warm_up(std::max<uint32_t>(plan.warm_max_slots, kSettledSlots));
  const int64_t deadline = started_ns + static_cast<int64_t>(kWarmShare * static_cast<double>(plan.budget_ns));
  const auto may_end = [&] { return warm_up.slots() >= kSettledSlots && subject.now() >= deadline; };
  while (!warm_up.settled() && !warm_up.capped() && !may_end()) {
    slot = RunWarmSlot(subject, warm_up.slots() + 1 >= kSettledSlots ? deadline : kNever);
    if (!slot.error.empty()) return slot;
    // By CPU time: a loop that has settled does not become unsettled because another process took the CPU.
    warm_up.Add(slot.cpu_ns / static_cast<double>(subject.pass_ops), subject.codec->Traces().events());
  }
  answer->warm_slots = warm_up.slots();
  answer->warm_capped = !warm_up.settled();
  return slot;
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
    if (sink[i] == subject.payloads[index]) continue;
    const std::string payload =
        subject.canonical ? subject.canonical(subject.payloads[index]) : subject.payloads[index];
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

// Those since `before`.
void TakeTraces(const codec::Codec& codec, const codec::TraceCounts& before, peer::BenchAnswer* answer) {
  const codec::TraceCounts traces = codec.Traces();
  answer->traces_compiled = traces.compiled - before.compiled;
  answer->trace_aborts = traces.aborted - before.aborted;
  for (const auto& [reason, count] : traces.abort_reasons) {
    const auto earlier = before.abort_reasons.find(reason);
    const uint64_t counted = earlier == before.abort_reasons.end() ? 0 : earlier->second;
    if (count > counted) answer->abort_reasons[reason] = count - counted;
  }
}

peer::FailureNote Plainly(std::string what) { return {std::move(what), {}, {}, {}}; }

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

std::optional<peer::FailureNote> Bench::Begin(const peer::BenchPlan& plan, int64_t started_ns,
                                              peer::BenchAnswer* answer) {
  if (auto failure = CheckFirst(subject_)) return failure;
  std::string error = subject_.codec->Prepare(subject_.op, subject_.payloads, subject_.pass_ops);
  if (!error.empty()) return Plainly(std::move(error));
  prepared_ = subject_.codec->Traces();
  WarmSlot last = RunWarmUp(subject_, plan, started_ns, answer);
  if (!last.error.empty()) return Plainly(std::move(last.error));
  cost_ = last.cost;
  const double left_ns =
      (1 - kAfterShare) * static_cast<double>(plan.budget_ns) - static_cast<double>(subject_.now() - started_ns);
  plan_ = PlanVisits(plan, cost_, left_ns, subject_.clock_resolution_ns);
  return std::nullopt;
}

// Other cells have had the caches since the last visit.
std::optional<peer::FailureNote> Bench::WarmAgain(peer::BenchAnswer* answer) {
  WarmSlot slot = RunWarmSlot(subject_, kNever);
  if (!slot.error.empty()) return Plainly(std::move(slot.error));
  answer->warm_slots = 1;
  return std::nullopt;
}

std::optional<peer::FailureNote> Bench::TimeSlots(DisturbanceProbe* probe, peer::BenchAnswer* answer) {
  const SlotPlan slots = plan_.Of(visits_done_);
  SlotTimes times = subject_.timer == Timer::kOwn
                        ? OwnSlots(subject_.codec, subject_.pass_ops, slots, probe, subject_.now)
                        : GoogleBenchmarkSlots(subject_.codec, subject_.pass_ops, slots, probe);
  if (!times.error.empty()) return Plainly(std::move(times.error));
  answer->slots_ns = std::move(times.ns_per_op);
  answer->disturbed = std::move(times.disturbed);
  answer->passes_per_slot = slots.passes_per_slot;
  return std::nullopt;
}

std::optional<peer::FailureNote> Bench::Finish(peer::BenchAnswer* answer) {
  TakeTraces(*subject_.codec, prepared_, answer);
  answer->notes = subject_.codec->Notes();
  answer->jit = subject_.codec->JitState();
  if (auto failure = VerifySink(subject_)) return failure;
  CountAllocations(subject_.codec, answer);
  answer->empty_loop_ns = EmptyLoopNs(subject_);
  return std::nullopt;
}

peer::BenchAnswer Bench::Visit(const peer::BenchPlan& plan, int64_t started_ns, DisturbanceProbe* probe) {
  peer::BenchAnswer answer;
  auto failure = visits_done_ == 0 ? Begin(plan, started_ns, &answer) : WarmAgain(&answer);
  if (!failure) failure = TimeSlots(probe, &answer);
  if (failure) return Failed(std::move(*failure));
  ++visits_done_;
  answer.visits_left = plan_.visits - visits_done_;
  if (answer.visits_left > 0) {
    answer.left_ns = static_cast<int64_t>(VisitsNs(plan_, cost_, visits_done_));
  } else if ((failure = Finish(&answer))) {
    return Failed(std::move(*failure));
  }
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
