#include "measure/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/error.h"

namespace pbb::measure {
namespace {

using codec::Op;
using testing::ElementsAre;
using testing::HasSubstr;

PlannedRing RingOf(const std::string& size, size_t count, size_t bytes) {
  PlannedRing planned;
  planned.ring.schema = "a.B";
  planned.ring.size = size;
  planned.ring.ring = "unique";
  planned.ring.payloads.assign(count, std::string(bytes, 'x'));
  planned.ring.Finish();
  planned.pass_ops = count;
  return planned;
}

RunOptions Options() {
  RunOptions options;
  options.ops = {Op::kEncode, Op::kDecode};
  options.seed = 7;
  return options;
}

// Five sizes as the bench schema has them, five codecs.
Plan PlanOf(const RunOptions& options) {
  std::vector<PlannedRing> rings = {RingOf("10B", 4000, 10), RingOf("100B", 4000, 94), RingOf("1KB", 1127, 930),
                                    RingOf("10KB", 108, 9634), RingOf("100KB", 10, 96674)};
  std::vector<PlannedCodec> codecs;
  for (const char* name : {"a", "b", "c", "d", "e"}) codecs.push_back({{name, {}}, false});
  return PlanCells(options, {{"a.B", "a.proto", ""}}, std::move(rings), std::move(codecs));
}

std::string ErrorOf(const RunOptions& options, std::string* way_out = nullptr) {
  try {
    PlanOf(options);
    return "";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kUsage);
    if (way_out != nullptr) *way_out = error.way_out();
    return error.what();
  }
}

TEST(PlanTest, CellsAreEveryRingOpAndCodecInOrder) {
  const Plan plan = PlanOf(Options());
  ASSERT_EQ(plan.cells.size(), 50u);
  EXPECT_EQ(plan.cells[0].id.Text(), "a.B/10B/unique/encode/a");
  EXPECT_EQ(plan.cells[5].id.Text(), "a.B/10B/unique/decode/a");
  EXPECT_EQ(plan.cells[49].id.Text(), "a.B/100KB/unique/decode/e");
  EXPECT_EQ(plan.rings[plan.cells[49].ring].ring.size, "100KB");
  EXPECT_EQ(plan.cells[49].op, Op::kDecode);
}

TEST(PlanTest, EachLaunchHasEveryCellInItsOwnOrder) {
  const Plan plan = PlanOf(Options());
  ASSERT_EQ(plan.launches.size(), 10u);
  std::set<std::vector<size_t>> orders;
  std::set<uint64_t> seeds;
  for (const PlannedLaunch& launch : plan.launches) {
    std::vector<size_t> sorted = launch.order;
    std::sort(sorted.begin(), sorted.end());
    for (size_t i = 0; i < sorted.size(); ++i) ASSERT_EQ(sorted[i], i);
    orders.insert(launch.order);
    seeds.insert(launch.seed);
    EXPECT_LT(launch.seed, uint64_t{1} << 53);
    EXPECT_LT(launch.padding_bytes, 4096u);
  }
  EXPECT_EQ(orders.size(), 10u);
  EXPECT_EQ(seeds.size(), 10u);
}

TEST(PlanTest, OneSeedGivesOnePlan) {
  const Plan first = PlanOf(Options()), second = PlanOf(Options());
  RunOptions other = Options();
  other.seed = 8;
  const Plan third = PlanOf(other);
  for (size_t i = 0; i < first.launches.size(); ++i) {
    EXPECT_EQ(first.launches[i].seed, second.launches[i].seed);
    EXPECT_EQ(first.launches[i].order, second.launches[i].order);
    EXPECT_EQ(first.launches[i].padding_bytes, second.launches[i].padding_bytes);
    EXPECT_NE(first.launches[i].seed, third.launches[i].seed);
  }
}

TEST(PlanTest, LaunchSeedsDoNotDependOnHowManyCellsThereAre) {
  RunOptions few = Options();
  few.wanted = [](const result::CellId& id) { return id.size == "1KB"; };
  const Plan all = PlanOf(Options()), some = PlanOf(few);
  ASSERT_EQ(some.cells.size(), 10u);
  for (size_t i = 0; i < all.launches.size(); ++i) EXPECT_EQ(all.launches[i].seed, some.launches[i].seed);
}

TEST(PlanTest, DefaultsFitTheirBudgets) {
  const Plan plan = PlanOf(Options());
  EXPECT_LE(plan.least_ns, kDefaultBudgetNs);
  EXPECT_LE(plan.expected_ns, kDefaultBudgetNs);
  EXPECT_GE(plan.expected_ns, plan.least_ns);
  RunOptions quick = Options();
  quick.quick = true;
  const Plan one = PlanOf(quick);
  EXPECT_EQ(one.launches.size(), 1u);
  EXPECT_LE(one.expected_ns, kQuickBudgetNs);
}

TEST(PlanTest, CellsAreVisitedOnceWhereKeepingThemNeedsTooMuchMemory) {
  EXPECT_EQ(PlanOf(Options()).visits, kVisits);
  RunOptions options = Options();
  options.budget_ns *= 100;
  const auto plan_of = [&](size_t count, size_t bytes) {
    return PlanCells(options, {{"a.B", "a.proto", ""}}, {RingOf("1KB", count, bytes)}, {{{"a", {}}, false}});
  };
  const Plan large = plan_of(80, size_t{1} << 20);  // two cells of 80 MiB, ten times
  EXPECT_EQ(large.visits, 1u);
  EXPECT_THAT(Describe(large)[1], HasSubstr("visits each cell once"));
  EXPECT_EQ(plan_of(70, size_t{1} << 20).visits, kVisits);
  EXPECT_EQ(plan_of(2'000'000, 10).visits, 1u) << "small payloads are large objects";
}

TEST(PlanTest, EachVisitAfterTheFirstHasAWarmUpSlotInTheEstimate) {
  const PlannedRing ring = RingOf("1KB", 1127, 930);  // a pass is over a millisecond
  const int64_t pass_ns = (MostBenchNs(ring, 3) - MostBenchNs(ring, 1)) / 2;
  EXPECT_NEAR(static_cast<double>(pass_ns), 2 * 1127 * (300 + 3 * 930), 10);
}

TEST(PlanTest, BudgetTooSmallIsSaidWithWhatWouldDo) {
  RunOptions options = Options();
  options.budget_ns = 5'000'000'000;
  std::string way_out;
  const std::string what = ErrorOf(options, &way_out);
  EXPECT_THAT(what, HasSubstr("50 cells in 10 launches need about "));
  EXPECT_THAT(what, HasSubstr("the budget is 5 s"));
  EXPECT_THAT(way_out, HasSubstr("--budget"));
  // What it asks for is enough.
  const int seconds = std::stoi(what.substr(what.find("about ") + 6));
  options.budget_ns = seconds * int64_t{1'000'000'000};
  EXPECT_EQ(ErrorOf(options), "");
}

TEST(PlanTest, MoreLaunchesNeedMoreTime) {
  RunOptions options = Options();
  const int64_t ten = PlanOf(options).least_ns;
  options.launches = 20;
  options.budget_ns *= 2;
  EXPECT_GT(PlanOf(options).least_ns, ten + ten / 2);
}

TEST(PlanTest, VerifyOnlyHasNoLaunchesAndNoBudget) {
  RunOptions options = Options();
  options.verify_only = true;
  options.budget_ns = 1;
  const Plan plan = PlanOf(options);
  EXPECT_TRUE(plan.launches.empty());
  EXPECT_THAT(Describe(plan).back(), HasSubstr("50 cells checked, none timed"));
}

TEST(PlanTest, NoCellLeftIsAUsageError) {
  RunOptions options = Options();
  options.wanted = [](const result::CellId&) { return false; };
  EXPECT_EQ(ErrorOf(options), "no cell is left to measure");
}

TEST(PlanTest, DescriptionSaysPayloadsPassesAndTime) {
  RunOptions options = Options();
  options.wanted = [](const result::CellId& id) { return id.size == "1KB" && id.op == "decode"; };
  const std::vector<std::string> lines = Describe(PlanOf(options));
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0], "a.B/1KB/unique: 5 cells; 1127 payloads of 930 B, 1127 operations a pass");
  EXPECT_THAT(lines[1], HasSubstr("5 cells in 10 launches, seed 7: about "));
  EXPECT_THAT(lines[1], HasSubstr("budget 120 s"));
}

