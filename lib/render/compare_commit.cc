#include "render/compare_commit.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "render/compare_lines.h"
#include "render/compare_text.h"
#include "render/units.h"

namespace pbb::render {
namespace {

using gate::CellComparison;
using gate::Comparison;
using gate::Verdict;

constexpr size_t kWidth = 72;
constexpr size_t kLineIndent = 6;  // of lines below a row

// Lines after the first one are set in.
std::string Paragraph(std::string_view text) {
  constexpr char kIndent[] = "  ";
  return fmt::format("{}\n", fmt::join(WrapWords(text, kWidth - 2), fmt::format("\n{}", kIndent)));
}

bool TimeMoved(const CellComparison& cell) { return cell.time && cell.time->change != gate::Change::kNone; }

// A geometric mean whose interval lies on one side of 1, or with a cell that moved by itself.
bool Moved(const gate::GeomeanRow& row, const Comparison& comparison) {
  if ((row.low && *row.low > 1) || (row.high && *row.high < 1)) return true;
  return std::any_of(comparison.cells.begin(), comparison.cells.end(), [&](const CellComparison& cell) {
    return cell.id.op == row.op && cell.id.codec == row.codec && TimeMoved(cell);
  });
}

// "0.680x .. 1.31x in 2 cells"
std::string RangeText(const gate::GeomeanRow& row, const Comparison& comparison) {
  double least = row.worst_ratio, most = row.worst_ratio;
  for (const CellComparison& cell : comparison.cells) {
    if (!cell.time || cell.id.op != row.op || cell.id.codec != row.codec) continue;
    least = std::min(least, cell.time->ratio);
    most = std::max(most, cell.time->ratio);
  }
  std::string text =
      row.used == 1 ? "in 1 cell" : fmt::format("{} .. {} in {} cells", Ratio(least), Ratio(most), row.used);
  if (row.skipped > 0) text += fmt::format(", {} skipped", row.skipped);
  return text;
}

std::string Geomeans(const Comparison& comparison) {
  RowsWithLines rows({{"op", true}, {"codec", true}, {"ratio"}, {"range", true}});
  for (const gate::GeomeanRow& row : comparison.geomeans) {
    if (!Moved(row, comparison)) continue;
    rows.Add({{Printable(row.op)}, {Printable(row.codec)}, {Ratio(row.ratio)}, {RangeText(row, comparison)}});
  }
  if (rows.size() == 0) return "";
  return "\ntime of head / time of base, geometric mean:\n" + rows.TextWithoutHeadings();
}

bool IsReported(const CellComparison& cell) {
  return cell.verdict == Verdict::kRegressed || cell.verdict == Verdict::kTradeoff ||
         cell.verdict == Verdict::kImproved || cell.verdict == Verdict::kMissing;
}

// Exact changes and why a loss does not fail; a missing cell has no changes to carry that. What a foreign time was
// judged by is not its change.
std::vector<std::string> LinesBelow(const CellComparison& cell) {
  std::vector<std::string> texts = ChangeLines(cell);
  if (TimeMoved(cell) && cell.time->oracle_ratio) {
    texts.insert(texts.begin(), fmt::format("to oracle {} ({})", Ratio(*cell.time->oracle_ratio),
                                            IntervalText(cell.time->oracle_interval)));
  }
  if (cell.verdict == Verdict::kMissing && !cell.fails) texts.push_back(VerdictText(cell));
  std::vector<std::string> lines;
  for (const std::string& text : texts) {
    for (std::string& line : WrapWords(text, kWidth - kLineIndent)) lines.push_back(std::move(line));
  }
  return lines;
}

std::string Cells(const Comparison& comparison) {
  RowsWithLines rows({{"verdict", true}, {"change"}, {"cell", true}});
  for (const CellComparison& cell : comparison.cells) {
    if (!IsReported(cell)) continue;
    rows.Add({{std::string(gate::VerdictWord(cell.verdict))},
              {cell.time ? Change(cell.time->base_ns, cell.time->head_ns) : "-"},
              {Printable(cell.id.Text())}},
             LinesBelow(cell));
  }
  if (rows.size() == 0) return "";
  return "\ntime by cell:\n" + rows.TextWithoutHeadings();
}

// "n=10", "n=6 to 10" over both sides, or that nothing was timed; and where.
std::string Origin(const Comparison& comparison) {
  size_t least = SIZE_MAX, most = 0;
  for (const CellComparison& cell : comparison.cells) {
    if (!cell.time) continue;
    least = std::min({least, cell.time->base_launches, cell.time->head_launches});
    most = std::max({most, cell.time->base_launches, cell.time->head_launches});
  }
  std::string text = "no times";
  if (most > 0) text = least == most ? fmt::format("n={}", most) : fmt::format("n={} to {}", least, most);
  if (comparison.head != nullptr) text += ", " + MachineText(*comparison.head);
  return Paragraph(text);
}

std::string OneComparison(const Comparison& comparison) {
  return Paragraph(Printable(comparison.sentence)) +
         Paragraph(fmt::format("evidence: {}, {} -> {}", gate::GradeName(comparison.evidence.grade),
                               Printable(comparison.base_name), Printable(comparison.head_name))) +
         Geomeans(comparison) + Cells(comparison) + "\n" + Origin(comparison);
}

}  // namespace

std::string RenderCompareCommit(const std::vector<Comparison>& comparisons) {
  if (comparisons.empty()) return "nothing was compared\n";
  std::string out;
  for (const Comparison& comparison : comparisons) {
    if (!out.empty()) out += "\n";
    out += OneComparison(comparison);
  }
  return out;
}

}  // namespace pbb::render
