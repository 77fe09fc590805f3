#include "render/log_entry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "gate/log_rules.h"
#include "render/compare_text.h"
#include "render/log_text.h"
#include "render/markdown.h"
#include "render/units.h"

namespace pbb::render {
namespace {

using gate::CellComparison;
using result::Cell;
using result::LogEntry;

constexpr size_t kHashDigits = 12;

std::string ShortHash(const std::string& hash) { return hash.substr(0, kHashDigits); }

// A list, a quotation, a table, a fence, HTML, indented code: none of it would be one behind a label.
bool StartsBlock(const std::string& text) {
  const size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const auto is_marker = [&](size_t at, std::string_view signs) {
    return at + 1 < text.size() && signs.find(text[at]) != std::string_view::npos && text[at + 1] == ' ';
  };
  return std::string_view("#>|< \t\\").find(text[0]) != std::string_view::npos || text.starts_with("```") ||
         text.starts_with("~~~") || is_marker(0, "-+*") || (digits > 0 && is_marker(digits, ".)"));
}

std::string Section(const char* label, const std::string& text) {
  const std::string guarded = GuardMarkdown(text);
  if (guarded.empty()) return "";
  const bool is_inline = guarded.find('\n') == std::string::npos && !StartsBlock(guarded);
  return fmt::format("**{}:**{}{}\n\n", label, is_inline ? " " : "\n\n", guarded);
}

std::string Figure(std::optional<double> value, std::string (*format)(double)) { return value ? format(*value) : "-"; }

// A figure before and after.
std::string Figures(std::optional<double> before, std::optional<double> after, std::string (*format)(double)) {
  return fmt::format(" {} | {} |", Figure(before, format), Figure(after, format));
}

std::optional<double> AllocBytes(const Cell* cell) {
  return cell != nullptr && cell->alloc ? std::optional(cell->alloc->bytes_per_op) : std::nullopt;
}

std::optional<double> Messages(const Cell* cell) { return cell != nullptr ? cell->msgs_per_s : std::nullopt; }

std::optional<double> Megabytes(const Cell* cell) { return cell != nullptr ? cell->mb_per_s : std::nullopt; }

constexpr char kTableHead[] =
    "| size | codec | msgs/s before | msgs/s after | change | MB/s before | MB/s after | B/op before | B/op after | "
    "verdict |\n|:--|:--|--:|--:|--:|--:|--:|--:|--:|:--|\n";

std::string Row(const CellComparison& cell) {
  const std::optional<double> before = Messages(cell.base), after = Messages(cell.head);
  const bool comparable = before && after && cell.time;
  return fmt::format("| {} | {} |{} {} |{}{} {} |\n", EscapeMarkdown(cell.id.size), EscapeMarkdown(cell.id.codec),
                     Figures(before, after, ShortNumber), comparable ? Change(*before, *after) : "-",
                     Figures(Megabytes(cell.base), Megabytes(cell.head), ThreeDigits),
                     Figures(AllocBytes(cell.base), AllocBytes(cell.head), Amount),
                     EscapeMarkdown(LogVerdictText(cell)));
}

// One table for each schema, ring and op, in the order of their first cells.
std::string Tables(const gate::Comparison& comparison) {
  struct Table {
    const result::CellId* id;
    std::string rows;
  };
  std::vector<Table> tables;
  for (const CellComparison& cell : comparison.cells) {
    auto found = std::find_if(tables.begin(), tables.end(), [&](const Table& table) {
      return table.id->schema == cell.id.schema && table.id->ring == cell.id.ring && table.id->op == cell.id.op;
    });
    if (found == tables.end()) found = tables.insert(tables.end(), {&cell.id, {}});
    found->rows += Row(cell);
  }
  std::string out;
  for (const Table& table : tables) {
    out += fmt::format("### {}, ring {}: {}\n\n{}{}\n", EscapeMarkdown(table.id->schema),
                       EscapeMarkdown(table.id->ring), EscapeMarkdown(table.id->op), kTableHead, table.rows);
  }
  return out;
}

std::string LossSection(const gate::Comparison& comparison) {
  const std::vector<const CellComparison*> losses = gate::Losses(comparison);
  if (losses.empty()) return "**Losses:** no cell fell by more than 5 % or beyond a limit.\n\n";
  std::string out = "**Losses** (more than 5 %, resolved or not, or beyond a limit):\n\n";
  for (const CellComparison* cell : losses) out += fmt::format("- {}\n", EscapeMarkdown(LogLossText(*cell)));
  return out + "\n";
}

std::string List(const char* label, const std::vector<std::string>& texts) {
  if (texts.empty()) return "";
  std::string out = fmt::format("**{}:**\n\n", label);
  for (const std::string& text : texts) out += fmt::format("- {}\n", EscapeMarkdown(text));
  return out + "\n";
}

std::string TestsSection(const result::LogTests& tests) {
  std::string out = fmt::format("**Tests:** {}\n", EscapeMarkdown(LogTestsText(tests)));
  if (!tests.commands.empty()) out += "\n";
  for (const result::LogTest& test : tests.commands) {
    out += EscapeMarkdown(fmt::format("- {}: {} ({})", test.passed ? "passed" : "FAILED", test.command, test.status)) +
           "\n";
  }
  return out + "\n";
}

// What was measured, when and with which tree: one line a document, then where the bytes are.
std::string Origin(const LogEntry& entry, const gate::Comparison& comparison, const std::string& raw_folder) {
  std::string out = fmt::format(
      "**Evidence:** {}\n\n",
      EscapeMarkdown(gate::EvidenceLine(comparison.evidence).substr(std::string_view("evidence: ").size())));
  for (const auto& [label, document] : {std::pair("Before", comparison.base), std::pair("After", comparison.head)}) {
    const std::string at = document->measured_at.empty() ? "" : "; measured " + document->measured_at;
    out += fmt::format("- {}: {}{}\n", label, MarkdownOrigin(*document), EscapeMarkdown(at));
  }
  if (entry.base.codec_tree == entry.head.codec_tree) {
    out += "- Both measured one codec tree: whatever differs is not in it.\n";
  }
  out += fmt::format("\n**History:** {}\n\n", EscapeMarkdown(LogHistoryText(entry)));
  std::vector<std::string> links;
  for (const char* file : {"base.json", "head.json", "entry.json"}) {
    links.push_back(fmt::format("[{0}](<{1}/{0}>)", file, raw_folder));
  }
  return out + fmt::format("**Raw:** {}\n", fmt::join(links, ", "));
}

std::string DriftText(const result::LogHistory& history) {
  if (!history.differences.empty()) {
    return fmt::format("That tree was measured on another machine or build then ({}), so its drift is unknown.",
                       fmt::join(history.differences, "; "));
  }
  if (!history.drift) return "";
  const result::LogDrift& drift = *history.drift;
  return fmt::format(
      "Drift between the two measurements of that tree: time {} in the median of {} {} ({} to {}); farthest: {}, {}.",
      Ratio(drift.median), drift.cells, drift.cells == 1 ? "cell" : "cells", Ratio(drift.low), Ratio(drift.high),
      drift.farthest, Ratio(drift.farthest_ratio));
}

}  // namespace

std::string LogHeading(const LogEntry& entry) {
  std::string suffix;
  if (entry.status == result::LogStatus::kReverted) suffix = " (REVERTED)";
  if (entry.status == result::LogStatus::kSkipped) suffix = " (SKIPPED)";
  return fmt::format("## {} [{}] {}{}", entry.date, entry.id, entry.title, suffix);
}

std::string RenderLogEntry(const LogEntry& entry, const gate::Comparison& comparison, const std::string& raw_folder) {
  std::string out = LogHeading(entry) + "\n\n";
  out += Section("Task", entry.text.task);
  out += Section("Why", entry.text.why);
  out += Section("Prediction", entry.text.expect);
  out += Section("Change", entry.text.change);
  out += TestsSection(entry.tests);
  out += fmt::format("**Verdict:** {}; {}\n\n", EscapeMarkdown(comparison.sentence),
                     EscapeMarkdown(PowerLine(comparison)));
  out += Section(gate::AnyImproved(comparison) ? "Kept because" : "Kept although no cell improved",
                 entry.text.keep_reason);
  out += Tables(comparison);
  out += LossSection(comparison);
  out += List("Remarks", comparison.remarks);
  out += Section("Lesson", entry.text.lesson);
  out += Section("Caveats", entry.text.caveats);
  out += Section("Leftovers", entry.text.leftovers);
  return out + Origin(entry, comparison, raw_folder);
}

std::string RenderLogErratum(const LogEntry& entry, const result::LogErratum& erratum) {
  return fmt::format("## {} [{}] Erratum\n\nCorrects the entry of {}: {}\n\n{}\n", erratum.date, entry.id, entry.date,
                     EscapeMarkdown(entry.title), GuardMarkdown(erratum.text));
}

std::string CorrectionLine(const result::LogErratum& erratum) {
  return fmt::format("Corrected {}: see above.", erratum.date);
}

std::string LogTestsText(const result::LogTests& tests) {
  std::string out = fmt::format("verify: {} of {} cells right", tests.verify_right, tests.verify_cells);
  if (tests.commands.empty()) return out;
  const auto passed = std::count_if(tests.commands.begin(), tests.commands.end(),
                                    [](const result::LogTest& test) { return test.passed; });
  return out + fmt::format("; {} of {} {} passed", passed, tests.commands.size(),
                           tests.commands.size() == 1 ? "command" : "commands");
}

std::string LogHistoryText(const LogEntry& entry) {
  using Kind = result::LogHistory::Kind;
  const result::LogHistory& history = entry.history;
  switch (history.kind) {
    case Kind::kFirst:
      return "first entry for these cells.";
    case Kind::kContinues: {
      const std::string drift = DriftText(history);
      return fmt::format("continues [{}]: its after is this before, codec tree {}.{}{}", history.last,
                         ShortHash(history.last_tree), drift.empty() ? "" : " ", drift);
    }
    case Kind::kNew:
      return fmt::format(
          "A new history starts here: before is codec tree {}, but the after of [{}], the last kept entry with these "
          "cells, is {}.",
          ShortHash(entry.base.codec_tree), history.last, ShortHash(history.last_tree));
  }
  return {};
}

std::string LogVerdictText(const CellComparison& cell) {
  std::string out = VerdictText(cell);
  for (const std::string& remark : RemarksOf(cell)) {
    if (remark.starts_with("unstable ")) out += "; " + remark;
  }
  return out;
}

std::string LogLossText(const CellComparison& cell) {
  std::string out = cell.id.Text() + ": ";
  if (gate::Fell(cell) && cell.base->msgs_per_s && cell.head->msgs_per_s) {
    out += fmt::format("msgs/s {}, {}; ", Change(*cell.base->msgs_per_s, *cell.head->msgs_per_s),
                       cell.time && cell.time->resolved ? "resolved" : "not resolved");
  }
  return out + VerdictText(cell);
}

}  // namespace pbb::render
