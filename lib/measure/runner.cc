#include "measure/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/clock.h"
#include "base/error.h"
#include "base/hash.h"
#include "codec/registry.h"
#include "measure/bench.h"
#include "measure/budget.h"
#include "measure/collect.h"
#include "measure/launch.h"
#include "measure/machine_state.h"
#include "measure/visits.h"
#include "result/fingerprint.h"

namespace pbb::measure {
namespace {

// A request that takes this much longer than it should still may be a busy machine; then comes the plan's patience.
constexpr int64_t kSlack = 10;
// A budget overrun by more than that is worth a word.
constexpr double kOverrun = 1.1;

void RefuseUnusableCodecs(const Plan& plan) {
  for (const PlannedCodec& codec : plan.codecs) {
    if (!codec.uses_lua) continue;
    const std::string why = codec::WhyUnusable(codec::FindCodec(codec.name.base), plan.options.codec_tree);
    if (!why.empty()) throw Error(ExitCode::kMissingTool, why, codec.name.base);
  }
}

class Runner {
 public:
  Runner(const Plan& plan, const Hooks& hooks)
      : plan_(plan),
        hooks_(hooks),
        files_(plan),
        collector_(plan),
        started_ns_(MonotonicNs()),
        budget_(plan, started_ns_) {
    for (const PlannedCell& cell : plan.cells) checks_.insert({cell.ring, cell.codec});
    total_ = checks_.size() + plan.launches.size() * StepsOfLaunch();
  }

  result::Document Run() {
    result::Document document;
    // Before anything is measured: a tree that can't be read must not cost a finished run.
    if (!plan_.options.codec_tree.empty()) document.codec_tree.sha256 = HashTree(plan_.options.codec_tree);
    document.machine = result::ReadMachine();
    document.state_before = result::ReadMachineState();
    const peer::HelloAnswer hello = VerifyAll();
    document.runtime = RuntimeOf(hello);
    document.state_before->clock_resolution_ns = hello.clock_resolution_ns;
    for (size_t i = 0; i < plan_.launches.size() && !stopped_; ++i) RunLaunch(i);
    document.state_after = result::ReadMachineState();
    document.complete = !stopped_;
    document.config.seed = plan_.options.seed;
    document.cells = collector_.Cells();
    document.warnings = MachineWarnings(document.machine, *document.state_before, kDebugBuild);
    for (const std::string& warning : collector_.warnings()) document.warnings.push_back(warning);
    WarnOfOverrun(&document);
    return document;
  }

 private:
  static result::Runtime RuntimeOf(const peer::HelloAnswer& hello) {
    const auto value = [&](const char* key) {
      const auto found = hello.runtime.find(key);
      return found == hello.runtime.end() ? std::string() : found->second;
    };
    return {value("luajit"), value("jit_flags"), value("libprotobuf"), {}};
  }

  // Every payload of every ring through every codec, in one worker, before anything is timed.
  peer::HelloAnswer VerifyAll() {
    Launch launch(plan_, files_, aside_.worker_cpu(), 0);
    peer::HelloAnswer hello = launch.Hello();
    for (const auto& [ring, codec] : checks_) {
      if (Stop()) break;
      VerifyRing(&launch, ring, codec);
      ++done_;
    }
    launch.End();
    return hello;
  }

  void VerifyRing(Launch* launch, size_t ring, size_t codec) {
    const Ring& payloads = plan_.rings[ring].ring;
    const std::string name = plan_.codecs[codec].name.Text();
    Report(0, fmt::format("{}/{}/{} {}", payloads.schema, payloads.size, payloads.ring, name));
    const peer::CheckRequest request{SubjectOf(ring, codec)};
    const int64_t timeout_ns = kSlack * CheckNs(plan_.rings[ring]) + plan_.options.patience_ns;
    Understand<peer::CheckAnswer>(
        launch->Ask(ring, request.ToJson(), timeout_ns, hooks_.stopped),
        [&](const peer::CheckAnswer& answer) { collector_.AddCheck(ring, codec, answer); },
        [&](const peer::SessionFailure& failure) { collector_.AddCheckLost(ring, codec, failure); });
  }

  // Every visit has the cells in one order, so that those of a cell lie as far apart as can be: shuffled anew, one
  // would come last and then first. A launch that was stopped in between counts for the cells that have had all their
  // visits.
  void RunLaunch(size_t index) {
    const PlannedLaunch& planned = plan_.launches[index];
    Launch launch(plan_, files_, aside_.worker_cpu(), planned.padding_bytes);
    LaunchVisits visits(plan_.cells.size(), plan_.visits);
    budget_.StartLaunch();
    for (uint32_t visit = 1; visit <= plan_.visits; ++visit) {
      for (size_t at = 0; at < planned.order.size(); ++at) {
        if (Stop()) return;
        const size_t cell = planned.order[at];
        if (collector_.Open(cell) && visits.Wants(cell, visit)) {
          Report(static_cast<int>(index) + 1, plan_.cells[cell].id.Text());
          if (visit == 1) visits.SetBudget(cell, budget_.Share(index, at, open_, MonotonicNs()));
          RunVisit(&launch, cell, planned.seed, visit, &visits);
        }
        ++done_;
      }
    }
    launch.End();
  }

