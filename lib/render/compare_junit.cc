#include "render/compare_junit.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "render/compare_text.h"
#include "render/xml_text.h"

namespace pbb::render {
namespace {

using gate::CellComparison;
using gate::Comparison;
using gate::Verdict;

struct Totals {
  size_t tests = 0;
  size_t failures = 0;
  size_t errors = 0;
  size_t skipped = 0;

  void Add(const Totals& other) {
    tests += other.tests;
    failures += other.failures;
    errors += other.errors;
    skipped += other.skipped;
  }
  std::string Attributes() const {
    return fmt::format(R"(tests="{}" failures="{}" errors="{}" skipped="{}")", tests, failures, errors, skipped);
  }
};

std::string TimeAttribute(const CellComparison& cell) {
  if (cell.head == nullptr || !cell.head->ns_per_op) return "";
  return fmt::format(R"( time="{:.12f}")", cell.head->ns_per_op->median_ns * 1e-9);
}

std::string SystemOut(const std::vector<std::string>& lines, std::string_view indent) {
  if (lines.empty()) return "";
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : "\n") + XmlText(line);
  return fmt::format("{}<system-out>{}</system-out>\n", indent, text);
}

std::string Result(std::string_view element, std::string_view type, const std::string& message) {
  const std::string attributes = type.empty() ? "" : fmt::format(R"( type="{}")", XmlText(type));
  return fmt::format("      <{}{} message=\"{}\"/>\n", element, attributes, XmlText(message));
}

// The element that says how the cell went; "" when it passed.
std::string OutcomeElement(const CellComparison& cell, const std::string& text, Totals* totals) {
  const std::string_view word = gate::VerdictWord(cell.verdict);
  if (cell.fails) {
    ++totals->failures;
    return Result("failure", word, text);
  }
  if (cell.inconclusive) {
    ++totals->errors;
    return Result("error", word, text);
  }
  if (cell.verdict != Verdict::kNotComparable && cell.verdict != Verdict::kNew) return "";
  ++totals->skipped;
  return Result("skipped", "", cell.verdict == Verdict::kNew ? text + ": the base lacks it" : text);
}

std::string Case(const CellComparison& cell, Totals* totals) {
  ++totals->tests;
  const std::string text = VerdictText(cell);
  std::string body = OutcomeElement(cell, text, totals);
  std::vector<std::string> lines;
  if (body.empty()) lines.push_back(text);
  for (std::string& line : ChangeLines(cell)) lines.push_back(std::move(line));
  for (std::string& remark : RemarksOf(cell)) {
    if (text.find(remark) == std::string::npos) lines.push_back(std::move(remark));
  }
  body += SystemOut(lines, "      ");
  const std::string opening = fmt::format(R"(    <testcase classname="{}/{}" name="{}"{})", XmlText(cell.id.schema),
                                          XmlText(cell.id.ring), XmlText(cell.id.Text()), TimeAttribute(cell));
  return opening + ">\n" + body + "    </testcase>\n";
}

std::string VerdictCase(const Comparison& comparison, Totals* totals) {
  const bool fail = comparison.outcome == gate::Outcome::kFail;
  ++totals->tests;
  ++(fail ? totals->failures : totals->errors);
  return "    <testcase classname=\"pbbench\" name=\"verdict\">\n" +
         Result(fail ? "failure" : "error", "verdict", comparison.sentence) + "    </testcase>\n";
}

std::string Suite(const Comparison& comparison, Totals* all) {
  Totals totals;
  std::string cases;
  for (const CellComparison& cell : comparison.cells) cases += Case(cell, &totals);
  if (comparison.outcome != gate::Outcome::kPass && totals.failures + totals.errors == 0) {
    cases += VerdictCase(comparison, &totals);
  }
  all->Add(totals);
  std::vector<std::string> lines = {comparison.sentence, gate::EvidenceLine(comparison.evidence)};
  for (const std::string& cell : comparison.unexpected) lines.push_back("moved against what was expected: " + cell);
  lines.insert(lines.end(), comparison.remarks.begin(), comparison.remarks.end());
  lines.push_back(PowerLine(comparison));
  return fmt::format("  <testsuite name=\"{} against {}\" {}>\n{}{}  </testsuite>\n", XmlText(comparison.head_name),
                     XmlText(comparison.base_name), totals.Attributes(), cases, SystemOut(lines, "    "));
}

}  // namespace

std::string RenderCompareJunit(const std::vector<Comparison>& comparisons) {
  Totals all;
  std::string suites;
  for (const Comparison& comparison : comparisons) suites += Suite(comparison, &all);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"pbbench compare\" {}>\n{}</testsuites>\n",
      all.Attributes(), suites);
}

}  // namespace pbb::render
