#include "render/compare_github.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "render/compare_markdown.h"
#include "render/compare_text.h"
#include "render/markdown.h"
#include "render/units.h"

namespace pbb::render {
namespace {

using gate::CellComparison;
using gate::Comparison;
using gate::Outcome;
using gate::Verdict;

constexpr size_t kFailingRows = 50;      // of the short table; the folded one has them all
constexpr size_t kAnnotationLines = 10;  // GitHub shows little more of one
constexpr std::string_view kCutNote = "Cut here: a summary has 1 MiB. `pbbench compare --format markdown` shows all.\n";

std::string Cells(size_t count) { return fmt::format("{} {}", count, count == 1 ? "cell" : "cells"); }

// As many whole lines as fit, the last one saying that there were more.
std::string CutToLines(const std::string& text, size_t bytes) {
  if (text.size() <= bytes) return text;
  const size_t needed = kCutNote.size() + 1;
  const size_t end = bytes <= needed ? std::string::npos : text.rfind('\n', bytes - needed - 1);
  return (end == std::string::npos ? "" : text.substr(0, end + 1) + "\n") + std::string(kCutNote);
}

std::string CountsTable(const Comparison& comparison) {
  if (comparison.cells.empty()) return "";
  std::string out = "| verdict | cells | fail |\n|:--|--:|--:|\n";
  for (const Verdict verdict : gate::kAllVerdicts) {
    const size_t count = comparison.Count(verdict);
    if (count == 0) continue;
    const auto fails = std::count_if(comparison.cells.begin(), comparison.cells.end(),
                                     [&](const CellComparison& c) { return c.verdict == verdict && c.fails; });
    out += fmt::format("| {} | {} | {} |\n", gate::VerdictWord(verdict), count, fails);
  }
  return out + "\n";
}

// Cells that fail, or when none does, those that keep the comparison from passing; worst verdict first.
std::vector<const CellComparison*> CellsToShow(const Comparison& comparison) {
  std::vector<const CellComparison*> cells;
  for (const CellComparison& cell : comparison.cells) {
    if (cell.fails) cells.push_back(&cell);
  }
  if (cells.empty()) {
    for (const CellComparison& cell : comparison.cells) {
      if (cell.inconclusive) cells.push_back(&cell);
    }
  }
  std::stable_sort(cells.begin(), cells.end(),
                   [](const CellComparison* a, const CellComparison* b) { return a->verdict < b->verdict; });
  return cells;
}

std::string ShortTable(const Comparison& comparison) {
  const std::vector<const CellComparison*> cells = CellsToShow(comparison);
  if (cells.empty()) return "";
  std::string out = fmt::format("### {}\n\n| cell | verdict |\n|:--|:--|\n",
                                cells[0]->fails ? "What fails" : "What could not be judged");
  for (size_t i = 0; i < std::min(cells.size(), kFailingRows); ++i) {
    out += fmt::format("| {} | {} |\n", EscapeMarkdown(cells[i]->id.Text()), EscapeMarkdown(VerdictText(*cells[i])));
  }
  if (cells.size() > kFailingRows) {
    out += fmt::format("\nand {} more, in the table below\n", Cells(cells.size() - kFailingRows));
  }
  return out + "\n";
}

// At most `bytes` long.
std::string Section(const Comparison& comparison, bool is_only, size_t bytes) {
  const std::string names = is_only ? "" : fmt::format("{} against {}: ", comparison.head_name, comparison.base_name);
  std::string out =
      fmt::format("## {}\n\n{}\n\n- base: {}\n- head: {}\n\n{}{}", EscapeMarkdown(names + comparison.sentence),
                  EscapeMarkdown(gate::EvidenceLine(comparison.evidence)),
                  EscapeMarkdown(DocumentText(comparison.base_name, comparison.base)),
                  EscapeMarkdown(DocumentText(comparison.head_name, comparison.head)), CountsTable(comparison),
                  ShortTable(comparison));
  const std::string opening =
      fmt::format("<details><summary>{}</summary>\n\n", "All " + Cells(comparison.cells.size()));
  static constexpr std::string_view kClosing = "\n</details>\n";
  const size_t frame = out.size() + opening.size() + kClosing.size() + 2 * kCutNote.size();
  if (frame > bytes) return CutToLines(out, bytes);
  out += opening;
  out += CutToLines(CompareMarkdownTables(comparison), bytes - out.size() - kClosing.size());
  return out.append(kClosing);
}

std::string Summary(const std::vector<Comparison>& comparisons) {
  if (comparisons.empty()) return "## nothing was compared\n";
  std::string out;
  for (size_t i = 0; i < comparisons.size(); ++i) {
    if (i > 0) out += "\n";
    const size_t share = (kGithubSummaryBytes - std::min(out.size(), kGithubSummaryBytes)) / (comparisons.size() - i);
    out += Section(comparisons[i], comparisons.size() == 1, share);
  }
  return out;
}

std::string Annotation(std::string_view command, std::string_view title, std::vector<std::string> lines) {
  if (lines.size() > kAnnotationLines) {
    const size_t more = lines.size() - kAnnotationLines;
    lines.resize(kAnnotationLines);
    lines.push_back(fmt::format("and {} more", more));
  }
  return fmt::format("::{} title={}::{}\n", command, EscapeWorkflowProperty(title),
                     EscapeWorkflowData(fmt::format("{}", fmt::join(lines, "\n"))));
}

std::string CellLine(const CellComparison& cell) {
  return fmt::format("{}: {}", Printable(cell.id.Text()), VerdictText(cell));
}

std::string Errors(const std::vector<Comparison>& comparisons) {
  std::string out;
  for (const Verdict verdict : gate::kAllVerdicts) {
    std::vector<std::string> lines;
    for (const Comparison& comparison : comparisons) {
      for (const CellComparison& cell : comparison.cells) {
        if (cell.fails && cell.verdict == verdict) lines.push_back(CellLine(cell));
      }
    }
    if (lines.empty()) continue;
    const std::string title = fmt::format("pbbench: {}: {}", gate::VerdictWord(verdict), Cells(lines.size()));
    out += Annotation("error", title, std::move(lines));
  }
  return out;
}

// What does not fail and should be seen all the same: what could not be judged, losses that were let pass, cells that
// moved unexpectedly, remarks on the whole.
std::vector<std::string> Oddities(const Comparison& comparison) {
  std::vector<std::string> lines;
  if (comparison.outcome == Outcome::kInconclusive || comparison.outcome == Outcome::kNothingCompared) {
    lines.push_back(Printable(comparison.sentence));
  }
  for (const CellComparison& cell : comparison.cells) {
    const bool is_worse =
        cell.verdict == Verdict::kRegressed || cell.verdict == Verdict::kTradeoff || cell.verdict == Verdict::kMissing;
    if (!cell.fails && (cell.inconclusive || is_worse)) lines.push_back(CellLine(cell));
  }
  for (const std::string& moved : comparison.unexpected) lines.push_back("unexpected: " + Printable(moved));
  for (const std::string& remark : comparison.remarks) lines.push_back(Printable(remark));
  return lines;
}

std::string Warnings(const std::vector<Comparison>& comparisons) {
  std::vector<std::string> lines;
  for (const Comparison& comparison : comparisons) {
    for (std::string& line : Oddities(comparison)) lines.push_back(std::move(line));
  }
  return lines.empty() ? "" : Annotation("warning", "pbbench: does not fail, but should be seen", std::move(lines));
}

}  // namespace

std::string EscapeWorkflowData(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '%':
        out += "%25";
        break;
      case '\r':
        out += "%0D";
        break;
      case '\n':
        out += "%0A";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string EscapeWorkflowProperty(std::string_view text) {
  std::string out;
  for (const char c : EscapeWorkflowData(text)) {
    if (c == ':' || c == ',') {
      out += c == ':' ? "%3A" : "%2C";
    } else {
      out += c;
    }
  }
  return out;
}

GithubOutput RenderCompareGithub(const std::vector<Comparison>& comparisons) {
  return {Summary(comparisons), Errors(comparisons) + Warnings(comparisons)};
}

}  // namespace pbb::render
