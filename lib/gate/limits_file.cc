// Limits and waivers that a project keeps in a file: reports/schema/limits-1.schema.json.
#include <fmt/format.h>

#include "base/error.h"
#include "base/file.h"
#include "base/suggest.h"
#include "gate/policy.h"
#include "result/fields.h"
#include "result/json_text.h"

namespace pbb::gate {
namespace {

using result::StructureReader;

LimitRule ReadRule(const StructureReader& in, const std::string& file) {
  in.RefuseOthers({"cells", "metric", "limit"});
  const std::string cells = in.Has("cells") ? in.Text("cells") : "*";
  return ParseLimitRule(fmt::format("{}:{}:{}", cells, in.Text("metric"), in.Text("limit")), file);
}

Waiver ReadWaiver(const StructureReader& in) {
  in.RefuseOthers({"cells", "metric", "reason", "expires"});
  Waiver waiver{in.Text("cells"), Metric::kBytes, in.Text("reason"), in.Text("expires")};
  if (const auto metric = ParseMetric(in.Text("metric"))) {
    waiver.metric = *metric;
  } else {
    in.Refuse("metric", fmt::format("unknown metric \"{}\"; {}", in.Text("metric"),
                                    SuggestName(in.Text("metric"), MetricNames())));
  }
  if (waiver.reason.find_first_not_of(" \t\n") == std::string::npos) in.Refuse("reason", "a waiver has a reason");
  if (!IsDate(waiver.expires)) {
    in.Refuse("expires", fmt::format("\"{}\" is no day of the form YYYY-MM-DD", waiver.expires));
  }
  return waiver;
}

}  // namespace

void LoadLimitsFile(const std::string& path, Policy* policy) {
  const std::string file = path == "-" ? "stdin" : path;
  const nlohmann::json parsed = result::ParseJsonText(ReadFile(path), file);
  const StructureReader top(parsed, "", file);
  top.RefuseOthers({"$schema", "limits", "waivers"});
  Limits limits;
  if (top.Has("limits")) {
    const nlohmann::json& list = top.List("limits");
    for (size_t i = 0; i < list.size(); ++i) {
      limits.Add(ReadRule(StructureReader(list[i], fmt::format("limits[{}].", i), file), file));
    }
  }
  for (const LimitRule& rule : policy->limits.rules()) limits.Add(rule);
  policy->limits = std::move(limits);
  if (!top.Has("waivers")) return;
  const nlohmann::json& list = top.List("waivers");
  for (size_t i = 0; i < list.size(); ++i) {
    policy->waivers.push_back(ReadWaiver(StructureReader(list[i], fmt::format("waivers[{}].", i), file)));
  }
}

}  // namespace pbb::gate
