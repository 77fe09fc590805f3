#include "gate/compare.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.h"
#include "gate/cell.h"
#include "gate/geomeans.h"
#include "gate/scope.h"
#include "gate/timed_pairs.h"
#include "result/cell_index.h"
#include "stats/holm.h"
#include "stats/quantile.h"
#include "stats/rank_test.h"

namespace pbb::gate {
namespace {

using result::Document;

CellComparison OneSided(const result::Cell& cell, bool is_missing, const Policy& policy) {
  CellComparison entry;
  entry.id = cell.id;
  (is_missing ? entry.base : entry.head) = &cell;
  entry.verdict = is_missing ? Verdict::kMissing : Verdict::kNew;
  if (!is_missing) {
    entry.fails = policy.strict;
    return entry;
  }
  const Limit limit = policy.limits.For(cell, Metric::kMissing);
  entry.fails = limit.effect == Effect::kGates;
  if (const std::string waived = WaivedBy(policy, cell.id, Metric::kMissing, &entry.remarks); !waived.empty()) {
    entry.fails = false;
    entry.remarks.push_back(std::string(kWaivedRemark) + waived);
  }
  return entry;
}

void MatchCells(const Policy& policy, Comparison* out) {
  const result::CellIndex bases(*out->base), heads(*out->head);
  for (const result::Cell& head : out->head->cells) {
    if (!policy.filter.Matches(head.id)) continue;
    const result::Cell* base = bases.Find(head.id);
    out->cells.push_back(base == nullptr
                             ? OneSided(head, false, policy)
                             : CompareCell(*base, head, bases.Find(head.id, policy.oracle),
                                           heads.Find(head.id, policy.oracle), out->evidence.grade, policy));
  }
  for (const result::Cell& base : out->base->cells) {
    if (policy.filter.Matches(base.id) && heads.Find(base.id) == nullptr)
      out->cells.push_back(OneSided(base, true, policy));
  }
}

Controls ControlsOf(const Document& base, const Document& head, const std::string& oracle) {
  std::vector<double> ratios;
  for (const TimedPair& pair : TimedPairs(base, head)) {
    if (pair.id.codec == oracle) ratios.push_back(pair.ratio);
  }
  if (ratios.empty()) return {};
  const double ratio = stats::Median(ratios);
  return {ratios.size(), ratio, ratio > kControlsMoved || ratio < 1 / kControlsMoved};
}

// Returns how many tests there are.
size_t CorrectForMany(std::vector<CellComparison>* cells) {
  std::vector<double> p;
  for (const CellComparison& cell : *cells) {
    if (HasTest(cell)) p.push_back(*cell.time->p);
  }
  const std::vector<double> adjusted = stats::HolmAdjusted(p);
  size_t next = 0;
  for (CellComparison& cell : *cells) {
    if (HasTest(cell)) cell.time->p_family = adjusted[next++];
  }
  return p.size();
}

// How many launches each document lacks, so that a plan which can't reach its own alpha says so and how to mend it.
void NoteLacking(size_t tests, Comparison* out) {
  if (tests == 0) return;
  const double alpha_of_one = out->alpha / static_cast<double>(tests);
  size_t base = SIZE_MAX, head = SIZE_MAX;
  for (const CellComparison& cell : out->cells) {
    if (!HasTest(cell)) continue;
    base = std::min(base, cell.time->base_launches);
    head = std::min(head, cell.time->head_launches);
  }
  if (base == 0 || head == 0 || stats::SmallestP(base, head) <= alpha_of_one) return;
  const size_t each = stats::EqualSizeForAlpha(alpha_of_one);
  const auto lack = [&](const char* name, size_t has) {
    return has >= each ? fmt::format("{} has {} launches", name, has)
                       : fmt::format("{} has {} of {} launches, {} lacking", name, has, each, each - has);
  };
  out->remarks.push_back(fmt::format("time can't be judged: p <= {:g} over {} cells takes {} launches a side; {}, {}",
                                     out->alpha, tests, each, lack("the baseline", base), lack("the head", head)));
}

void NoteControls(const Policy& policy, Comparison* out) {
  if (!out->controls.moved) return;
  out->remarks.push_back(
      fmt::format("contaminated: {} itself moved by {:+.1f} % (median of {} {}), so the machine was not the same: time "
                  "is judged by "
                  "its ratio to {} alone; measure again",
                  policy.oracle, (out->controls.ratio - 1) * 100, out->controls.cells,
                  out->controls.cells == 1 ? "cell" : "cells", policy.oracle));
}

// Flags that change what is measured without changing a cell's name.
void NoteFlags(Comparison* out) {
  for (const char* flag : {"timer", "jit-opt", "quick", "ring-payloads", "ring-bytes"}) {
    const auto& base = out->base->config.flags;
    const auto& head = out->head->config.flags;
    if (!base.contains(flag) || !head.contains(flag) || base[flag] == head[flag]) continue;
    out->remarks.push_back(
        fmt::format("measured with another --{}: {} -> {}", flag, base[flag].dump(), head[flag].dump()));
  }
  for (const auto& [document, name] : {std::pair(out->base, "baseline"), std::pair(out->head, "head")}) {
    if (!document->complete) out->remarks.push_back(fmt::format("the {} was interrupted: it has no more cells", name));
  }
}

bool IsCompared(const CellComparison& cell) {
  return cell.base != nullptr && cell.head != nullptr && cell.head->status != result::Status::kNotApplicable;
}

Outcome OutcomeOf(const Comparison& comparison) {
  const auto any = [&](auto predicate) {
    return std::any_of(comparison.cells.begin(), comparison.cells.end(), predicate);
  };
  if (any([](const CellComparison& cell) { return cell.fails; })) return Outcome::kFail;
  if (!any(IsCompared)) return Outcome::kNothingCompared;
  if (any([](const CellComparison& cell) { return cell.inconclusive; })) return Outcome::kInconclusive;
  return Outcome::kPass;
}

std::string SentenceOf(const Comparison& comparison) {
  const auto compared = std::count_if(comparison.cells.begin(), comparison.cells.end(), IsCompared);
  const auto failing = std::count_if(comparison.cells.begin(), comparison.cells.end(),
                                     [](const CellComparison& cell) { return cell.fails; });
  std::vector<std::string> counts;
  for (const Verdict verdict : kAllVerdicts) {
    if (const size_t count = comparison.Count(verdict); count > 0) {
      counts.push_back(fmt::format("{} {}", count, VerdictWord(verdict)));
    }
  }
  const std::string cells = fmt::format("{} {} compared", compared, compared == 1 ? "cell" : "cells");
  const auto has_time = [](const CellComparison& cell) { return cell.time.has_value(); };
  const auto is_tested = [](const CellComparison& cell) { return cell.time && cell.time->tested; };
  const bool untested = std::any_of(comparison.cells.begin(), comparison.cells.end(), has_time) &&
                        std::none_of(comparison.cells.begin(), comparison.cells.end(), is_tested);
  const std::string all =
      fmt::format("{}: {}{}", cells, fmt::join(counts, ", "), untested ? "; time not comparable" : "");
  switch (comparison.outcome) {
    case Outcome::kPass:
      return fmt::format("pass: {}", all);
    case Outcome::kFail:
      return fmt::format("fail: {} {} beyond the limits; {}", failing, failing == 1 ? "cell is" : "cells are", all);
    case Outcome::kInconclusive:
      return fmt::format("inconclusive: {}", all);
    case Outcome::kNothingCompared:
      return counts.empty() ? "nothing compared: there is no cell"
                            : fmt::format("nothing compared: no common cell; {}", fmt::join(counts, ", "));
  }
  return {};
}

}  // namespace

Comparison Compare(const Document& base, const Document& head, const std::string& base_name,
                   const std::string& head_name, const Policy& policy) {
  Comparison out;
  out.base_name = base_name;
  out.head_name = head_name;
  out.base = &base;
  out.head = &head;
  out.evidence = GradeOf(base, head);
  out.alpha = policy.alpha;
  MatchCells(policy, &out);
  const size_t tests = CorrectForMany(&out.cells);
  if (out.evidence.grade == Grade::kSameHost) out.controls = ControlsOf(base, head, policy.oracle);
  const Family family{out.evidence.grade, tests, out.controls.moved};
  for (CellComparison& cell : out.cells) Settle(policy, family, &cell);
  NoteControls(policy, &out);
  NoteLacking(tests, &out);
  NoteFlags(&out);
  out.geomeans = Geomeans(out.cells, policy.seed);
  out.unexpected = Unexpected(policy, out.cells);
  out.outcome = OutcomeOf(out);
  out.sentence = SentenceOf(out);
  return out;
}

int ExitCodeOf(Outcome outcome) {
  switch (outcome) {
    case Outcome::kPass:
      return static_cast<int>(ExitCode::kOk);
    case Outcome::kFail:
      return static_cast<int>(ExitCode::kFailed);
    case Outcome::kInconclusive:
    case Outcome::kNothingCompared:
      return static_cast<int>(ExitCode::kInconclusive);
  }
  return static_cast<int>(ExitCode::kInternal);
}

}  // namespace pbb::gate
