#include "measure/gb_slots.h"

#include <benchmark/benchmark.h>

#include <ostream>
#include <utility>

namespace pbb::measure {
namespace {

class SlotReporter : public benchmark::BenchmarkReporter {
 public:
  explicit SlotReporter(SlotTimes* times) : times_(times), nowhere_(nullptr) {
    SetOutputStream(&nowhere_);
    SetErrorStream(&nowhere_);
  }

  bool ReportContext(const Context&) override { return true; }

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration || run.error_occurred) continue;
      times_->ns_per_op.push_back(run.real_accumulated_time * 1e9 / static_cast<double>(run.iterations));
    }
  }

 private:
  SlotTimes* times_;
  std::ostream nowhere_;
};

}  // namespace

SlotTimes GoogleBenchmarkSlots(codec::Codec* codec, uint64_t pass_ops, const SlotPlan& plan, DisturbanceProbe* probe) {
  SlotTimes times;
  uint32_t slot = 0;
  const auto run_slot = [&](benchmark::State& state) {
    if (!times.error.empty()) return state.SkipWithError(times.error.c_str());
    probe->Start();
    while (state.KeepRunningBatch(static_cast<benchmark::IterationCount>(pass_ops))) {
      state.PauseTiming();
      codec->BeforePass();
      state.ResumeTiming();
      std::string error = codec->RunPass();
      if (!error.empty()) {
        times.error = std::move(error);
        return state.SkipWithError(times.error.c_str());
      }
    }
    if (probe->Disturbed()) times.disturbed.push_back(slot);
    ++slot;
  };
  benchmark::ClearRegisteredBenchmarks();
  benchmark::RegisterBenchmark("cell", run_slot)
      ->Iterations(static_cast<benchmark::IterationCount>(pass_ops * plan.passes_per_slot))
      ->Repetitions(static_cast<int>(plan.slots));
  SlotReporter reporter(&times);
  benchmark::RunSpecifiedBenchmarks(&reporter, nullptr, "all");
  benchmark::ClearRegisteredBenchmarks();
  return times;
}

}  // namespace pbb::measure
