// How often the gate cries wolf, and how small a wolf it sees: pairs of documents drawn from launches that were
// recorded on one machine, judged by the gate as it is, at its default limits (launches.tsv, made by
// record_launches.py).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <sstream>
#include <string>
#include <utility>
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
  std::vector<std::vector<double>> launches_ns;  // of each launch the five-number summary of its slots
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
    for (std::string launch; fields >> launch;) {
      std::istringstream numbers(launch);
      std::vector<double>& slots = cell.launches_ns.emplace_back();
      for (std::string ns; std::getline(numbers, ns, ',');) slots.push_back(std::stod(ns));
    }
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
  document.machine.arch = "x86_64";
  document.machine.cpu = "the one that was recorded";
  for (size_t i = 0; i < cells.size(); ++i) {
    result::Cell cell;
    cell.id = cells[i].id;
    if (cells[i].is_lua) cell.jit = result::JitState{"on", "on"};
    std::vector<result::Launch> drawn;
    for (const size_t launch : launches) {
      std::vector<double> slots = cells[i].launches_ns[launch];
      for (double& ns : slots) ns *= i == slow_cell ? factor : 1;
      drawn.push_back({launch, std::move(slots), {}});
    }
    result::SetTiming(&cell, std::move(drawn));
    document.cells.push_back(std::move(cell));
  }
  return document;
}

// Judges `pairs` pairs; in the head of each one cell, drawn too, is slower by `factor`. `take` gets what came out.
template <typename Take>
void Judge(const std::vector<Recorded>& cells, size_t pairs, double factor, uint64_t seed, const Take& take) {
  std::mt19937_64 random(seed);
  for (size_t pair = 0; pair < pairs; ++pair) {
    const std::vector<size_t> order = Shuffled(cells.front().launches_ns.size(), &random);
    const size_t slow_cell = Below(cells.size(), &random);
    const result::Document base = Draw(cells, {order.begin(), order.begin() + kLaunches}, slow_cell, 1);
    const result::Document head =
        Draw(cells, {order.begin() + kLaunches, order.begin() + 2 * kLaunches}, slow_cell, factor);
    const Comparison comparison = Compare(base, head, "base", "head", {});
    // In any other grade time would not be judged, and never crying wolf would be no merit.
    EXPECT_EQ(comparison.evidence.grade, Grade::kSameHost);
    take(comparison, comparison.cells[slow_cell]);
  }
}

struct Tally {
  size_t found = 0;
  size_t pairs = 0;
  double Percent() const { return 100 * static_cast<double>(found) / static_cast<double>(pairs); }
};

TEST(RecordedLaunches, AreEnoughToDrawTwoDocumentsFrom) {
  const std::vector<Recorded> cells = ReadRecording();
  ASSERT_EQ(cells.size(), 50u);
  for (const Recorded& cell : cells) EXPECT_GE(cell.launches_ns.size(), 6 * kLaunches) << cell.id.Text();
}

// All launches are of one session: drift between two sessions is not in here. What guards against that are the
// controls.
TEST(UnchangedCode, NeverFailsAWholeRunAtTheDefaultLimits) {
  Tally tally;
  Judge(ReadRecording(), 300, 1, 1, [&](const Comparison& comparison, const CellComparison&) {
    ++tally.pairs;
    tally.found += comparison.outcome == Outcome::kFail ? 1 : 0;
  });
  fmt::print("A/A: {} of {} whole comparisons failed\n", tally.found, tally.pairs);
  EXPECT_EQ(tally.found, 0u);
}

// Encoding with lua-concat has two humps a quarter apart, and a process stays on one of them: ten launches a side can't
// tell 15 % there. They are named, counted below, and kept out of the 95 % that all others must reach.
bool HasTwoHumps(const result::CellId& id) {
  return id.codec == "lua-concat" && id.op == "encode" && (id.size == "1KB" || id.size == "10KB" || id.size == "100KB");
}

TEST(InjectedSlowdown, OfFifteenPerCentInOneCellIsFound) {
  const std::vector<Recorded> cells = ReadRecording();
  for (const double factor : {1.05, 1.10, 1.15, 1.20, 1.30}) {
    Tally all, steady;
    Judge(cells, 400, factor, 2, [&](const Comparison&, const CellComparison& slow) {
      for (Tally* tally : {&all, &steady}) {
        if (tally == &steady && HasTwoHumps(slow.id)) continue;
        ++tally->pairs;
        tally->found += slow.fails ? 1 : 0;
      }
    });
    fmt::print(
        "power: {:+.0f} % in one cell is found in {:.1f} % of {} comparisons; in {:.1f} % without the 3 two-humped "
        "cells\n",
        (factor - 1) * 100, all.Percent(), all.pairs, steady.Percent());
    ASSERT_LT(steady.pairs, all.pairs);
    if (factor == 1.15) {
      EXPECT_GE(steady.Percent(), 95);
    }
  }
}

}  // namespace
}  // namespace pbb::gate
