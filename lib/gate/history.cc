#include "gate/history.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>

#include "gate/evidence.h"
#include "gate/timed_pairs.h"
#include "stats/geomean.h"
#include "stats/quantile.h"

namespace pbb::gate {
namespace {

using result::Document;

bool FartherFromOne(double a, double b) { return std::abs(std::log(a)) > std::abs(std::log(b)); }

}  // namespace

std::optional<result::LogDrift> DriftBetween(const Document& earlier, const Document& later) {
  result::LogDrift drift;
  std::vector<double> ratios;
  for (const TimedPair& pair : TimedPairs(earlier, later)) {
    if (ratios.empty() || FartherFromOne(pair.ratio, drift.farthest_ratio)) {
      drift.farthest = pair.id.Text();
      drift.farthest_ratio = pair.ratio;
    }
    ratios.push_back(pair.ratio);
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
  std::unordered_map<std::string, size_t> places;
  for (const ChainStep& step : steps) {
    for (const TimedPair& pair : TimedPairs(*step.base, *step.head)) {
      const auto [place, is_new] = places.emplace(pair.id.Text(), cells.size());
      if (is_new) cells.push_back({pair.id, 1, 0});
      cells[place->second].ratio *= pair.ratio;
      ++cells[place->second].steps;
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
