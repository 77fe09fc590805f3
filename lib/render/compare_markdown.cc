#include "render/compare_markdown.h"

#include <fmt/format.h>

#include <span>
#include <string_view>
#include <utility>

#include "render/compare_notes.h"
#include "render/compare_rows.h"
#include "render/compare_text.h"
#include "render/markdown.h"

namespace pbb::render {
namespace {

using gate::CellComparison;
using gate::Comparison;
using gate::Verdict;

// A heading row and the row of dashes below it.
std::string Head(const std::vector<Heading>& headings) {
  std::string head = "|", rule = "|";
  for (const Heading& heading : headings) {
    head += fmt::format(" {} |", heading.text);
    rule += heading.left ? ":--|" : "--:|";
  }
  return head + "\n" + rule + "\n";
}

std::string Row(const std::vector<std::string>& texts) {
  std::string row = "|";
  for (const std::string& text : texts) row += fmt::format(" {} |", EscapeMarkdown(text));
  return row + "\n";
}

std::string CellRow(const CompareRow& row, const FigureColumns& columns, CompareNotes* notes) {
  const CellComparison& cell = *row.cells[0];
  std::vector<std::string> texts = {row.id.size, row.id.codec};
  for (std::string& text : FigureTexts(cell, row.scale, columns)) texts.push_back(std::move(text));
  std::vector<std::string> lines = ChangeLines(cell);
  for (std::string& remark : RemarksOf(cell)) lines.push_back(std::move(remark));
  const std::string references = notes->References(lines);
  texts.push_back(VerdictLabel(cell) + (references.empty() ? "" : " " + references));
  return Row(texts);
}

std::string OpTables(const CompareGroup& group, const FigureColumns& columns, CompareNotes* notes) {
  std::vector<Heading> headings = {{"size", true}, {"codec", true}};
  for (const Heading& heading : FigureHeadings(columns)) headings.push_back(heading);
  headings.push_back({"verdict", true});
  std::string out;
  for (const std::string& op : group.ops) {
    out += fmt::format("### {}, ring {}: {}\n\n{}", EscapeMarkdown(group.schema), EscapeMarkdown(group.ring),
                       EscapeMarkdown(op), Head(headings));
    for (const CompareRow& row : group.rows) {
      if (row.id.op == op) out += CellRow(row, columns, notes);
    }
    out += "\n";
  }
  return out;
}

std::string List(std::string_view heading, const std::vector<std::string>& lines) {
  if (lines.empty()) return "";
  std::string out = fmt::format("{}:\n\n", heading);
  for (const std::string& line : lines) out += fmt::format("- {}\n", EscapeMarkdown(line));
  return out + "\n";
}

std::string Geomeans(const Comparison& comparison) {
  if (comparison.geomeans.empty()) return "";
  std::string out = "### Geometric mean of the time ratios of cells in both\n\n" + Head(GeomeanHeadings());
  for (const gate::GeomeanRow& row : comparison.geomeans) out += Row(GeomeanTexts(row));
  return out + "\n";
}

std::string Document(std::string_view side, const std::string& name, const result::Document* document) {
  if (document == nullptr) return fmt::format("- {}: {}\n", side, EscapeMarkdown(name));
  return fmt::format("- {}: {}; {}\n", side, EscapeMarkdown(name), MarkdownOrigin(*document));
}

std::string OneComparison(const Comparison& comparison) {
  return fmt::format("**{}**\n\n{}\n\n{}{}\n{}", EscapeMarkdown(comparison.sentence),
                     EscapeMarkdown(gate::EvidenceLine(comparison.evidence)),
                     Document("base", comparison.base_name, comparison.base),
                     Document("head", comparison.head_name, comparison.head), CompareMarkdownTables(comparison));
}

}  // namespace

std::string CompareMarkdownTables(const Comparison& comparison) {
  CompareNotes notes;
  std::string out;
  for (const CompareGroup& group : GroupComparisons(std::span(&comparison, 1))) {
    out += OpTables(group, ColumnsOf(comparison), &notes);
  }
  out += MarkdownNotes(notes.texts());
  out += List("Missing (the base has them)", LinesOf(comparison, Verdict::kMissing));
  out += List("New (the base lacks them)", LinesOf(comparison, Verdict::kNew));
  out += Geomeans(comparison);
  out += List("Moved against what was expected", comparison.unexpected);
  out += List("Remarks", comparison.remarks);
  return out + EscapeMarkdown(PowerLine(comparison)) + "\n";
}

std::string RenderCompareMarkdown(const std::vector<Comparison>& comparisons) {
  if (comparisons.empty()) return "nothing was compared\n";
  std::string out;
  for (const Comparison& comparison : comparisons) {
    if (!out.empty()) out += "\n";
    out += OneComparison(comparison);
  }
  return out;
}

}  // namespace pbb::render
