#include "gate/metric.h"

#include <utility>

namespace pbb::gate {
namespace {

constexpr std::pair<Metric, std::string_view> kNames[] = {
    {Metric::kTime, "time"},     {Metric::kBytes, "bytes"},     {Metric::kObjects, "objects"},
    {Metric::kWire, "wire"},     {Metric::kCheck, "check"},     {Metric::kStatus, "status"},
    {Metric::kTraces, "traces"}, {Metric::kMissing, "missing"},
};

}  // namespace

std::string_view MetricName(Metric metric) {
  for (const auto& [known, name] : kNames) {
    if (known == metric) return name;
  }
  return "?";
}

std::optional<Metric> ParseMetric(std::string_view name) {
  for (const auto& [metric, known] : kNames) {
    if (known == name) return metric;
  }
  return std::nullopt;
}

std::vector<std::string> MetricNames() {
  std::vector<std::string> names;
  for (const auto& [metric, name] : kNames) names.emplace_back(name);
  return names;
}

bool IsAmount(Metric metric) {
  return metric == Metric::kTime || metric == Metric::kBytes || metric == Metric::kObjects || metric == Metric::kWire;
}

}  // namespace pbb::gate
