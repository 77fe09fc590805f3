#include "render/compare_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "gate/compare.h"
#include "render/columns.h"
#include "render/compare_lines.h"
#include "render/compare_notes.h"
#include "render/compare_rows.h"
#include "render/compare_text.h"
#include "render/units.h"

namespace pbb::render {
namespace {

using gate::CellComparison;
using gate::Comparison;
using gate::Verdict;
using Comparisons = std::vector<Comparison>;

Colour ColourOf(const CellComparison& cell) {
  if (cell.fails) return Colour::kRed;
  const bool is_doubtful = cell.inconclusive || cell.verdict == Verdict::kRegressed ||
                           cell.verdict == Verdict::kTradeoff || cell.verdict == Verdict::kMissing;
  return is_doubtful ? Colour::kYellow : Colour::kNone;
}

Field VerdictField(const CellComparison& cell, const CompareTableOptions& options, CompareNotes* notes) {
  std::string text = VerdictLabel(cell);
  if (const std::string references = notes->References(RemarksOf(cell)); !references.empty()) text += " " + references;
  return {text, options.colour ? ColourOf(cell) : Colour::kNone};
}

bool IsShown(const CompareRow& row, const CompareTableOptions& options) {
  return options.all || std::any_of(row.cells.begin(), row.cells.end(), [](const CellComparison* cell) {
           return cell != nullptr && cell->verdict != Verdict::kUnresolved;
         });
}

std::vector<Heading> NameHeadings() { return {{"size", true}, {"op", true}, {"codec", true}}; }

std::vector<Field> NameFields(const CompareRow& row) {
  return {{Printable(row.id.size)}, {Printable(row.id.op)}, {Printable(row.id.codec)}};
}

RowsWithLines OneDocument(const CompareGroup& group, const FigureColumns& columns, const CompareTableOptions& options,
                          CompareNotes* notes) {
  std::vector<Heading> headings = NameHeadings();
  for (Heading& heading : FigureHeadings(columns)) headings.push_back(std::move(heading));
  headings.push_back({"verdict", true});
  RowsWithLines table(headings);
  for (const CompareRow& row : group.rows) {
    if (!IsShown(row, options)) continue;
    const CellComparison& cell = *row.cells[0];
    std::vector<Field> fields = NameFields(row);
    for (std::string& text : FigureTexts(cell, row.scale, columns)) fields.push_back({std::move(text)});
    fields.push_back(VerdictField(cell, options, notes));
    table.Add(std::move(fields), ChangeLines(cell));
  }
  return table;
}

const result::Cell* BaseOf(const CompareRow& row) {
  for (const CellComparison* cell : row.cells) {
    if (cell != nullptr && cell->base != nullptr) return cell->base;
  }
  return nullptr;
}

// The base once, then time, ratio and verdict of each further document.
RowsWithLines SideBySide(const CompareGroup& group, const Comparisons& comparisons, const CompareTableOptions& options,
                         CompareNotes* notes) {
  std::vector<Heading> headings = NameHeadings();
  headings.insert(headings.end(), {{"unit", true}, {"base"}});
  for (const Comparison& comparison : comparisons) {
    headings.insert(headings.end(), {{Printable(comparison.head_name)}, {"ratio"}, {"verdict", true}});
  }
  RowsWithLines table(headings);
  for (const CompareRow& row : group.rows) {
    if (!IsShown(row, options)) continue;
    std::vector<Field> fields = NameFields(row);
    fields.push_back({std::string(row.scale.unit) + "/op"});
    fields.push_back({SideText(BaseOf(row), row.scale)});
    std::vector<std::string> lines;
    for (size_t i = 0; i < comparisons.size(); ++i) {
      const CellComparison* cell = row.cells[i];
      if (cell == nullptr) {
        fields.insert(fields.end(), 3, Field{"-"});
        continue;
      }
      fields.push_back({SideText(cell->head, row.scale)});
      fields.push_back({cell->time ? Ratio(cell->time->ratio) : "-"});
      fields.push_back(VerdictField(*cell, options, notes));
      for (const std::string& line : ChangeLines(*cell)) {
        lines.push_back(fmt::format("{}: {}", Printable(comparisons[i].head_name), line));
      }
    }
    table.Add(std::move(fields), std::move(lines));
  }
  return table;
}

std::string Groups(const Comparisons& comparisons, const CompareTableOptions& options, CompareNotes* notes) {
  std::string out;
  size_t hidden = 0;
  for (const CompareGroup& group : GroupComparisons(comparisons)) {
    const RowsWithLines table = comparisons.size() == 1 ? OneDocument(group, ColumnsOf(comparisons[0]), options, notes)
                                                        : SideBySide(group, comparisons, options, notes);
    hidden += group.rows.size() - table.size();
    if (table.size() == 0) continue;
    out += fmt::format("{}, ring {}\n{}\n", Printable(group.schema), Printable(group.ring), table.Text());
  }
  if (hidden > 0) out += fmt::format("not shown: {} with no difference resolved\n\n", hidden);
  return out;
}

// "missing (the base has them):" and the names, or "".
std::string List(std::string_view heading, const std::vector<std::string>& lines) {
  if (lines.empty()) return "";
  std::string out = fmt::format("{}:\n", heading);
  for (const std::string& line : lines) out += fmt::format("  {}\n", Printable(line));
  return out + "\n";
}

std::string Geomeans(const Comparison& comparison) {
  if (comparison.geomeans.empty()) return "";
  RowsWithLines table(GeomeanHeadings());
  for (const gate::GeomeanRow& row : comparison.geomeans) {
    std::vector<Field> fields;
    for (std::string& text : GeomeanTexts(row)) fields.push_back({std::move(text)});
    table.Add(std::move(fields));
  }
  return fmt::format("geometric mean of the time ratios of cells in both\n{}\n", table.Text());
}

// What stands below the tables, for one further document.
std::string Summary(const Comparison& comparison) {
  return List("missing (the base has them)", LinesOf(comparison, Verdict::kMissing)) +
         List("new (the base lacks them)", LinesOf(comparison, Verdict::kNew)) + Geomeans(comparison) +
         List("moved against what was expected", comparison.unexpected) + List("remarks", comparison.remarks) +
         PowerLine(comparison) + "\n";
}

std::string EvidenceLines(const Comparisons& comparisons) {
  const std::string first = Printable(gate::EvidenceLine(comparisons[0].evidence));
  const bool are_alike = std::all_of(comparisons.begin(), comparisons.end(), [&](const Comparison& comparison) {
    return Printable(gate::EvidenceLine(comparison.evidence)) == first;
  });
  if (are_alike) return first + "\n";
  std::string out;
  for (const Comparison& comparison : comparisons) {
    out += fmt::format("{}, for {}\n", Printable(gate::EvidenceLine(comparison.evidence)),
                       Printable(comparison.head_name));
  }
  return out;
}

std::string Documents(const Comparisons& comparisons) {
  const result::Document* base = comparisons[0].base;
  const std::string base_machine = base == nullptr ? "" : MachineText(*base);
  const bool differs = std::any_of(comparisons.begin(), comparisons.end(), [&](const Comparison& comparison) {
    return comparison.head != nullptr && MachineText(*comparison.head) != base_machine;
  });
  std::string out = fmt::format("base: {}\n", DocumentText(comparisons[0].base_name, base));
  if (differs) out += fmt::format("      {}\n", base_machine);
  for (const Comparison& comparison : comparisons) {
    out += fmt::format("head: {}\n", DocumentText(comparison.head_name, comparison.head));
    if (differs && comparison.head != nullptr) out += fmt::format("      {}\n", MachineText(*comparison.head));
  }
  if (!differs && base != nullptr) out += fmt::format("both: {}\n", base_machine);
  return out;
}

// What the columns mean, as far as they are there.
std::string Legend(const Comparisons& comparisons) {
  double coverage = 1;
  size_t family = 0;
  bool has_interval = false, has_oracle = false;
  for (const Comparison& comparison : comparisons) {
    for (const CellComparison& cell : comparison.cells) {
      if (!cell.time) continue;
      if (cell.time->p_family) ++family;
      has_oracle = has_oracle || cell.time->oracle_ratio;
      if (!cell.time->interval) continue;
      has_interval = true;
      coverage = std::min(coverage, cell.time->interval->coverage);
    }
  }
  std::string out = "ratio: time of head / time of base; above 1x is slower\n";
  if (comparisons.size() > 1) return out + "\n";
  if (has_interval) {
    out += fmt::format("interval: holds the ratio with {:.1f} % confidence (by rank over launches)\n", coverage * 100);
  }
  if (has_oracle) {
    out += fmt::format(
        "to oracle: ratio of times over the oracle's of the same run; regressed from {} with its interval above {}\n",
        Ratio(gate::kForeignRatio), Ratio(gate::kForeignLow));
  }
  if (family > 0) {
    out += fmt::format("p: rank test over the lower quartiles of n launches, Holm over {} {}; resolved up to {:.2g}\n",
                       family, family == 1 ? "cell" : "cells", comparisons[0].alpha);
  }
  if (const gate::Controls& controls = comparisons[0].controls; controls.cells > 0) {
    out += fmt::format("controls: the oracle's own cells went by {} (median of {})\n", Change(1, controls.ratio),
                       controls.cells);
  }
  return out + "\n";
}

}  // namespace

std::string RenderCompareTable(const Comparisons& comparisons, const CompareTableOptions& options) {
  if (comparisons.empty()) return "nothing was compared\n";
  CompareNotes notes;
  std::string out = EvidenceLines(comparisons) + Documents(comparisons) + Legend(comparisons);
  out += Groups(comparisons, options, &notes);
  for (size_t i = 0; i < notes.texts().size(); ++i) out += fmt::format("[{}] {}\n", i + 1, notes.texts()[i]);
  if (!notes.texts().empty()) out += "\n";
  if (comparisons.size() == 1) return out + Summary(comparisons[0]) + Printable(comparisons[0].sentence) + "\n";
  for (const Comparison& comparison : comparisons) {
    out += fmt::format("{} against {}\n\n{}\n", Printable(comparison.head_name), Printable(comparison.base_name),
                       Summary(comparison));
  }
  for (const Comparison& comparison : comparisons) {
    out += fmt::format("{}: {}\n", Printable(comparison.head_name), Printable(comparison.sentence));
  }
  return out;
}

}  // namespace pbb::render
