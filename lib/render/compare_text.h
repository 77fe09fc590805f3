// A comparison in words: the pieces that the table, Markdown, the commit message and the log have in common. Plain
// text; bytes from names and documents are made printable.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gate/comparison.h"

namespace pbb::render {

// The verdict word, and why it does not fail or why it does where that is not the rule: "regressed", "regressed,
// waived", "missing, advisory", "new, fails".
std::string VerdictLabel(const gate::CellComparison& cell);

// The cell's remarks as they are, which side was unstable or disturbed, and how a head that failed did.
std::vector<std::string> RemarksOf(const gate::CellComparison& cell);

// The verdict with what it rests on: "regressed: time +30.8 % (1.27x .. 1.35x, p<0.0001, n=10)", "tradeoff: time -14.3
// %
// (...), bytes 962 -> 994 B/op (+3.3 %, limit 0.5 %)", "not comparable: n/a in both".
std::string VerdictText(const gate::CellComparison& cell);

// One line for each exact metric that differs, and one for a time that is worse and does not fail: what it was and is,
// the limit, and what follows, e.g. "bytes 962 -> 994 B/op (+3.3 %, limit 0.5 %): worse".
std::vector<std::string> ChangeLines(const gate::CellComparison& cell);

// "10" launches, or "10+12" for base and head.
std::string LaunchesText(const gate::TimeChange& time);

// Two digits: "0.73", "0.00026", "<0.0001".
std::string ProbabilityText(double p);

// "1.27x .. 1.35x"; "-" when there is none.
std::string IntervalText(const std::optional<stats::RatioInterval>& interval);

// What slowdown the comparison would have called a regression, in how many cells and where it is least sharp; or why it
// can't be said. One line without its end.
std::string PowerLine(const gate::Comparison& comparison);

// "Example CPU @ 2.50GHz, 2 cores, kernel 6.1.0-18-amd64"
std::string MachineText(const result::Document& document);

// Name, day and codec tree of one side: "head.json, 2024-05-02T12:00:00Z, codec tree bbbbbbbbbbbb".
std::string DocumentText(const std::string& name, const result::Document* document);

}  // namespace pbb::render
