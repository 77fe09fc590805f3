#include "result/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "stats/interval.h"
#include "stats/outlier.h"
#include "stats/quantile.h"

namespace pbb::result {
namespace {

bool IsTime(double ns) { return std::isfinite(ns) && ns > 0; }

// Takes unusable slots out; indices of disturbed slots move with their slots.
size_t TakeOutUnusable(Launch* launch) {
  Launch kept;
  kept.seed = launch->seed;
  for (size_t i = 0; i < launch->slots_ns.size(); ++i) {
    if (!IsTime(launch->slots_ns[i])) continue;
    const auto& disturbed = launch->disturbed_slots;
    if (std::find(disturbed.begin(), disturbed.end(), i) != disturbed.end()) {
      kept.disturbed_slots.push_back(static_cast<uint32_t>(kept.slots_ns.size()));
    }
    kept.slots_ns.push_back(launch->slots_ns[i]);
  }
  const size_t taken_out = launch->slots_ns.size() - kept.slots_ns.size();
  *launch = std::move(kept);
  return taken_out;
}

size_t CountOutlierSlots(const std::vector<Launch>& launches) {
  std::vector<double> all;
  for (const Launch& launch : launches) all.insert(all.end(), launch.slots_ns.begin(), launch.slots_ns.end());
  return stats::CountOutliers(all).Total();
}

}  // namespace

std::vector<double> LaunchMedians(const Timing& timing) {
  std::vector<double> medians;
  for (const Launch& launch : timing.launches) {
    if (!launch.slots_ns.empty()) medians.push_back(stats::Median(launch.slots_ns));
  }
  return medians;
}

double LaunchSpread(const Timing& timing) {
  const std::vector<double> medians = LaunchMedians(timing);
  if (medians.empty()) return 1;
  const auto [best, worst] = std::minmax_element(medians.begin(), medians.end());
  return *worst / *best;
}

void SetTiming(Cell* cell, std::vector<Launch> launches) {
  size_t taken_out = 0;
  for (Launch& launch : launches) taken_out += TakeOutUnusable(&launch);
  std::erase_if(launches, [](const Launch& launch) { return launch.slots_ns.empty(); });
  if (taken_out > 0) AddNote(cell, fmt::format("slots taken out because their time was not above 0: {}", taken_out));
  if (launches.empty()) {
    Failure failure;
    failure.what = "no slot gave a time above 0";
    SetFailure(cell, std::move(failure));
    return;
  }
  Timing timing;
  timing.launches = std::move(launches);
  const std::vector<double> medians = LaunchMedians(timing);
  timing.median_ns = stats::Median(medians);
  timing.worst_launch_ns = *std::max_element(medians.begin(), medians.end());
  if (const auto interval = stats::IntervalForMedian(medians)) {
    timing.low_ns = interval->low;
    timing.high_ns = interval->high;
    timing.coverage = interval->coverage;
  }
  timing.outlier_slots = CountOutlierSlots(timing.launches);
  cell->disturbed = std::any_of(timing.launches.begin(), timing.launches.end(),
                                [](const Launch& launch) { return !launch.disturbed_slots.empty(); });
  cell->msgs_per_s = 1e9 / timing.median_ns;
  if (cell->payload) cell->mb_per_s = cell->payload->bytes_mean * 1e3 / timing.median_ns;
  if (cell->status == Status::kOk && (cell->warm_capped || LaunchSpread(timing) > kUnstableSpread)) {
    cell->status = Status::kUnstable;
  }
  cell->ns_per_op = std::move(timing);
}

void SetFailure(Cell* cell, Failure failure) {
  cell->status = Status::kFailed;
  cell->failure = std::move(failure);
  cell->ns_per_op.reset();
  cell->msgs_per_s.reset();
  cell->mb_per_s.reset();
}

}  // namespace pbb::result
