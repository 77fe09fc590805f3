#include "render/compare_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "render/compare_text.h"

namespace pbb::render {
namespace {

using gate::CellComparison;
using gate::Comparison;
using gate::Verdict;

constexpr char kNone[] = "-";

bool IsInBoth(const CellComparison* cell) {
  return cell != nullptr && cell->verdict != Verdict::kMissing && cell->verdict != Verdict::kNew;
}

CompareGroup* GroupFor(const result::CellId& id, std::vector<CompareGroup>* groups) {
  for (CompareGroup& group : *groups) {
    if (group.schema == id.schema && group.ring == id.ring) return &group;
  }
  groups->push_back({id.schema, id.ring, {}, {}});
  return &groups->back();
}

size_t IndexIn(const std::string& name, std::vector<std::string>* names) {
  const auto found = std::find(names->begin(), names->end(), name);
  if (found != names->end()) return static_cast<size_t>(found - names->begin());
  names->push_back(name);
  return names->size() - 1;
}

// Rows of a size stand together, of an op within it; all of a size have one unit, so that they can be told at a glance.
void SortAndScale(CompareGroup* group) {
  std::vector<std::string> sizes, ops;
  std::map<std::string, std::vector<double>> times_ns;
  for (const CompareRow& row : group->rows) {
    IndexIn(row.id.size, &sizes);
    IndexIn(row.id.op, &ops);
    for (const CellComparison* cell : row.cells) {
      if (cell == nullptr) continue;
      for (const result::Cell* side : {cell->base, cell->head}) {
        if (side != nullptr && side->ns_per_op) times_ns[row.id.size].push_back(side->ns_per_op->median_ns);
      }
    }
  }
  std::map<std::string, TimeScale> scales;
  for (const auto& [size, times] : times_ns) scales.emplace(size, TimeScaleFor(times));
  for (CompareRow& row : group->rows) {
    if (const auto found = scales.find(row.id.size); found != scales.end()) row.scale = found->second;
  }
  const auto place = [&](const CompareRow& row) {
    return std::pair(IndexIn(row.id.size, &sizes), IndexIn(row.id.op, &ops));
  };
  std::stable_sort(group->rows.begin(), group->rows.end(),
                   [&](const CompareRow& a, const CompareRow& b) { return place(a) < place(b); });
  group->ops = ops;
}

}  // namespace

std::vector<CompareGroup> GroupComparisons(std::span<const Comparison> comparisons) {
  std::vector<CompareRow> rows;
  std::map<std::string, size_t> row_of;
  for (size_t i = 0; i < comparisons.size(); ++i) {
    for (const CellComparison& cell : comparisons[i].cells) {
      const auto [found, is_first] = row_of.try_emplace(cell.id.Text(), rows.size());
      if (is_first) rows.push_back({cell.id, std::vector<const CellComparison*>(comparisons.size())});
      rows[found->second].cells[i] = &cell;
    }
  }
  std::vector<CompareGroup> groups;
  for (CompareRow& row : rows) {
    if (std::none_of(row.cells.begin(), row.cells.end(), IsInBoth)) continue;
    GroupFor(row.id, &groups)->rows.push_back(std::move(row));
  }
  for (CompareGroup& group : groups) SortAndScale(&group);
  return groups;
}

std::vector<std::string> LinesOf(const Comparison& comparison, Verdict verdict) {
  std::vector<std::string> lines;
  for (const CellComparison& cell : comparison.cells) {
    if (cell.verdict != verdict) continue;
    std::string line = cell.id.Text();
    const std::string why = VerdictLabel(cell).substr(gate::VerdictWord(verdict).size());
    if (why != ", waived") line += why;  // the remark says it with the reason
    for (const std::string& remark : RemarksOf(cell)) line += ", " + remark;
    lines.push_back(std::move(line));
  }
  return lines;
}

FigureColumns ColumnsOf(const Comparison& comparison) {
  FigureColumns columns;
  for (const CellComparison& cell : comparison.cells) {
    if (!cell.time) continue;
    columns.has_p = columns.has_p || cell.time->p_family;
    columns.has_oracle = columns.has_oracle || cell.time->oracle_ratio;
  }
  return columns;
}

std::vector<Heading> FigureHeadings(const FigureColumns& columns) {
  std::vector<Heading> headings = {{"base"}, {"head"}, {"unit", true}, {"ratio"}, {"interval", true}};
  if (columns.has_oracle) headings.insert(headings.end(), {{"to oracle"}, {"its interval", true}});
  if (columns.has_p) headings.push_back({"p"});
  headings.insert(headings.end(), {{"n"}, {"change"}});
  return headings;
}

std::vector<std::string> FigureTexts(const CellComparison& cell, const TimeScale& scale, const FigureColumns& columns) {
  const bool has_time =
      (cell.base != nullptr && cell.base->ns_per_op) || (cell.head != nullptr && cell.head->ns_per_op);
  std::vector<std::string> texts = {SideText(cell.base, scale), SideText(cell.head, scale),
                                    has_time ? std::string(scale.unit) + "/op" : kNone};
  if (!cell.time) {
    texts.resize(FigureHeadings(columns).size(), kNone);
    return texts;
  }
  const gate::TimeChange& time = *cell.time;
  texts.push_back(Ratio(time.ratio));
  texts.push_back(IntervalText(time.interval));
  if (columns.has_oracle) {
    texts.push_back(time.oracle_ratio ? Ratio(*time.oracle_ratio) : kNone);
    texts.push_back(IntervalText(time.oracle_interval));
  }
  if (columns.has_p) texts.push_back(time.p_family ? ProbabilityText(*time.p_family) : kNone);
  texts.push_back(LaunchesText(time));
  texts.push_back(Change(time.base_ns, time.head_ns));
  return texts;
}

std::string SideText(const result::Cell* cell, const TimeScale& scale) {
  if (cell == nullptr) return kNone;
  if (cell->ns_per_op) return scale.Text(cell->ns_per_op->median_ns);
  const bool has_word = cell->status == result::Status::kFailed || cell->status == result::Status::kNotApplicable;
  return has_word ? std::string(result::StatusWord(cell->status)) : kNone;
}

std::vector<Heading> GeomeanHeadings() {
  return {{"op", true}, {"codec", true}, {"ratio"},   {"interval", true},
          {"cells"},    {"skipped"},     {"slowest"}, {"where", true}};
}

std::vector<std::string> GeomeanTexts(const gate::GeomeanRow& row) {
  const bool has_interval = row.low && row.high;
  return {Printable(row.op),
          Printable(row.codec),
          Ratio(row.ratio),
          has_interval ? fmt::format("{} .. {}", Ratio(*row.low), Ratio(*row.high)) : kNone,
          fmt::format("{}", row.used),
          fmt::format("{}", row.skipped),
          Ratio(row.worst_ratio),
          Printable(row.worst)};
}

}  // namespace pbb::render
