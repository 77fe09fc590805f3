#include "render/ablation_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "render/columns.h"
#include "render/units.h"

namespace pbb::render {
namespace {

using result::Ablation;

constexpr char kNone[] = "-";

struct Row {
  const Ablation* by_default = nullptr;
  const Ablation* in_history = nullptr;

  const Ablation& any() const { return by_default != nullptr ? *by_default : *in_history; }
};

bool SameRow(const Ablation& a, const Ablation& b) {
  return a.pair.name == b.pair.name && a.pair.jit == b.pair.jit && a.cell.schema == b.cell.schema &&
         a.cell.size == b.cell.size && a.cell.ring == b.cell.ring && a.cell.op == b.cell.op;
}

std::vector<Row> RowsOf(const std::vector<Ablation>& ablations) {
  std::vector<Row> rows;
  for (const Ablation& one : ablations) {
    auto row = std::find_if(rows.begin(), rows.end(), [&](const Row& r) { return SameRow(r.any(), one); });
    if (row == rows.end()) row = rows.insert(rows.end(), Row{});
    (one.pair.history ? row->in_history : row->by_default) = &one;
  }
  return rows;
}

void AddRatio(const Ablation* ablation, std::vector<Field>* row) {
  row->push_back({ablation == nullptr ? kNone : Ratio(ablation->ratio)});
  const bool has_interval = ablation != nullptr && ablation->low && ablation->high;
  row->push_back({has_interval ? fmt::format("{} .. {}", Ratio(*ablation->low), Ratio(*ablation->high)) : kNone});
}

}  // namespace

std::string AblationTable(const std::vector<Ablation>& ablations) {
  if (ablations.empty()) return "";
  std::vector<std::vector<Field>> rows = {
      {{"switch"}, {"cell"}, {"op"}, {"jit"}, {"default"}, {"interval"}, {"in its history"}, {"interval"}, {"n"}}};
  for (const Row& row : RowsOf(ablations)) {
    const Ablation& any = row.any();
    std::vector<Field> fields = {{Printable(any.pair.name)},
                                 {Printable(fmt::format("{}/{}/{}", any.cell.schema, any.cell.size, any.cell.ring))},
                                 {Printable(any.cell.op)},
                                 {any.pair.jit}};
    AddRatio(row.by_default, &fields);
    AddRatio(row.in_history, &fields);
    fields.push_back({fmt::format("{}", std::min(any.launches_with, any.launches_without))});
    rows.push_back(std::move(fields));
  }
  return "ablation: time without the switch / time with it; above 1x the switch helps\n" +
         AlignColumns(rows, {0, 1, 2, 3, 5, 7}) + "\n";
}

}  // namespace pbb::render
