#include "gate/cell.h"

#include <fmt/format.h>

#include <algorithm>

#include "gate/exact.h"
#include "gate/scope.h"
#include "gate/time.h"
#include "gate/timed_pairs.h"

namespace pbb::gate {
namespace {

using result::Cell;
using result::Status;

bool IsMeasured(const Cell& cell) { return cell.status == Status::kOk || cell.status == Status::kUnstable; }

void Block(CellComparison* cell, std::string why) {
  cell->inconclusive = true;
  cell->remarks.push_back("not comparable: " + std::move(why));
}

// A figure that a document has and can't be used, or that only one of them has. Silence would pass for "fine".
void NoteAbsent(const Policy& policy, const Cell& base, const Cell& head, CellComparison* cell) {
  const auto absent = [&](Metric metric, bool in_base, bool in_head) {
    if (in_base == in_head || policy.limits.For(head, metric).effect == Effect::kOff) return;
    const std::string text = fmt::format("only the {} has {}", in_base ? "baseline" : "head", MetricName(metric));
    in_base&& policy.limits.For(head, metric).effect == Effect::kGates ? Block(cell, text)
                                                                       : cell->remarks.push_back(text);
  };
  absent(Metric::kTime, base.ns_per_op.has_value(), head.ns_per_op.has_value());
  absent(Metric::kBytes, base.alloc.has_value(), head.alloc.has_value());
  absent(Metric::kObjects, base.alloc.has_value(), head.alloc.has_value());
  absent(Metric::kWire, base.wire_bytes.has_value(), head.wire_bytes.has_value());
  absent(Metric::kCheck, !base.check.empty(), !head.check.empty());
}

// A cell of which nothing can be compared is no cell that passed.
bool HaveFigureInCommon(const Cell& base, const Cell& head) {
  return (base.ns_per_op && head.ns_per_op) || (base.alloc && head.alloc) || (base.wire_bytes && head.wire_bytes) ||
         (!base.check.empty() && !head.check.empty());
}

void NoteLaunches(const Policy& policy, const Family& family, const Limit& limit, CellComparison* cell) {
  const TimeChange& time = *cell->time;
  if (family.grade == Grade::kForeign || CanResolve(time, policy.alpha, family.cells)) return;
  const std::string text = fmt::format("time: {} and {} launches can't reach p <= {:g} over {} cells",
                                       time.base_launches, time.head_launches, policy.alpha, family.cells);
  limit.effect == Effect::kGates ? Block(cell, text) : cell->remarks.push_back(text);
}

// A machine that moved is another machine: only what is clear against the oracle of the same run is the code's doing.
void Disown(const Limit& limit, CellComparison* cell) {
  TimeChange& time = *cell->time;
  time.smallest_caught.reset();
  const Change before = time.change;
  JudgeByOracle(limit, &time);
  if (before == Change::kNone || before == time.change) return;
  const char* text = "time differs, but the oracle's own moved too";
  before == Change::kWorse&& limit.effect == Effect::kGates ? Block(cell, text) : cell->remarks.push_back(text);
}

// A loss that is waived does not fail, and says so wherever it is shown.
void Waive(const Policy& policy, CellComparison* cell) {
  for (ExactChange& change : cell->exact) {
    if (change.change != Change::kWorse) continue;
    change.waived = WaivedBy(policy, cell->id, change.metric, &cell->remarks);
    if (!change.waived.empty()) change.fails = false;
  }
  if (cell->time && cell->time->change == Change::kWorse) {
    cell->time->waived = WaivedBy(policy, cell->id, Metric::kTime, &cell->remarks);
    if (!cell->time->waived.empty()) cell->time->fails = false;
  }
}

bool Any(const CellComparison& cell, Change change) {
  return (cell.time && cell.time->change == change) ||
         std::any_of(cell.exact.begin(), cell.exact.end(), [&](const ExactChange& e) { return e.change == change; });
}

Verdict VerdictOf(const CellComparison& cell) {
  const bool worse = Any(cell, Change::kWorse), better = Any(cell, Change::kBetter);
  if (worse) return better ? Verdict::kTradeoff : Verdict::kRegressed;
  if (cell.inconclusive) return Verdict::kNotComparable;
  return better ? Verdict::kImproved : Verdict::kUnresolved;
}

}  // namespace

CellComparison CompareCell(const Cell& base, const Cell& head, const Cell* base_oracle, const Cell* head_oracle,
                           Grade grade, const Policy& policy) {
  CellComparison cell;
  cell.id = head.id;
  cell.base = &base;
  cell.head = &head;
  for (const std::string& bad : base.bad_values) Block(&cell, "bad baseline value: " + bad);
  for (const std::string& bad : head.bad_values) Block(&cell, "bad value: " + bad);
  cell.exact = CompareExact(base, head, policy.limits);
  if (cell.inconclusive) {
    // A bad status reads n/a, and n/a -> ok would pass for an improvement.
    std::erase_if(cell.exact, [](const ExactChange& e) { return e.metric == Metric::kStatus && !e.fails; });
  }
  if (std::string why = WhyDifferent(base, head); !why.empty()) {
    // What is wrong now is wrong whatever it was given.
    std::erase_if(cell.exact, [](const ExactChange& change) { return change.metric != Metric::kStatus; });
    Block(&cell, std::move(why));
    return cell;
  }
  if (base.status == head.status && !IsMeasured(head)) {
    if (head.status == Status::kFailed) {
      Block(&cell, "failed in both");
    } else {
      cell.remarks.push_back("n/a in both");
    }
    return cell;
  }
  if (!IsMeasured(base) || !IsMeasured(head)) return cell;  // its status says it all
  if (!HaveFigureInCommon(base, head)) Block(&cell, "the two have no figure in common that we know");
  if (!cell.inconclusive) NoteAbsent(policy, base, head, &cell);  // else it is absent because it is bad
  if (policy.limits.For(head, Metric::kTime).effect != Effect::kOff) {
    cell.time = MeasureTime(base, head, base_oracle, head_oracle, grade);
  }
  return cell;
}

bool HasTest(const CellComparison& cell) { return cell.time && cell.time->p; }

void Settle(const Policy& policy, const Family& family, CellComparison* cell) {
  if (cell->base == nullptr || cell->head == nullptr) return;
  if (cell->time) {
    const Limit limit = policy.limits.For(*cell->head, Metric::kTime);
    NoteLaunches(policy, family, limit, cell);
    if (family.grade == Grade::kForeign) {
      JudgeByOracle(limit, &*cell->time);
    } else {
      JudgeByRank(*cell->base, *cell->head, limit, policy.alpha, family.cells, &*cell->time);
      if (family.controls_moved) {
        Disown(limit, cell);
      } else {
        cell->time->oracle_ratio.reset();
        cell->time->oracle_interval.reset();
      }
    }
  }
  Waive(policy, cell);
  const bool exact_fails =
      std::any_of(cell->exact.begin(), cell->exact.end(), [](const ExactChange& change) { return change.fails; });
  cell->fails = exact_fails || (cell->time && cell->time->fails);
  cell->verdict = VerdictOf(*cell);
  const bool both_not_applicable =
      cell->base->status == Status::kNotApplicable && cell->head->status == Status::kNotApplicable;
  if (both_not_applicable) cell->verdict = Verdict::kNotComparable;
}

}  // namespace pbb::gate
