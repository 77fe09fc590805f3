#include "gate/limits.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "base/error.h"
#include "base/suggest.h"
#include "result/cell_filter.h"

namespace pbb::gate {
namespace {

constexpr double kTimeShare = 0.10;
constexpr double kLuaAllocationShare = 0.005;
constexpr double kLargestShare = 10;

double DefaultShare(const result::Cell& cell, Metric metric) {
  if (metric == Metric::kTime) return kTimeShare;
  const bool counts_blocks = metric == Metric::kBytes || metric == Metric::kObjects;
  return counts_blocks && cell.jit ? kLuaAllocationShare : 0;
}

}  // namespace

std::optional<double> ParseShare(std::string_view text) {
  double divisor = 1;
  if (text.ends_with('%')) {
    divisor = 100;
    text.remove_suffix(1);
  } else if (text != "0") {
    return std::nullopt;  // "0.1" could mean a tenth or a tenth of a per cent
  }
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  value /= divisor;
  if (value < 0 || value > kLargestShare || std::signbit(value)) return std::nullopt;
  return value;
}

LimitRule ParseLimitRule(std::string_view text, const std::string& flag) {
  const std::string typed(text);
  const char* form = "write METRIC:LIMIT or CELLS:METRIC:LIMIT; LIMIT is a share (10%, 0), advisory or off";
  const size_t last = text.rfind(':');
  if (last == std::string_view::npos) throw UsageError(fmt::format("\"{}\" is no limit", typed), flag, form);
  LimitRule rule;
  rule.text = typed;
  const std::string_view value = text.substr(last + 1);
  std::string_view metric = text.substr(0, last);
  if (const size_t colon = metric.rfind(':'); colon != std::string_view::npos) {
    rule.cells = metric.substr(0, colon);
    metric.remove_prefix(colon + 1);
    if (rule.cells.empty()) throw UsageError(fmt::format("\"{}\" names no cells", typed), flag, form);
  }
  const std::optional<Metric> known = ParseMetric(metric);
  if (!known) {
    throw UsageError(fmt::format("unknown metric \"{}\" in \"{}\"", metric, typed), flag,
                     SuggestName(metric, MetricNames()));
  }
  rule.metric = *known;
  if (value == "advisory") {
    rule.effect = Effect::kAdvisory;
  } else if (value == "off") {
    rule.effect = Effect::kOff;
  } else if (rule.share = ParseShare(value); !rule.share) {
    throw UsageError(fmt::format("\"{}\" in \"{}\" is no limit", value, typed), flag, form);
  } else if (!IsAmount(rule.metric)) {
    throw UsageError(fmt::format("{} is the same or not, it has no share", metric), flag,
                     fmt::format("{0}:advisory or {0}:off", metric));
  }
  return rule;
}

Limit Limits::For(const result::Cell& cell, Metric metric) const {
  Limit limit{DefaultShare(cell, metric), Effect::kGates};
  for (const LimitRule& rule : rules_) {
    if (rule.metric != metric || !result::CellMatches(rule.cells, cell.id)) continue;
    if (rule.share) limit = {*rule.share, Effect::kGates};
    if (rule.effect) limit.effect = *rule.effect;
  }
  return limit;
}

}  // namespace pbb::gate
