#include "gate/exact.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace pbb::gate {
namespace {

using result::Cell;
using result::Status;

// An amount of allocation has up to as many digits as the pass had operations.
std::string Text(double value, std::string_view unit) { return fmt::format("{:.6g} {}", value, unit); }

// What the launches of the baseline counted, ascending. A state of LuaJIT's traces that it has seen is none of the
// head's doing: with one launch a side, one cell in seventy had 48 bytes more or less in every second run of one build.
using States = std::vector<double>;

bool IsNearOne(const States& states, double value, double share) {
  return std::any_of(states.begin(), states.end(),
                     [&](double state) { return state * (1 - share) <= value && value <= state * (1 + share); });
}

void CompareAmount(Metric metric, States states, double base, double head, std::string_view unit, const Limit& limit,
                   std::vector<ExactChange>* changes) {
  if (limit.effect == Effect::kOff || base == head) return;
  if (states.empty()) states = {base};
  ExactChange change;
  change.metric = metric;
  change.base = Text(base, unit);
  change.head = Text(head, unit);
  if (base > 0) change.ratio = head / base;
  change.limit = limit.share;
  if (!IsNearOne(states, head, limit.share)) {
    change.change = head < states.front() ? Change::kBetter : Change::kWorse;
  }
  change.fails = change.change == Change::kWorse && limit.effect == Effect::kGates;
  changes->push_back(std::move(change));
}

void Add(Metric metric, std::string base, std::string head, Change change, const Limit& limit,
         std::vector<ExactChange>* changes) {
  if (limit.effect == Effect::kOff) return;
  ExactChange entry;
  entry.metric = metric;
  entry.base = std::move(base);
  entry.head = std::move(head);
  entry.change = change;
  entry.fails = change == Change::kWorse && limit.effect == Effect::kGates;
  changes->push_back(std::move(entry));
}

// A codec that can do it is better than one that says it can't, and that one better than one that is wrong.
int Rank(Status status) {
  switch (status) {
    case Status::kOk:
    case Status::kUnstable:
      return 2;
    case Status::kNotApplicable:
      return 1;
    case Status::kFailed:
      return 0;
  }
  return 0;
}

void CompareStatus(const Cell& base, const Cell& head, const Limit& limit, std::vector<ExactChange>* changes) {
  const int before = Rank(base.status), after = Rank(head.status);
  if (before == after) return;
  Add(Metric::kStatus, std::string(result::StatusWord(base.status)), std::string(result::StatusWord(head.status)),
      after < before ? Change::kWorse : Change::kBetter, limit, changes);
}

void CompareCheck(const Cell& base, const Cell& head, const Limit& limit, std::vector<ExactChange>* changes) {
  if (base.check.empty() || head.check.empty() || base.check == head.check) return;
  Add(Metric::kCheck, base.check.substr(0, 12), head.check.substr(0, 12), Change::kWorse, limit, changes);
}

// Counts of traces and aborts differ between launches of one build, as LuaJIT draws random numbers. What it can't
// compile at all does not.
std::vector<std::string> NotYetImplemented(const result::Traces& traces) {
  std::vector<std::string> reasons;
  for (const auto& [reason, count] : *traces.abort_reasons) {
    if (reason.find("NYI") != std::string::npos) reasons.push_back(reason);
  }
  return reasons;
}

void CompareTraces(const result::Traces& base, const result::Traces& head, const Limit& limit,
                   std::vector<ExactChange>* changes) {
  if (base.compiled > 0 && head.compiled == 0) {
    Add(Metric::kTraces, fmt::format("{} traces", base.compiled), "0 traces", Change::kWorse, limit, changes);
  }
  if (base.bridges == 0U && head.bridges.value_or(0) > 0) {
    Add(Metric::kTraces, "0 bridges", fmt::format("{} bridges", *head.bridges), Change::kWorse, limit, changes);
  }
  if (!base.abort_reasons || !head.abort_reasons) return;
  const std::vector<std::string> before = NotYetImplemented(base), after = NotYetImplemented(head);
  std::vector<std::string> come;
  std::set_difference(after.begin(), after.end(), before.begin(), before.end(), std::back_inserter(come));
  const auto text = [](const std::vector<std::string>& list) {
    return list.empty() ? std::string("no NYI") : fmt::format("{}", fmt::join(list, ", "));
  };
  // One that is gone proves nothing: fewer launches meet fewer of them.
  if (!come.empty()) Add(Metric::kTraces, text(before), text(after), Change::kWorse, limit, changes);
}

}  // namespace

std::vector<ExactChange> CompareExact(const Cell& base, const Cell& head, const Limits& limits) {
  std::vector<ExactChange> changes;
  CompareStatus(base, head, limits.For(head, Metric::kStatus), &changes);
  CompareCheck(base, head, limits.For(head, Metric::kCheck), &changes);
  if (base.wire_bytes && head.wire_bytes) {
    CompareAmount(Metric::kWire, {}, static_cast<double>(*base.wire_bytes), static_cast<double>(*head.wire_bytes), "B",
                  limits.For(head, Metric::kWire), &changes);
  }
  if (base.alloc && head.alloc) {
    CompareAmount(Metric::kBytes, base.alloc->bytes_seen, base.alloc->bytes_per_op, head.alloc->bytes_per_op, "B/op",
                  limits.For(head, Metric::kBytes), &changes);
    CompareAmount(Metric::kObjects, base.alloc->objects_seen, base.alloc->objects_per_op, head.alloc->objects_per_op,
                  "objects/op", limits.For(head, Metric::kObjects), &changes);
  }
  if (base.traces && head.traces)
    CompareTraces(*base.traces, *head.traces, limits.For(head, Metric::kTraces), &changes);
  return changes;
}

}  // namespace pbb::gate
