#include "gate/history.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "gate/evidence.h"
#include "stats/geomean.h"
#include "stats/quantile.h"

namespace pbb::gate {
namespace {

using result::Document;

bool FartherFromOne(double a, double b) { return std::abs(std::log(a)) > std::abs(std::log(b)); }

}  // namespace

std::vector<std::string> CommonTimedCells(const Document& a, const Document& b) {
  std::set<std::string> timed;
  for (const result::Cell& cell : b.cells) {
    if (cell.ns_per_op) timed.insert(cell.id.Text());
  }
  std::vector<std::string> common;
  for (const result::Cell& cell : a.cells) {
    if (cell.ns_per_op && timed.count(cell.id.Text()) != 0) common.push_back(cell.id.Text());
  }
  return common;
}

std::optional<double> TimeRatio(const Document& earlier, const Document& later, const std::string& cell) {
  const result::Cell* before = earlier.Find(cell);
  const result::Cell* after = later.Find(cell);
  if (before == nullptr || after == nullptr || !before->ns_per_op || !after->ns_per_op) return std::nullopt;
  return after->ns_per_op->median_ns / before->ns_per_op->median_ns;
}

std::optional<result::LogDrift> DriftBetween(const Document& earlier, const Document& later) {
  result::LogDrift drift;
  std::vector<double> ratios;
  for (const std::string& cell : CommonTimedCells(earlier, later)) {
    const double ratio = *TimeRatio(earlier, later, cell);
    if (ratios.empty() || FartherFromOne(ratio, drift.farthest_ratio)) {
      drift.farthest = cell;
      drift.farthest_ratio = ratio;
    }
    ratios.push_back(ratio);
  }
  if (ratios.empty()) return std::nullopt;
  drift.cells = ratios.size();
  drift.median = stats::Median(ratios);
  const auto [low, high] = std::minmax_element(ratios.begin(), ratios.end());
  drift.low = *low;
  drift.high = *high;
  return drift;
}

result::LogHistory HistoryAfter(const std::string& last, const Document& last_head, const Document& base) {
  result::LogHistory history;
  history.last = last;
  history.last_tree = last_head.codec_tree.sha256;
  history.kind = history.last_tree == base.codec_tree.sha256 ? result::LogHistory::Kind::kContinues
                                                             : result::LogHistory::Kind::kNew;
  if (history.kind == result::LogHistory::Kind::kNew) return history;
  const Evidence evidence = GradeOf(last_head, base);
  history.differences = evidence.differences;
  if (evidence.grade != Grade::kForeign) history.drift = DriftBetween(last_head, base);
  return history;
}

std::vector<ChainedCell> Chain(const std::vector<ChainStep>& steps) {
  std::vector<ChainedCell> cells;
  for (const ChainStep& step : steps) {
    for (const result::Cell& cell : step.head->cells) {
      const std::optional<double> ratio = TimeRatio(*step.base, *step.head, cell.id.Text());
      if (!ratio) continue;
      auto found = std::find_if(cells.begin(), cells.end(), [&](const ChainedCell& c) { return c.id == cell.id; });
      if (found == cells.end()) found = cells.insert(cells.end(), {cell.id, 1, 0});
      found->ratio *= *ratio;
      ++found->steps;
    }
  }
  return cells;
}

std::vector<ChainMean> ChainMeans(const std::vector<ChainedCell>& cells) {
  std::vector<ChainMean> means;
  std::vector<std::vector<std::optional<double>>> ratios;
  for (const ChainedCell& cell : cells) {
    const auto found = std::find_if(means.begin(), means.end(), [&](const ChainMean& mean) {
      return mean.op == cell.id.op && mean.codec == cell.id.codec;
    });
    const auto at = static_cast<size_t>(found - means.begin());
    if (found == means.end()) {
      means.push_back({cell.id.op, cell.id.codec, 1, 0});
      ratios.emplace_back();
    }
    ratios[at].emplace_back(cell.ratio);
  }
  for (size_t i = 0; i < means.size(); ++i) {
    const stats::GeometricMean mean = stats::GeometricMeanOf(ratios[i]);
    means[i].ratio = mean.mean.value_or(1);
    means[i].cells = mean.used;
  }
  return means;
}

}  // namespace pbb::gate
