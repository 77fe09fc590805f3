#include "result/ablation.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "result/cell_index.h"
#include "result/fields.h"
#include "result/summary.h"
#include "stats/ratio_interval.h"

namespace pbb::result {

using nlohmann::json;

namespace {

Ablation Compare(const AblationPair& pair, const Cell& with, const Cell& without) {
  Ablation row;
  row.pair = pair;
  row.cell = with.id;
  row.ratio = without.ns_per_op->median_ns / with.ns_per_op->median_ns;
  row.launches_with = with.ns_per_op->launches.size();
  row.launches_without = without.ns_per_op->launches.size();
  const auto interval = stats::IntervalForRatio(LaunchMedians(*without.ns_per_op), LaunchMedians(*with.ns_per_op));
  if (interval) {
    row.low = interval->low;
    row.high = interval->high;
    row.coverage = interval->coverage;
  }
  return row;
}

Ablation ReadOne(const StructureReader& in, const std::string& where) {
  Ablation row;
  row.pair = {in.Text("switch"), in.Text("place") == "history", in.Text("with"), in.Text("without"), in.Text("jit")};
  row.cell = {in.Text("schema"), in.Text("size"), in.Text("ring"), in.Text("op"), row.pair.with};
  std::vector<std::string> problems;
  FigureReader figures(in.object(), where, &problems);
  const auto ratio = figures.Required("ratio", FigureReader::Range::kRate);
  row.low = figures.Number("low", FigureReader::Range::kRate);
  row.high = figures.Number("high", FigureReader::Range::kRate);
  row.coverage = figures.Number("coverage", FigureReader::Range::kShare);
  row.launches_with = figures.Count("launches_with").value_or(0);
  row.launches_without = figures.Count("launches_without").value_or(0);
  if (!problems.empty() || !ratio) in.Refuse("", problems.empty() ? "has no ratio" : problems.front());
  row.ratio = *ratio;
  return row;
}

}  // namespace

std::vector<Ablation> AblationsOf(const Document& document, const std::vector<AblationPair>& pairs) {
  const CellIndex cells(document);
  std::vector<Ablation> rows;
  for (const AblationPair& pair : pairs) {
    for (const Cell& with : document.cells) {
      if (with.id.codec != pair.with || !with.ns_per_op) continue;
      const Cell* without = cells.Find(with.id, pair.without);
      if (without != nullptr && without->ns_per_op) rows.push_back(Compare(pair, with, *without));
    }
  }
  return rows;
}

json AblationsJson(const std::vector<Ablation>& ablations) {
  json out = json::array();
  for (const Ablation& row : ablations) {
    json one = {{"switch", row.pair.name},
                {"place", row.pair.history ? "history" : "default"},
                {"with", row.pair.with},
                {"without", row.pair.without},
                {"jit", row.pair.jit},
                {"schema", row.cell.schema},
                {"size", row.cell.size},
                {"ring", row.cell.ring},
                {"op", row.cell.op},
                {"ratio", row.ratio},
                {"launches_with", row.launches_with},
                {"launches_without", row.launches_without}};
    if (row.low) one["low"] = *row.low;
    if (row.high) one["high"] = *row.high;
    if (row.coverage) one["coverage"] = *row.coverage;
    out.push_back(std::move(one));
  }
  return out;
}

std::vector<Ablation> ReadAblations(const StructureReader& top, const std::string& file) {
  std::vector<Ablation> rows;
  if (!top.Has("ablations")) return rows;
  const json& list = top.List("ablations");
  for (size_t i = 0; i < list.size(); ++i) {
    const std::string where = fmt::format("ablations[{}].", i);
    rows.push_back(ReadOne(StructureReader(list[i], where, file), where));
  }
  return rows;
}

}  // namespace pbb::result
