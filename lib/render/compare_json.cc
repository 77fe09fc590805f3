#include "render/compare_json.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "result/json_text.h"

namespace pbb::render {
namespace {

using gate::CellComparison;
using gate::Comparison;
using nlohmann::json;

void Put(const char* key, std::optional<double> value, json* out) {
  if (value && std::isfinite(*value)) (*out)[key] = *value;
}

void Put(const char* key, const std::string& value, json* out) {
  if (!value.empty()) (*out)[key] = value;
}

void Put(const char* key, const std::optional<stats::RatioInterval>& interval, json* out) {
  if (!interval || !std::isfinite(interval->low + interval->high + interval->coverage)) return;
  (*out)[key] = {{"low", interval->low}, {"high", interval->high}, {"coverage", interval->coverage}};
}

const char* ChangeWord(gate::Change change) {
  switch (change) {
    case gate::Change::kNone:
      return "none";
    case gate::Change::kWorse:
      return "worse";
    case gate::Change::kBetter:
      return "better";
  }
  return "none";
}

const char* OutcomeWord(gate::Outcome outcome) {
  switch (outcome) {
    case gate::Outcome::kPass:
      return "pass";
    case gate::Outcome::kFail:
      return "fail";
    case gate::Outcome::kInconclusive:
      return "inconclusive";
    case gate::Outcome::kNothingCompared:
      return "nothing compared";
  }
  return "inconclusive";
}

json SideJson(const std::string& name, const result::Document* document) {
  json out = {{"name", name}};
  if (document == nullptr) return out;
  Put("measured_at", document->measured_at, &out);
  Put("codec_tree", document->codec_tree.sha256, &out);
  return out;
}

json TimeJson(const gate::TimeChange& time) {
  json out = {{"base_launches", time.base_launches},
              {"head_launches", time.head_launches},
              {"change", ChangeWord(time.change)},
              {"resolved", time.resolved},
              {"fails", time.fails}};
  Put("base_ns", time.base_ns, &out);
  Put("head_ns", time.head_ns, &out);
  Put("ratio", time.ratio, &out);
  Put("interval", time.interval, &out);
  Put("p", time.p, &out);
  Put("p_family", time.p_family, &out);
  Put("limit", time.limit, &out);
  Put("oracle_ratio", time.oracle_ratio, &out);
  Put("oracle_interval", time.oracle_interval, &out);
  Put("smallest_caught", time.smallest_caught, &out);
  Put("waived", time.waived, &out);
  return out;
}

json ExactJson(const gate::ExactChange& exact) {
  json out = {{"metric", gate::MetricName(exact.metric)},
              {"base", exact.base},
              {"head", exact.head},
              {"change", ChangeWord(exact.change)},
              {"fails", exact.fails}};
  Put("ratio", exact.ratio, &out);
  Put("limit", exact.limit, &out);
  Put("waived", exact.waived, &out);
  return out;
}

json CellJson(const CellComparison& cell) {
  json out = {{"id", cell.id.Text()},
              {"schema", cell.id.schema},
              {"size", cell.id.size},
              {"ring", cell.id.ring},
              {"op", cell.id.op},
              {"codec", cell.id.codec},
              {"verdict", gate::VerdictWord(cell.verdict)},
              {"fails", cell.fails},
              {"inconclusive", cell.inconclusive},
              {"exact", json::array()},
              {"remarks", cell.remarks}};
  if (cell.time) out["time"] = TimeJson(*cell.time);
  for (const gate::ExactChange& exact : cell.exact) out["exact"].push_back(ExactJson(exact));
  return out;
}

json GeomeanJson(const gate::GeomeanRow& row) {
  json out = {{"op", row.op}, {"codec", row.codec}, {"used", row.used}, {"skipped", row.skipped}};
  Put("ratio", row.ratio, &out);
  Put("low", row.low, &out);
  Put("high", row.high, &out);
  Put("worst", row.worst, &out);
  if (!row.worst.empty()) Put("worst_ratio", row.worst_ratio, &out);
  return out;
}

json ComparisonJson(const Comparison& comparison) {
  json out = {
      {"base", SideJson(comparison.base_name, comparison.base)},
      {"head", SideJson(comparison.head_name, comparison.head)},
      {"evidence",
       {{"grade", gate::GradeName(comparison.evidence.grade)}, {"differences", comparison.evidence.differences}}},
      {"outcome", OutcomeWord(comparison.outcome)},
      {"sentence", comparison.sentence},
      {"counts", json::object()},
      {"remarks", comparison.remarks},
      {"unexpected", comparison.unexpected},
      {"geomeans", json::array()},
      {"cells", json::array()}};
  Put("alpha", comparison.alpha, &out);
  if (const gate::Controls& controls = comparison.controls; controls.cells > 0) {
    out["controls"] = {{"cells", controls.cells}, {"moved", controls.moved}};
    Put("ratio", controls.ratio, &out["controls"]);
  }
  for (const gate::Verdict verdict : gate::kAllVerdicts) {
    out["counts"][std::string(gate::VerdictWord(verdict))] = comparison.Count(verdict);
  }
  for (const gate::GeomeanRow& row : comparison.geomeans) out["geomeans"].push_back(GeomeanJson(row));
  for (const CellComparison& cell : comparison.cells) out["cells"].push_back(CellJson(cell));
  return out;
}

}  // namespace

std::string RenderCompareJson(const std::vector<Comparison>& comparisons) {
  json out = {{"comparison_version", kComparisonVersion}, {"comparisons", json::array()}};
  for (const Comparison& comparison : comparisons) out["comparisons"].push_back(ComparisonJson(comparison));
  return result::JsonText(out);
}

}  // namespace pbb::render
