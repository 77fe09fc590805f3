#include "render/compare_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "gate/compare.h"
#include "render/footnotes.h"
#include "render/units.h"

namespace pbb::render {
namespace {

using gate::CellComparison;
using gate::Comparison;
using gate::ExactChange;
using gate::TimeChange;
using gate::Verdict;

constexpr double kSmallestShownP = 0.0001;
constexpr double kSameCaught = 1e-9;  // limits are shares: 1 + 0.1 and 1.1 need not be one double

std::string PercentOf(double ratio) { return Change(1, ratio); }

// "962 -> 994 B/op": a unit that both have is said once.
std::string FromTo(const std::string& base, const std::string& head) {
  const size_t base_blank = base.rfind(' '), head_blank = head.rfind(' ');
  const bool one_unit = base_blank != std::string::npos && head_blank != std::string::npos &&
                        base.substr(base_blank) == head.substr(head_blank);
  return fmt::format("{} -> {}", Printable(one_unit ? base.substr(0, base_blank) : base), Printable(head));
}

std::string ShareText(double share) { return share == 0 ? "0" : fmt::format("{:.4g} %", share * 100); }

std::string ExactText(const ExactChange& change) {
  if (!gate::IsAmount(change.metric)) {
    return fmt::format("{} {} -> {}", gate::MetricName(change.metric), Printable(change.base), Printable(change.head));
  }
  std::string text = fmt::format("{} {}", gate::MetricName(change.metric), FromTo(change.base, change.head));
  const std::string percent = change.ratio ? PercentOf(*change.ratio) + ", " : "";
  return text + fmt::format(" ({}limit {})", percent, ShareText(change.limit));
}

// What follows from a change that went that way.
std::string Effect(gate::Change change, bool fails, const std::string& waived) {
  if (change == gate::Change::kNone) return "within the limit";
  if (change == gate::Change::kBetter) return "better";
  if (fails) return "worse";
  return waived.empty() ? "worse, advisory" : fmt::format("worse, waived: {}", Printable(waived));
}

// A missing cell has no metric to carry its waiver: the gate puts it among the remarks.
bool HasWaiver(const CellComparison& cell) {
  return (cell.time && !cell.time->waived.empty()) ||
         std::any_of(cell.exact.begin(), cell.exact.end(), [](const ExactChange& c) { return !c.waived.empty(); }) ||
         std::any_of(cell.remarks.begin(), cell.remarks.end(),
                     [](const std::string& remark) { return remark.starts_with(gate::kWaivedRemark); });
}

// "unstable in both" and the like; "" when neither side is.
std::string WhichSide(const char* what, bool in_base, bool in_head) {
  if (!in_base && !in_head) return "";
  return fmt::format("{} in {}", what, in_base && in_head ? "both" : in_base ? "the base" : "the head");
}

std::string TimeText(const TimeChange& time) {
  std::string text = fmt::format("time {} (", Change(time.base_ns, time.head_ns));
  if (time.interval) text += IntervalText(time.interval) + ", ";
  if (time.oracle_ratio) {
    text += fmt::format("to oracle {}", Ratio(*time.oracle_ratio));
    if (time.oracle_interval) text += fmt::format(" [{}]", IntervalText(time.oracle_interval));
    text += ", ";
  }
  if (time.p_family) {
    const std::string p = ProbabilityText(*time.p_family);
    text += fmt::format("p{}{}, ", p.starts_with('<') ? "" : "=", p);
  }
  return text + fmt::format("n={})", LaunchesText(time));
}

// A remark that opens with the word the label ends in ("waived: renamed") says it once.
std::string WithoutWord(const std::string& remark, const std::string& label) {
  const size_t colon = remark.find(": ");
  return colon != std::string::npos && label.ends_with(remark.substr(0, colon)) ? remark.substr(colon + 2) : remark;
}

// Why no slowdown can be named.
std::string NoPowerReason(const Comparison& comparison, size_t timed) {
  if (timed == 0) return "no slowdown: no cell has a time in both documents";
  if (comparison.evidence.grade == gate::Grade::kForeign) {
    const bool has_oracle =
        std::any_of(comparison.cells.begin(), comparison.cells.end(),
                    [](const CellComparison& cell) { return cell.time && cell.time->oracle_ratio; });
    if (!has_oracle) return "no slowdown: the documents are foreign and have no oracle to compare with";
    return fmt::format("only a slowdown of {} against the oracle with its interval above {}: the documents are foreign",
                       Ratio(gate::kForeignRatio), Ratio(gate::kForeignLow));
  }
  if (comparison.controls.moved) {
    return fmt::format("only a slowdown of {} against the oracle with its interval above {}: the oracle itself moved",
                       Ratio(gate::kForeignRatio), Ratio(gate::kForeignLow));
  }
  return fmt::format("no slowdown: too few launches for any cell to reach alpha {:.2g}", comparison.alpha);
}

}  // namespace

std::string VerdictLabel(const CellComparison& cell) {
  std::string word(gate::VerdictWord(cell.verdict));
  if (cell.verdict == Verdict::kNew && cell.fails) return word + ", fails";
  const bool is_worse =
      cell.verdict == Verdict::kRegressed || cell.verdict == Verdict::kTradeoff || cell.verdict == Verdict::kMissing;
  // The difference is there, and small enough: "no difference resolved" would be untrue.
  if (cell.verdict == Verdict::kUnresolved && cell.time && cell.time->resolved) {
    return "within the limit of " + ShareText(cell.time->limit);
  }
  if (cell.verdict == Verdict::kUnresolved && cell.time && !cell.time->tested) return "time not comparable";
  if (!is_worse || cell.fails) return word;
  return word + (HasWaiver(cell) ? ", waived" : ", advisory");
}

std::vector<std::string> RemarksOf(const CellComparison& cell) {
  std::vector<std::string> remarks = cell.remarks;
  const auto is_unstable = [](const result::Cell* side) {
    return side != nullptr && side->status == result::Status::kUnstable;
  };
  const auto is_disturbed = [](const result::Cell* side) { return side != nullptr && side->disturbed; };
  for (const std::string& text : {WhichSide("unstable", is_unstable(cell.base), is_unstable(cell.head)),
                                  WhichSide("disturbed", is_disturbed(cell.base), is_disturbed(cell.head))}) {
    if (!text.empty()) remarks.push_back(text);
  }
  if (cell.head == nullptr || cell.head->status != result::Status::kFailed) return remarks;
  for (std::string& text : Remarks(*cell.head)) {
    if (std::find(remarks.begin(), remarks.end(), text) == remarks.end()) remarks.push_back(std::move(text));
  }
  return remarks;
}

std::string VerdictText(const CellComparison& cell) {
  std::vector<std::string> parts;
  if (cell.time) parts.push_back(TimeText(*cell.time));
  for (const ExactChange& change : cell.exact) {
    if (change.change != gate::Change::kNone) parts.push_back(ExactText(change));
  }
  const std::string label = VerdictLabel(cell);
  if (parts.empty() || cell.verdict == Verdict::kNotComparable) {
    for (const std::string& remark : cell.remarks) {
      parts.push_back(Printable(WithoutWord(remark, label)));
    }
  }
  return parts.empty() ? label : fmt::format("{}: {}", label, fmt::join(parts, ", "));
}

std::vector<std::string> ChangeLines(const CellComparison& cell) {
  std::vector<std::string> lines;
  if (cell.time && cell.time->change == gate::Change::kWorse && !cell.time->fails) {
    const TimeChange& time = *cell.time;
    const std::string limit =
        time.oracle_ratio ? fmt::format("to oracle {}, limit {}", Ratio(*time.oracle_ratio), Ratio(gate::kForeignRatio))
                          : "limit " + ShareText(time.limit);
    lines.push_back(fmt::format("time {} ({}): {}", Change(time.base_ns, time.head_ns), limit,
                                Effect(time.change, time.fails, time.waived)));
  }
  for (const ExactChange& change : cell.exact) {
    lines.push_back(fmt::format("{}: {}", ExactText(change), Effect(change.change, change.fails, change.waived)));
  }
  return lines;
}

std::string LaunchesText(const TimeChange& time) {
  if (time.base_launches == time.head_launches) return fmt::format("{}", time.base_launches);
  return fmt::format("{}+{}", time.base_launches, time.head_launches);
}

std::string ProbabilityText(double p) {
  if (p < kSmallestShownP) return "<0.0001";
  return fmt::format("{:.2g}", p);
}

std::string IntervalText(const std::optional<stats::RatioInterval>& interval) {
  return interval ? fmt::format("{} .. {}", Ratio(interval->low), Ratio(interval->high)) : "-";
}

std::string PowerLine(const Comparison& comparison) {
  size_t timed = 0;
  std::vector<const CellComparison*> sharp;
  for (const CellComparison& cell : comparison.cells) {
    if (!cell.time) continue;
    ++timed;
    if (cell.time->smallest_caught) sharp.push_back(&cell);
  }
  if (sharp.empty()) return "would have caught: " + NoPowerReason(comparison, timed);
  const auto by_caught = [](const CellComparison* a, const CellComparison* b) {
    return *a->time->smallest_caught < *b->time->smallest_caught;
  };
  const auto [best, worst] = std::minmax_element(sharp.begin(), sharp.end(), by_caught);
  const double least = *(*best)->time->smallest_caught;
  const auto count = std::count_if(sharp.begin(), sharp.end(), [least](const CellComparison* cell) {
    return *cell->time->smallest_caught <= least + kSameCaught;
  });
  std::string text =
      fmt::format("would have caught: a slowdown of {:.1f} % in {} of {} cells", (least - 1) * 100, count, timed);
  if (static_cast<size_t>(count) < sharp.size()) {
    text += fmt::format("; the least sharp cell: {:.1f} % in {}", (*(*worst)->time->smallest_caught - 1) * 100,
                        Printable((*worst)->id.Text()));
  }
  if (sharp.size() < timed) text += fmt::format("; none in {}: too few launches", timed - sharp.size());
  return text;
}

std::string MachineText(const result::Document& document) {
  return Printable(
      fmt::format("{}, {} cores, kernel {}", document.machine.cpu, document.machine.cores, document.machine.kernel));
}

std::string DocumentText(const std::string& name, const result::Document* document) {
  std::string text = Printable(name);
  if (document == nullptr) return text;
  if (!document->measured_at.empty()) text += ", " + Printable(document->measured_at);
  if (!document->codec_tree.sha256.empty()) {
    text += ", codec tree " + Printable(document->codec_tree.sha256.substr(0, 12));
  }
  if (!document->complete) text += ", not complete: the run was interrupted";
  return text;
}

}  // namespace pbb::render