class CorpusPlanTest : public testing::Test {
 protected:
  CorpusPlanTest() : corpus_(PBB_SOURCE_DIR) {
    options_ = Options();
    options_.schemas = {{"hello.Person", {"10B", "1KB"}}};
    options_.rings = {"unique"};
    options_.codecs = {{"protobuf", {}}, {"lua-full", {}}};
    options_.ring_limits = {100, 1 << 14};
  }

  Corpus corpus_;
  RunOptions options_;
};

TEST_F(CorpusPlanTest, RingsKeepTheirLimitsWhateverTheBudget) {
  options_.budget_ns = 300'000'000'000;
  const Plan plan = MakePlan(options_, corpus_);
  ASSERT_EQ(plan.rings.size(), 2u);
  EXPECT_EQ(plan.rings[0].ring.payloads.size(), 100u);
  EXPECT_EQ(plan.rings[1].ring.payloads.size(), (1u << 14) / 930);
  EXPECT_EQ(plan.rings[1].pass_ops, plan.rings[1].ring.payloads.size());
  EXPECT_EQ(plan.schemas[0].proto_file, "hello.proto");
  options_.budget_ns = 30'000'000'000;
  options_.codecs.pop_back();
  const Plan other = MakePlan(options_, corpus_);
  for (size_t i = 0; i < 2; ++i) EXPECT_EQ(plan.rings[i].ring.sha256, other.rings[i].ring.sha256);
}

