// How often the gate cries wolf, and how small a wolf it sees: pairs of documents drawn from launches that were
// recorded on one machine, judged by the gate as it is, at its default limits (launches.tsv, made by
// record_launches.py).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "base/file.h"
#include "gate/compare.h"
#include "result/summary.h"

namespace pbb::gate {
namespace {

constexpr size_t kLaunches = 10;  // as `pbbench run` has them by default

struct Recorded {
  result::CellId id;
  bool is_lua = false;
  std::vector<double> launches_ns;
};

std::vector<Recorded> ReadRecording() {
  std::vector<Recorded> cells;
  std::istringstream lines(ReadFile(PBB_SOURCE_DIR "/tests/stats/launches.tsv"));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream fields(line);
    std::string id, kind;
    fields >> id >> kind;
    Recorded cell{*result::ParseCellId(id), kind == "lua", {}};
    for (double ns; fields >> ns;) cell.launches_ns.push_back(ns);
    cells.push_back(std::move(cell));
  }
  return cells;
}

// Uniform in 0..bound-1; the same numbers with every standard library.
size_t Below(size_t bound, std::mt19937_64* random) { return static_cast<size_t>((*random)() % bound); }

std::vector<size_t> Shuffled(size_t count, std::mt19937_64* random) {
  std::vector<size_t> order(count);
  for (size_t i = 0; i < count; ++i) order[i] = i;
  for (size_t i = count; i > 1; --i) std::swap(order[i - 1], order[Below(i, random)]);
  return order;
}

// Whole launches are drawn: the cells of one launch were measured in the same seconds. `slow_cell` takes `factor` times
// as long.
result::Document Draw(const std::vector<Recorded>& cells, const std::vector<size_t>& launches, size_t slow_cell,
                      double factor) {
  result::Document document;
  document.complete = true;
  for (size_t i = 0; i < cells.size(); ++i) {
    result::Cell cell;
    cell.id = cells[i].id;
    if (cells[i].is_lua) cell.jit = result::JitState{"on", "on"};
    std::vector<result::Launch> drawn;
    for (const size_t launch : launches) {
      drawn.push_back({launch, {cells[i].launches_ns[launch] * (i == slow_cell ? factor : 1)}, {}});
    }
    result::SetTiming(&cell, std::move(drawn));
    document.cells.push_back(std::move(cell));
  }
  return document;
}

struct Tally {
  size_t pairs = 0;
  size_t failed = 0;  // whole comparisons
  size_t found = 0;   // the slowed cell, and it alone decides
};

Tally Judge(const std::vector<Recorded>& cells, size_t pairs, double factor, uint64_t seed) {
  std::mt19937_64 random(seed);
  Tally tally;
  for (; tally.pairs < pairs; ++tally.pairs) {
    const std::vector<size_t> order = Shuffled(cells.front().launches_ns.size(), &random);
    const size_t slow_cell = Below(cells.size(), &random);
    const result::Document base = Draw(cells, {order.begin(), order.begin() + kLaunches}, slow_cell, 1);
    const result::Document head =
        Draw(cells, {order.begin() + kLaunches, order.begin() + 2 * kLaunches}, slow_cell, factor);
    const Comparison comparison = Compare(base, head, "base", "head", {});
    if (comparison.outcome == Outcome::kFail) ++tally.failed;
    if (comparison.cells[slow_cell].fails) ++tally.found;
  }
  return tally;
}

TEST(RecordedLaunches, AreEnoughToDrawTwoDocumentsFrom) {
  const std::vector<Recorded> cells = ReadRecording();
  ASSERT_EQ(cells.size(), 50u);
  for (const Recorded& cell : cells) EXPECT_GE(cell.launches_ns.size(), 6 * kLaunches) << cell.id.Text();
}

// None in 300 bounds the chance of a false alarm at 1 % (with 95 % confidence).
TEST(UnchangedCode, NeverFailsAWholeRunAtTheDefaultLimits) {
  const Tally tally = Judge(ReadRecording(), 300, 1, 1);
  fmt::print("A/A: {} of {} whole comparisons failed\n", tally.failed, tally.pairs);
  EXPECT_EQ(tally.failed, 0u);
}

TEST(InjectedSlowdown, OfFifteenPerCentInOneCellIsFound) {
  const std::vector<Recorded> cells = ReadRecording();
  for (const double factor : {1.05, 1.10, 1.15, 1.20, 1.30}) {
    const Tally tally = Judge(cells, 400, factor, 2);
    const double share = static_cast<double>(tally.found) / static_cast<double>(tally.pairs);
    fmt::print("power: {:+.0f} % in one cell of {} is found in {:.1f} % of {} comparisons\n", (factor - 1) * 100,
               cells.size(), share * 100, tally.pairs);
    if (factor == 1.15) EXPECT_GE(share, 0.95);
  }
}

}  // namespace
}  // namespace pbb::gate
