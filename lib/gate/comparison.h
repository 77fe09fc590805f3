// What came out of comparing two documents: one entry a cell, and the verdict over all. Renderers show it, nobody
// computes from it again.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gate/evidence.h"
#include "gate/metric.h"
#include "result/document.h"
#include "stats/ratio_interval.h"

namespace pbb::gate {

// Worst first: that is the order in which they are reported.
enum class Verdict {
  kRegressed,
  kTradeoff,  // one metric better, another worse: time against bytes, or the other way round
  kMissing,   // the baseline has the cell, the head does not
  kNotComparable,
  kImproved,
  kNew,         // the head has the cell, the baseline does not
  kUnresolved,  // "no difference resolved": never "equal"
};

// "regressed", "tradeoff", "missing", "not comparable", "improved", "new", "no difference resolved"
std::string_view VerdictWord(Verdict verdict);
inline constexpr Verdict kAllVerdicts[] = {Verdict::kRegressed,     Verdict::kTradeoff, Verdict::kMissing,
                                           Verdict::kNotComparable, Verdict::kImproved, Verdict::kNew,
                                           Verdict::kUnresolved};

// How one metric of a cell went.
enum class Change { kNone, kWorse, kBetter };

// An exact metric that differs. Those that are the same have no entry.
struct ExactChange {
  Metric metric = Metric::kBytes;
  std::string base;  // as text with unit: "956 B/op", "ok"
  std::string head;
  std::optional<double> ratio;    // head / base, for amounts above 0
  Change change = Change::kNone;  // kNone: within the limit
  bool fails = false;             // worse, gating, not waived
  double limit = 0;               // share: 0.005
  std::string waived;             // reason and last day of the waiver that keeps it from failing; empty without
};

// Time of one cell. Times are medians over launches of slot medians, as the documents have them.
struct TimeChange {
  double base_ns = 0;
  double head_ns = 0;
  double ratio = 0;  // head / base: above 1 is slower
  std::optional<stats::RatioInterval> interval;
  size_t base_launches = 0;
  size_t head_launches = 0;
  std::optional<double> p;         // exact two-sided rank test over the lower quartiles of launches; same-host only
  bool ranks_slower = false;       // where that test sees the head: above the base
  std::optional<double> p_family;  // the same after Holm over all cells of the comparison
  double limit = 0;                // share: 0.1
  // (head / oracle of its run) / (base / oracle of its run), over launches: what judges time between two machines.
  // Absent where it judges nothing.
  std::optional<double> oracle_ratio;
  std::optional<stats::RatioInterval> oracle_interval;
  // Smallest ratio that would have been called a regression, had these launches been slower by it as a whole.
  std::optional<double> smallest_caught;
  Change change = Change::kNone;
  bool resolved = false;  // p_family <= alpha, whatever the size
  bool tested = false;    // by rank, which found what it found; else only what is clear against the oracle would show
  bool fails = false;
  std::string waived;
};

// How a remark begins that names the waiver of a missing cell; other waivers stand with their metric.
inline constexpr std::string_view kWaivedRemark = "waived: ";

struct CellComparison {
  result::CellId id;
  Verdict verdict = Verdict::kUnresolved;
  bool fails = false;         // alone makes the comparison fail
  bool inconclusive = false;  // alone keeps it from passing
  std::optional<TimeChange> time;
  std::vector<ExactChange> exact;
  std::vector<std::string> remarks;    // why something is as it is, one sentence each, for footnotes
  const result::Cell* base = nullptr;  // into the documents that were compared, which must outlive this
  const result::Cell* head = nullptr;
};

// Geometric mean of time ratios of one op and codec over the cells that both documents have.
struct GeomeanRow {
  std::string op;
  std::string codec;
  double ratio = 0;
  std::optional<double> low;
  std::optional<double> high;
  size_t used = 0;     // matched cells
  size_t skipped = 0;  // cells of either document without a ratio
  std::string worst;   // name of the slowest cell, and its ratio
  double worst_ratio = 0;
};

// What no change of the codecs under test can have moved: the oracle's cells in both documents.
struct Controls {
  size_t cells = 0;
  double ratio = 1;    // median over them of head / base
  bool moved = false;  // so far that the machine was not the same: time proves nothing
};

enum class Outcome { kPass, kFail, kInconclusive, kNothingCompared };

struct Comparison {
  std::string base_name;
  std::string head_name;
  const result::Document* base = nullptr;  // must outlive this
  const result::Document* head = nullptr;
  Evidence evidence;
  double alpha = 0;
  std::vector<CellComparison> cells;  // in the head's order, then those that only the base has
  Controls controls;
  std::vector<GeomeanRow> geomeans;
  std::vector<std::string> remarks;  // on the whole: launches that are lacking, waivers that ran out, differing flags
  std::vector<std::string> unexpected;  // cells that moved against what was expected, by name
  Outcome outcome = Outcome::kPass;
  std::string sentence;  // the verdict in words: "fail: 2 of 50 cells regressed, 1 missing"

  size_t Count(Verdict verdict) const;
};

}  // namespace pbb::gate
