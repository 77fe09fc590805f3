#include "gate/time.h"

#include <algorithm>
#include <map>
#include <vector>

#include "gate/compare.h"
#include "result/summary.h"
#include "stats/quantile.h"
#include "stats/rank_test.h"

namespace pbb::gate {
namespace {

// Of a launch's slots the quarter that was left in peace the most. Neighbours make slots slower and never faster, so
// the lower quartile still holds the code's own speed when up to three quarters of a launch were disturbed, and a
// change of the code moves it like the median. With medians in its place the test finds 15 % in one cell in 86 % of
// draws from recorded launches, with this in 93 % (METHOD.md, Comparing).
std::vector<double> QuietQuarters(const result::Timing& timing) {
  std::vector<double> values;
  for (const result::Launch& launch : timing.launches) {
    if (!launch.slots_ns.empty()) values.push_back(stats::Quantile(launch.slots_ns, 0.25));
  }
  return values;
}

// Time over the oracle's time, launch by launch: both ran in the same launch, so what slowed one down slowed the other.
std::vector<double> OverOracle(const result::Timing& timing, const result::Timing& oracle) {
  std::map<uint64_t, double> by_seed;
  for (const result::Launch& launch : oracle.launches) {
    if (!launch.slots_ns.empty()) by_seed[launch.seed] = stats::Median(launch.slots_ns);
  }
  std::vector<double> ratios;
  for (const result::Launch& launch : timing.launches) {
    const auto found = by_seed.find(launch.seed);
    if (found != by_seed.end() && !launch.slots_ns.empty()) {
      ratios.push_back(stats::Median(launch.slots_ns) / found->second);
    }
  }
  return ratios;
}

void CompareToOracle(const result::Cell& base, const result::Cell& head, const result::Cell* base_oracle,
                     const result::Cell* head_oracle, TimeChange* time) {
  if (base_oracle == nullptr || head_oracle == nullptr || base_oracle->id == base.id) return;
  if (!base_oracle->ns_per_op || !head_oracle->ns_per_op) return;
  const std::vector<double> before = OverOracle(*base.ns_per_op, *base_oracle->ns_per_op);
  const std::vector<double> after = OverOracle(*head.ns_per_op, *head_oracle->ns_per_op);
  if (before.empty() || after.empty()) return;
  time->oracle_ratio = stats::Median(after) / stats::Median(before);
  time->oracle_interval = stats::IntervalForRatio(after, before);
}

Change ForeignChange(const TimeChange& time) {
  if (!time.oracle_ratio || !time.oracle_interval) return Change::kNone;
  if (*time.oracle_ratio >= kForeignRatio && time.oracle_interval->low > kForeignLow) return Change::kWorse;
  if (*time.oracle_ratio <= 1 / kForeignRatio && time.oracle_interval->high < 1 / kForeignLow) return Change::kBetter;
  return Change::kNone;
}

// The head's launches, moved so that they lie where the base's do, would be told from them as soon as they were slower
// by this factor: the upper end of the interval that inverts the very test.
std::optional<double> SmallestCaught(const result::Timing& base, const result::Timing& head, double limit,
                                     double alpha_of_one) {
  const std::vector<double> before = QuietQuarters(base);
  std::vector<double> moved = QuietQuarters(head);
  if (before.empty() || moved.empty()) return std::nullopt;
  const double ratio = stats::Median(moved) / stats::Median(before);
  for (double& value : moved) value /= ratio;
  const auto interval = stats::IntervalForRatio(before, moved, 1 - alpha_of_one);
  if (!interval) return std::nullopt;
  return std::max(1 + limit, interval->high);
}

}  // namespace

std::optional<TimeChange> MeasureTime(const result::Cell& base, const result::Cell& head,
                                      const result::Cell* base_oracle, const result::Cell* head_oracle, Grade grade) {
  if (!base.ns_per_op || !head.ns_per_op) return std::nullopt;
  TimeChange time;
  time.base_ns = base.ns_per_op->median_ns;
  time.head_ns = head.ns_per_op->median_ns;
  time.ratio = time.head_ns / time.base_ns;
  const std::vector<double> before = result::LaunchMedians(*base.ns_per_op);
  const std::vector<double> after = result::LaunchMedians(*head.ns_per_op);
  time.base_launches = before.size();
  time.head_launches = after.size();
  if (before.empty() || after.empty()) return time;
  time.interval = stats::IntervalForRatio(after, before);
  CompareToOracle(base, head, base_oracle, head_oracle, &time);
  if (grade == Grade::kForeign) return time;
  const auto test = stats::MannWhitney(QuietQuarters(*head.ns_per_op), QuietQuarters(*base.ns_per_op));
  time.p = test.p;
  time.ranks_slower = 2 * test.u > static_cast<double>(before.size() * after.size());
  return time;
}

bool CanResolve(const TimeChange& time, double alpha, size_t cells) {
  if (time.base_launches == 0 || time.head_launches == 0) return false;
  return stats::SmallestP(time.base_launches, time.head_launches) * static_cast<double>(cells) <= alpha;
}

void JudgeByRank(const result::Cell& base, const result::Cell& head, const Limit& limit, double alpha, size_t cells,
                 TimeChange* time) {
  time->limit = limit.share;
  if (!time->p_family) return;
  time->tested = true;
  time->resolved = *time->p_family <= alpha;
  if (time->resolved && time->ranks_slower && time->ratio > 1 + limit.share) time->change = Change::kWorse;
  if (time->resolved && !time->ranks_slower && time->ratio < 1 / (1 + limit.share)) time->change = Change::kBetter;
  time->fails = time->change == Change::kWorse && limit.effect == Effect::kGates;
  time->smallest_caught =
      SmallestCaught(*base.ns_per_op, *head.ns_per_op, limit.share, alpha / static_cast<double>(cells));
}

void JudgeByOracle(const Limit& limit, TimeChange* time) {
  time->limit = limit.share;
  time->tested = false;
  time->change = ForeignChange(*time);
  time->fails = time->change == Change::kWorse && limit.effect == Effect::kGates;
}

}  // namespace pbb::gate