TEST_F(CorpusPlanTest, RepeatRunsItsOnePayloadAsOftenAsUniqueRunsAll) {
  options_.rings = {"unique", "repeat"};
  const Plan plan = MakePlan(options_, corpus_);
  ASSERT_EQ(plan.rings.size(), 4u);
  EXPECT_EQ(plan.rings[1].ring.ring, "repeat");
  EXPECT_EQ(plan.rings[1].ring.payloads.size(), 1u);
  EXPECT_EQ(plan.rings[1].pass_ops, plan.rings[0].pass_ops);
}

TEST_F(CorpusPlanTest, PassNeverRunsAPayloadOfManyTwice) {
  options_.schemas = {{"hello.Person", {"100KB"}}};
  options_.ring_limits = {100, 300'000};  // fewer payloads than the sink has entries
  const Plan plan = MakePlan(options_, corpus_);
  EXPECT_EQ(plan.rings[0].ring.payloads.size(), 3u);
  EXPECT_EQ(plan.rings[0].pass_ops, 3u);
}

TEST_F(CorpusPlanTest, PayloadBeyondTheLimitsIsAPassOfOne) {
  options_.schemas = {{"hello.Person", {"100KB"}}};
  for (const char* ring : {"unique", "repeat"}) {
    options_.rings = {ring};
    const Plan plan = MakePlan(options_, corpus_);
    EXPECT_EQ(plan.rings[0].ring.payloads.size(), 1u);
    EXPECT_EQ(plan.rings[0].pass_ops, 1u);
  }
}

TEST_F(CorpusPlanTest, JitOffIsPartOfTheNameOfLuaCodecsOnly) {
  options_.jit = false;
  options_.codecs = {{"protobuf", {}}, {"lua-full", {}}, {"lua-full", {{"jit", "off"}}}};
  const Plan plan = MakePlan(options_, corpus_);
  std::vector<std::string> names;
  for (const PlannedCodec& codec : plan.codecs) names.push_back(codec.name.Text());
  EXPECT_THAT(names, ElementsAre("protobuf", "lua-full[jit=off]"));
}

TEST_F(CorpusPlanTest, RingsWithoutACellAreNotMade) {
  options_.wanted = [](const result::CellId& id) { return id.size == "10B"; };
  EXPECT_EQ(MakePlan(options_, corpus_).rings.size(), 1u);
}

}  // namespace
}  // namespace pbb::measure