  void RunVisit(Launch* launch, size_t cell, uint64_t seed, uint32_t visit, LaunchVisits* visits) {
    const PlannedCell& planned = plan_.cells[cell];
    peer::BenchRequest request;
    request.subject = SubjectOf(planned.ring, planned.codec);
    request.op = codec::OpName(planned.op);
    request.pass_ops = plan_.rings[planned.ring].pass_ops;
    request.timer = TimerName(plan_.options.timer);
    request.plan.budget_ns = visits->budget_ns(cell);
    request.plan.visit = visit;
    request.plan.visits = visits->visits(cell);
    const int64_t longest_ns = std::max(request.plan.budget_ns, LeastBenchNs(plan_.rings[planned.ring]));
    const int64_t timeout_ns = std::min(kSlack * longest_ns, plan_.options.budget_ns) + plan_.options.patience_ns;
    Understand<peer::BenchAnswer>(
        launch->Ask(planned.ring, request.ToJson(), timeout_ns, hooks_.stopped),
        [&](const peer::BenchAnswer& answer) {
          if (visit == 1) budget_.SetAside(answer.left_ns);
          if (visits->Add(cell, visit, answer)) collector_.AddBench(cell, seed, visits->answer(cell));
        },
        [&](const peer::SessionFailure& failure) { collector_.AddBenchLost(cell, failure); });
  }

  peer::Subject SubjectOf(size_t ring, size_t codec) const {
    const Ring& payloads = plan_.rings[ring].ring;
    return {payloads.schema,   plan_.codecs[codec].name.Text(), files_.ring(ring), payloads.payloads.size(),
            plan_.options.jit, plan_.options.jit_options};
  }

  // A failure that came from being told to stop is nobody's.
  template <typename Answer, typename Take, typename Lose>
  void Understand(const peer::Reply& reply, const Take& take, const Lose& lose) {
    if (reply.failure) {
      if (reply.failure->kind == peer::SessionFailure::Kind::kStopped) {
        stopped_ = true;
      } else {
        lose(*reply.failure);
      }
      return;
    }
    try {
      take(Answer::FromJson(reply.json));
    } catch (const Error& error) {
      lose({peer::SessionFailure::Kind::kBadAnswer, fmt::format("answered badly: {}", error.what()), {}});
    }
  }

  size_t StepsOfLaunch() const { return plan_.cells.size() * plan_.visits; }

  bool Stop() {
    stopped_ = stopped_ || (hooks_.stopped && hooks_.stopped());
    return stopped_;
  }

  void Report(int launch, std::string what) const {
    if (!hooks_.progress) return;
    Progress progress;
    progress.verifying = launch == 0;
    progress.launch = launch;
    progress.launches = static_cast<int>(plan_.launches.size());
    progress.done = done_;
    progress.total = total_;
    progress.what = std::move(what);
    progress.elapsed_ns = MonotonicNs() - started_ns_;
    progress.left_ns = LeftNs(progress.elapsed_ns);
    hooks_.progress(progress);
  }

  // The plan's estimate until a launch is through, then what a launch took.
  int64_t LeftNs(int64_t elapsed_ns) const {
    const size_t measured = done_ > checks_.size() ? done_ - checks_.size() : 0;
    if (measured < StepsOfLaunch()) return std::max<int64_t>(plan_.expected_ns - elapsed_ns, 0);
    const double per_step = static_cast<double>(elapsed_ns) / static_cast<double>(done_);
    return static_cast<int64_t>(per_step * static_cast<double>(total_ - done_));
  }

  void WarnOfOverrun(result::Document* document) const {
    const auto took_ns = static_cast<double>(MonotonicNs() - started_ns_);
    const auto budget_ns = static_cast<double>(plan_.options.budget_ns);
    if (plan_.options.verify_only || took_ns <= kOverrun * budget_ns) return;
    document->warnings.push_back(
        fmt::format("the run took {:.0f} s, its budget was {:.0f} s: this machine is slower than assumed",
                    took_ns / 1e9, budget_ns / 1e9));
  }

  const Plan& plan_;
  const Hooks& hooks_;
  RunFiles files_;
  Collector collector_;
  HostAside aside_;
  int64_t started_ns_;
  Budget budget_;
  std::function<bool(size_t)> open_ = [this](size_t cell) { return collector_.Open(cell); };
  std::set<std::pair<size_t, size_t>> checks_;  // ring and codec
  size_t done_ = 0;
  size_t total_ = 0;
  bool stopped_ = false;
};

}  // namespace

result::Document Run(const Plan& plan, const Hooks& hooks) {
  RefuseUnusableCodecs(plan);
  result::Document document = Runner(plan, hooks).Run();
  document.ablations = result::AblationsOf(document, plan.options.ablations);
  return document;
}

}  // namespace pbb::measure
