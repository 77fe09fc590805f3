// The verdict over two documents: which cells are compared, what fails, what can't be told.
#include "gate/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "documents.h"
#include "result/summary.h"

namespace pbb::gate {
namespace {

using result::Cell;
using result::Document;
using result::Status;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Comparison Judge(const Document& base, const Document& head, Policy policy = {}) {
  if (policy.today.empty()) policy.today = "2026-01-01";
  CheckPatterns(policy, {&base, &head});
  return Compare(base, head, "base.json", "head.json", policy);
}

const CellComparison& CellOf(const Comparison& comparison, const std::string& codec) {
  for (const CellComparison& cell : comparison.cells) {
    if (cell.id.codec == codec) return cell;
  }
  throw Error(ExitCode::kInternal, "no cell of " + codec);
}

Policy WithLimit(const std::string& text) {
  Policy policy;
  policy.limits.Add(ParseLimitRule(text, "--limit"));
  return policy;
}

TEST(Compare, DocumentAgainstItselfPasses) {
  const Document document = With({TimedCell("protobuf", Spread(10, 100)), TimedCell("lua-full", Spread(10, 80))});
  const Comparison comparison = Judge(document, document);
  EXPECT_EQ(comparison.outcome, Outcome::kPass);
  EXPECT_EQ(comparison.Count(Verdict::kUnresolved), 2u);
  EXPECT_EQ(comparison.sentence, "pass: 2 cells compared: 2 no difference resolved");
  EXPECT_EQ(CellOf(comparison, "protobuf").time->p, 1.0);
}

TEST(Compare, ClearlySlowerBeyondTheLimitFails) {
  const Comparison comparison =
      Judge(With({TimedCell("lua-full", Spread(10, 100))}), With({TimedCell("lua-full", Spread(10, 130))}));
  EXPECT_EQ(comparison.outcome, Outcome::kFail);
  const CellComparison& cell = CellOf(comparison, "lua-full");
  EXPECT_EQ(cell.verdict, Verdict::kRegressed);
  EXPECT_NEAR(cell.time->ratio, 1.3, 1e-9);
  EXPECT_NEAR(*cell.time->p, 2.0 / 184756, 1e-12);
  EXPECT_EQ(ExitCodeOf(comparison.outcome), 1);
}

TEST(Compare, ClearlySlowerWithinTheLimitPassesAndIsResolved) {
  const Comparison comparison =
      Judge(With({TimedCell("lua-full", Spread(10, 100))}), With({TimedCell("lua-full", Spread(10, 105))}));
  EXPECT_EQ(comparison.outcome, Outcome::kPass);
  EXPECT_TRUE(CellOf(comparison, "lua-full").time->resolved);
  EXPECT_EQ(CellOf(comparison, "lua-full").verdict, Verdict::kUnresolved);
}

TEST(Compare, SlowerWithoutSeparationPasses) {
  // Medians 14 % apart, but the launches overlap.
  const Comparison comparison = Judge(With({TimedCell("lua-full", {100, 100, 100, 100, 100, 130, 130, 130, 130, 130})}),
                                      With({TimedCell("lua-full", {99, 99, 99, 131, 131, 131, 131, 131, 131, 131})}));
  EXPECT_EQ(comparison.outcome, Outcome::kPass);
  EXPECT_GT(CellOf(comparison, "lua-full").time->ratio, 1.1);
}

TEST(Compare, ImprovementOfAnySizeNeverFails) {
  const Comparison comparison =
      Judge(With({TimedCell("lua-full", Spread(10, 100))}), With({TimedCell("lua-full", Spread(10, 10))}));
  EXPECT_EQ(comparison.outcome, Outcome::kPass);
  EXPECT_EQ(CellOf(comparison, "lua-full").verdict, Verdict::kImproved);
}

TEST(Compare, OneOfFiftyCellsNeedsAFiftiethOfAlpha) {
  // Six launches a side reach p = 0.002 in one test and never 0.05 in a family of fifty.
  std::vector<Cell> base, head;
  for (int i = 0; i < 50; ++i) {
    base.push_back(TimedCell("lua-" + std::to_string(i), Spread(6, 100)));
    head.push_back(TimedCell("lua-" + std::to_string(i), Spread(6, i == 0 ? 200 : 100)));
  }
  const Comparison comparison = Judge(With(base), With(head));
  EXPECT_EQ(comparison.outcome, Outcome::kInconclusive);
  EXPECT_THAT(comparison.remarks, Contains(HasSubstr("takes 7 launches a side")));
  EXPECT_THAT(comparison.remarks, Contains(HasSubstr("the baseline has 6 of 7 launches, 1 lacking")));
}

TEST(Compare, TwoLaunchesEachAreNotEnoughWhateverTheirDistance) {
  const Comparison comparison =
      Judge(With({TimedCell("lua-full", {10, 11})}), With({TimedCell("lua-full", {100, 110})}));
  EXPECT_EQ(comparison.outcome, Outcome::kInconclusive);
  EXPECT_EQ(CellOf(comparison, "lua-full").verdict, Verdict::kNotComparable);
  EXPECT_NEAR(*CellOf(comparison, "lua-full").time->p, 1.0 / 3, 1e-12);
  EXPECT_THAT(comparison.remarks, Contains(HasSubstr("takes 4 launches a side")));
  Policy strict;
  strict.alpha = 0.01;
  EXPECT_THAT(Judge(With({TimedCell("lua-full", {10, 11})}), With({TimedCell("lua-full", {100, 110})}), strict).remarks,
              Contains(HasSubstr("takes 5 launches a side")));
}

TEST(Compare, AdvisoryTimeNeitherFailsNorNeedsLaunches) {
  const Document base = With({TimedCell("lua-full", {100})}), head = With({TimedCell("lua-full", {300})});
  EXPECT_EQ(Judge(base, head).outcome, Outcome::kInconclusive);
  EXPECT_EQ(Judge(base, head, WithLimit("time:advisory")).outcome, Outcome::kPass);
  const Document slow = With({TimedCell("lua-full", Spread(10, 130))});
  const Comparison comparison = Judge(With({TimedCell("lua-full", Spread(10, 100))}), slow, WithLimit("time:advisory"));
  EXPECT_EQ(comparison.outcome, Outcome::kPass);
  EXPECT_EQ(CellOf(comparison, "lua-full").verdict, Verdict::kRegressed);
}

TEST(Compare, LimitOfACellPatternHoldsForItAlone) {
  const Document base = With({TimedCell("lua-full", Spread(10, 100)), TimedCell("lua-concat", Spread(10, 100))});
  const Document head = With({TimedCell("lua-full", Spread(10, 130)), TimedCell("lua-concat", Spread(10, 130))});
  const Comparison comparison = Judge(base, head, WithLimit("decode/lua-full:time:50%"));
  EXPECT_EQ(CellOf(comparison, "lua-full").verdict, Verdict::kUnresolved);
  EXPECT_EQ(CellOf(comparison, "lua-concat").verdict, Verdict::kRegressed);
}

TEST(Compare, EightMoreBytesAnOperationFail) {
  Document base = With({TimedCell("protobuf", Spread(10, 100)), TimedCell("lua-full", Spread(10, 100))});
  Document head = base;
  head.cells[0].alloc->bytes_per_op += 1;
  head.cells[1].alloc->bytes_per_op += 4;  // 0.42 %: a trace sinks an allocation or not
  EXPECT_EQ(CellOf(Judge(base, head), "protobuf").verdict, Verdict::kRegressed);
  EXPECT_EQ(CellOf(Judge(base, head), "lua-full").verdict, Verdict::kUnresolved);
  head.cells[1].alloc->bytes_per_op += 4;
  const Comparison comparison = Judge(base, head);
  EXPECT_EQ(CellOf(comparison, "lua-full").verdict, Verdict::kRegressed);
  EXPECT_EQ(CellOf(comparison, "lua-full").exact.front().base, "956 B/op");
  EXPECT_EQ(CellOf(comparison, "lua-full").exact.front().head, "964 B/op");
}

TEST(Compare, StateOfTracesThatTheBaselineHasSeenIsNoRegression) {
  Document base = With({TimedCell("lua-full", Spread(10, 100))});
  base.cells[0].alloc = result::Alloc{2104, 32, {}, {2104, 2152}, {32, 33}};
  const auto judged = [&](double bytes, double objects) {
    Document head = base;
    head.cells[0].alloc = result::Alloc{bytes, objects, {}};
    return CellOf(Judge(base, head), "lua-full").verdict;
  };
  EXPECT_EQ(judged(2152, 33), Verdict::kUnresolved);
  EXPECT_EQ(judged(2128, 32), Verdict::kRegressed);  // neither of the two
  EXPECT_EQ(judged(2176, 33), Verdict::kRegressed);
  EXPECT_EQ(judged(2152, 34), Verdict::kRegressed);
  EXPECT_EQ(judged(2000, 32), Verdict::kImproved);
}

TEST(Compare, AllocationThatWasNoneFailsWhateverTheShare) {
  Document base = With({TimedCell("lua-full", Spread(10, 100))});
  base.cells[0].alloc = result::Alloc{0, 0, {}};
  Document head = base;
  head.cells[0].alloc = result::Alloc{0.01, 0, {}};
  EXPECT_EQ(Judge(base, head, WithLimit("bytes:100%")).outcome, Outcome::kFail);
}

TEST(Compare, FasterWithMoreBytesIsATradeoffAndFails) {
  Document head = With({TimedCell("lua-full", Spread(10, 50))});
  head.cells[0].alloc->bytes_per_op = 2000;
  const Comparison comparison = Judge(With({TimedCell("lua-full", Spread(10, 100))}), head);
  EXPECT_EQ(CellOf(comparison, "lua-full").verdict, Verdict::kTradeoff);
  EXPECT_EQ(comparison.outcome, Outcome::kFail);
}

TEST(Compare, WrongContentOnTheWireFailsInEveryGrade) {
  const Document base = With({TimedCell("lua-full", Spread(10, 100))});
  Document head = base;
  head.machine.cpu = "Another CPU";
  EXPECT_EQ(Judge(base, head).outcome, Outcome::kPass);
  head.cells[0].check[0] = 'd';
  EXPECT_EQ(Judge(base, head).outcome, Outcome::kFail);
  head.cells[0].check = base.cells[0].check;
  head.cells[0].wire_bytes = *base.cells[0].wire_bytes + 1;
  EXPECT_EQ(Judge(base, head).outcome, Outcome::kFail);
}

TEST(Compare, FailedCodecFailsAndHasNoTime) {
  const Document base = With({TimedCell("lua-full", Spread(10, 100))});
  Document head = base;
  result::SetFailure(&head.cells[0], {"re-encoded bytes differ", "", {}, {}, "", ""});
  const Comparison comparison = Judge(base, head);
  EXPECT_EQ(comparison.outcome, Outcome::kFail);
  EXPECT_FALSE(CellOf(comparison, "lua-full").time);
  EXPECT_THAT(comparison.geomeans, IsEmpty());
  EXPECT_EQ(CellOf(comparison, "lua-full").exact.front().base, "ok");
  EXPECT_EQ(CellOf(comparison, "lua-full").exact.front().head, "failed");
}

TEST(Compare, FailedWithOtherPayloadsStillFails) {
  const Document base = With({TimedCell("lua-full", Spread(10, 100))});
  Document head = base;
  head.cells[0].payload->sha256[0] = '2';
  EXPECT_EQ(Judge(base, head).outcome, Outcome::kInconclusive);
  result::SetFailure(&head.cells[0], {"re-encoded bytes differ", "", {}, {}, "", ""});
  EXPECT_EQ(Judge(base, head).outcome, Outcome::kFail);
}

TEST(Compare, FailedInBothIsNotAPass) {
  Document base = With({TimedCell("lua-full", Spread(10, 100)), TimedCell("protobuf", Spread(10, 100))});
  result::SetFailure(&base.cells[0], {"re-encoded bytes differ", "", {}, {}, "", ""});
  EXPECT_EQ(Judge(base, base).outcome, Outcome::kInconclusive);
}

TEST(Compare, CodecThatCanNoLongerDoItFails) {
  const Document base = With({TimedCell("lua-full", Spread(10, 100))});
  Document head = base;
  head.cells[0].status = Status::kNotApplicable;
  head.cells[0].ns_per_op.reset();
  EXPECT_EQ(Judge(base, head).outcome, Outcome::kFail);
  EXPECT_EQ(CellOf(Judge(head, base), "lua-full").verdict, Verdict::kImproved);
  // What it could never do is no verdict and no reason to fail, and not something that was compared.
  EXPECT_EQ(Judge(head, head).outcome, Outcome::kNothingCompared);
}

TEST(Compare, MissingCellFailsAndNewCellPasses) {
  const Document both = With({TimedCell("protobuf", Spread(10, 100)), TimedCell("lua-full", Spread(10, 100))});
  const Document one = With({TimedCell("protobuf", Spread(10, 100))});
  const Comparison missing = Judge(both, one);
  EXPECT_EQ(missing.outcome, Outcome::kFail);
  EXPECT_EQ(CellOf(missing, "lua-full").verdict, Verdict::kMissing);
  EXPECT_EQ(missing.sentence,
            "fail: 1 cell is beyond the limits; 1 cell compared: 1 missing, 1 no difference resolved");
  const Comparison added = Judge(one, both);
  EXPECT_EQ(added.outcome, Outcome::kPass);
  EXPECT_EQ(CellOf(added, "lua-full").verdict, Verdict::kNew);
  Policy strict;
  strict.strict = true;
  EXPECT_EQ(Judge(one, both, strict).outcome, Outcome::kFail);
  EXPECT_EQ(Judge(both, one, WithLimit("missing:advisory")).outcome, Outcome::kPass);
}

TEST(Compare, NothingInCommonIsNoPass) {
  const Comparison none = Judge(With({TimedCell("protobuf", Spread(10, 100))}), With({}), WithLimit("missing:off"));
  EXPECT_EQ(none.outcome, Outcome::kNothingCompared);
  EXPECT_EQ(ExitCodeOf(none.outcome), 3);
  EXPECT_EQ(Judge(With({}), With({})).outcome, Outcome::kNothingCompared);
}

TEST(Compare, BadBaselineValueCostsItsCellOnly) {
  Document base = With({TimedCell("protobuf", Spread(10, 100)), TimedCell("lua-full", Spread(10, 100))});
  const Document head = base;
  base.cells[1].ns_per_op.reset();
  base.cells[1].bad_values = {"ns_per_op.median: 0, a time is above 0"};
  const Comparison comparison = Judge(base, head);
  EXPECT_EQ(comparison.outcome, Outcome::kInconclusive);
  EXPECT_EQ(CellOf(comparison, "lua-full").verdict, Verdict::kNotComparable);
  EXPECT_THAT(CellOf(comparison, "lua-full").remarks,
              Contains("not comparable: bad baseline value: ns_per_op.median: 0, a time is above 0"));
  EXPECT_EQ(CellOf(comparison, "protobuf").verdict, Verdict::kUnresolved);
}

TEST(Compare, HeadThatWasNotTimedIsNoPass) {
  const Document base = With({TimedCell("protobuf", Spread(10, 100))});
  Document head = base;
  head.cells[0].ns_per_op.reset();
  EXPECT_EQ(Judge(base, head).outcome, Outcome::kInconclusive);
  EXPECT_EQ(Judge(base, head, WithLimit("time:off")).outcome, Outcome::kPass);
}

TEST(Compare, TimesFromAnotherMachineDontFailByThemselves) {
  const Document base = With({TimedCell("lua-full", Spread(10, 100))});
  Document head = With({TimedCell("lua-full", Spread(10, 200))});
  head.machine.cpu = "Another CPU";
  const Comparison comparison = Judge(base, head);
  EXPECT_EQ(comparison.evidence.grade, Grade::kForeign);
  EXPECT_THAT(comparison.evidence.differences, ElementsAre("cpu: Example CPU -> Another CPU"));
  EXPECT_EQ(comparison.outcome, Outcome::kPass);
  EXPECT_FALSE(CellOf(comparison, "lua-full").time->p);
  EXPECT_NEAR(CellOf(comparison, "lua-full").time->ratio, 2, 1e-9);
}

TEST(Compare, DocumentsThatDontSayWhereAreForeign) {
  Document document = With({TimedCell("lua-full", Spread(10, 100))});
  document.machine.cpu.clear();
  const Comparison comparison = Judge(document, document);
  EXPECT_EQ(comparison.evidence.grade, Grade::kForeign);
  EXPECT_THAT(comparison.evidence.differences, ElementsAre("cpu: not recorded"));
}

TEST(Compare, ForeignFailsWhenTheRatioToTheOracleWorsensClearly) {
  const Document base = With({TimedCell("protobuf", Spread(10, 100)), TimedCell("lua-full", Spread(10, 100))});
  Document head = With({TimedCell("protobuf", Spread(10, 50)), TimedCell("lua-full", Spread(10, 74))});
  head.machine.cores = 64;
  EXPECT_EQ(Judge(base, head).outcome, Outcome::kPass);  // 1.48 times
  head.cells[1] = TimedCell("lua-full", Spread(10, 76));
  const Comparison comparison = Judge(base, head);
  EXPECT_EQ(comparison.outcome, Outcome::kFail);
  EXPECT_NEAR(*CellOf(comparison, "lua-full").time->oracle_ratio, 1.52, 0.01);
  // Far above, but not sure of it: half of the launches are as they were.
  head.cells[1] = TimedCell("lua-full", {50, 50, 50, 50, 100, 100, 100, 100, 100, 100});
  EXPECT_EQ(Judge(base, head).outcome, Outcome::kPass);
}

TEST(Compare, OtherJitStateIsNotComparable) {
  const Document base = With({TimedCell("lua-full", Spread(10, 100))});
  Document head = base;
  head.cells[0].jit->read = "off";
  EXPECT_EQ(Judge(base, head).outcome, Outcome::kInconclusive);
}

TEST(Compare, NewReasonThatLuaJitCantCompileFails) {
  const Document base = With({TimedCell("lua-full", Spread(10, 100))});
  Document head = base;
  (*head.cells[0].traces->abort_reasons)["leaving loop in root trace"] = 9;
  head.cells[0].traces->aborts = 9;
  EXPECT_EQ(Judge(base, head).outcome, Outcome::kPass);  // the number differs from launch to launch
  (*head.cells[0].traces->abort_reasons)["NYI: bytecode FNEW"] = 1;
  EXPECT_EQ(CellOf(Judge(base, head), "lua-full").exact.front().head, "NYI: bytecode FNEW");
  EXPECT_EQ(Judge(base, head).outcome, Outcome::kFail);
  EXPECT_EQ(CellOf(Judge(head, base), "lua-full").verdict, Verdict::kUnresolved);  // fewer launches meet fewer
  Document older = base;
  older.cells[0].traces->abort_reasons.reset();  // schema 1.0
  EXPECT_EQ(Judge(older, head).outcome, Outcome::kPass);
}

TEST(Compare, NothingCompiledAnyMoreFails) {
  const Document base = With({TimedCell("lua-full", Spread(10, 100))});
  Document head = base;
  head.cells[0].traces->compiled = 0;
  EXPECT_EQ(Judge(base, head).outcome, Outcome::kFail);
}

TEST(Compare, WaivedLossIsShownAndDoesNotFailUntilItRunsOut) {
  const Document base = With({TimedCell("lua-full", Spread(10, 100))});
  Document head = base;
  head.cells[0].alloc->bytes_per_op = 2000;
  Policy policy;
  policy.waivers = {{"decode/lua-full", Metric::kBytes, "larger buffers, log entry 7", "2026-02-01"}};
  policy.today = "2026-02-01";
  const Comparison waived = Judge(base, head, policy);
  EXPECT_EQ(waived.outcome, Outcome::kPass);
  EXPECT_EQ(CellOf(waived, "lua-full").verdict, Verdict::kRegressed);
  EXPECT_EQ(CellOf(waived, "lua-full").exact.front().waived, "larger buffers, log entry 7 (until 2026-02-01)");
  policy.today = "2026-02-02";
  const Comparison expired = Judge(base, head, policy);
  EXPECT_EQ(expired.outcome, Outcome::kFail);
  EXPECT_THAT(CellOf(expired, "lua-full").remarks, Contains(HasSubstr("ran out on 2026-02-01")));
}

TEST(Compare, PatternThatGuardsNothingIsRefused) {
  const Document document = With({TimedCell("lua-full", Spread(10, 100))});
  EXPECT_THROW(Judge(document, document, WithLimit("decode/lua-ful:time:5%")), Error);
  Policy waiver;
  waiver.waivers = {{"encode/*", Metric::kTime, "why", "2027-01-01"}};
  EXPECT_THROW(Judge(document, document, waiver), Error);
  Policy expectation;
  expectation.expectations = {ParseExpectation("encode/*:flat", "--expect")};
  try {
    Judge(document, document, expectation);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kUsage);
    EXPECT_STREQ(error.what(), "--expect encode/*:flat: \"encode/*\" matches no cell");
  }
}

TEST(Compare, CellOutsideTheExpectedChangeIsNamed) {
  const Document base = With({TimedCell("1KB", "encode", "lua-full", Spread(10, 100)),
                              TimedCell("1KB", "decode", "lua-full", Spread(10, 100)),
                              TimedCell("1KB", "decode", "lua-concat", Spread(10, 100))});
  const Document head = With({TimedCell("1KB", "encode", "lua-full", Spread(10, 60)),
                              TimedCell("1KB", "decode", "lua-full", Spread(10, 94)),
                              TimedCell("1KB", "decode", "lua-concat", Spread(10, 103))});
  Policy policy;
  policy.expectations = {ParseExpectation("encode/lua-full:faster", "--expect")};
  const Comparison comparison = Judge(base, head, policy);
  EXPECT_THAT(comparison.unexpected,
              ElementsAre("hello.Person/1KB/unique/decode/lua-full moved: time -6.0 % (outside the expected change)"));
  EXPECT_EQ(comparison.outcome, Outcome::kPass);
  EXPECT_THAT(Judge(base, base, policy).unexpected, Contains(HasSubstr("did not move as expected")));
  EXPECT_THAT(Judge(base, head).unexpected, IsEmpty());
}

TEST(Compare, GeomeanTakesMatchedCellsOnlyAndNamesTheWorst) {
  Document base = With({TimedCell("1KB", "decode", "lua-full", Spread(10, 100)),
                        TimedCell("10KB", "decode", "lua-full", Spread(10, 100)),
                        TimedCell("100KB", "decode", "lua-full", Spread(10, 100))});
  Document head = With({TimedCell("1KB", "decode", "lua-full", Spread(10, 50)),
                        TimedCell("10KB", "decode", "lua-full", Spread(10, 200)),
                        TimedCell("100KB", "decode", "lua-full", Spread(10, 100))});
  result::SetFailure(&head.cells[2], {"wrong", "", {}, {}, "", ""});
  const Comparison comparison = Judge(base, head);
  ASSERT_EQ(comparison.geomeans.size(), 1u);
  EXPECT_NEAR(comparison.geomeans[0].ratio, 1, 1e-9);
  EXPECT_EQ(comparison.geomeans[0].used, 2u);
  EXPECT_EQ(comparison.geomeans[0].skipped, 1u);
  EXPECT_EQ(comparison.geomeans[0].worst, "hello.Person/10KB/unique/decode/lua-full");
  EXPECT_NEAR(comparison.geomeans[0].worst_ratio, 2, 1e-9);
}

TEST(Compare, PassSaysWhatItWouldHaveCaught) {
  const Document steady = With({TimedCell("lua-full", Spread(10, 100))});
  const Comparison sharp = Judge(steady, steady);
  EXPECT_NEAR(*CellOf(sharp, "lua-full").time->smallest_caught, 1.10, 1e-9);
  const Document noisy = With({TimedCell("lua-full", Spread(10, 100, 0.05))});
  const double smallest = *CellOf(Judge(noisy, noisy), "lua-full").time->smallest_caught;
  EXPECT_GT(smallest, 1.12);
  // And it is true: a little more is caught, a little less is not.
  const auto slower = [&](double factor) {
    std::vector<double> times = Spread(10, 100, 0.05);
    for (double& time : times) time *= factor;
    return With({TimedCell("lua-full", times)});
  };
  EXPECT_EQ(Judge(noisy, slower(smallest * 1.001)).outcome, Outcome::kFail);
  EXPECT_EQ(Judge(noisy, slower(smallest * 0.98)).outcome, Outcome::kPass);
}

TEST(Compare, SlowerBesideAnOracleThatMovedTooIsTheMachinesDoing) {
  const Document base = With({TimedCell("protobuf", Spread(10, 100)), TimedCell("lua-full", Spread(10, 100))});
  Document head = With({TimedCell("protobuf", Spread(10, 101)), TimedCell("lua-full", Spread(10, 130))});
  EXPECT_EQ(Judge(base, head).outcome, Outcome::kFail);  // 1 %: two quiet runs differ by that much
  head.cells[0] = TimedCell("protobuf", Spread(10, 102));
  const Comparison contaminated = Judge(base, head);
  EXPECT_EQ(contaminated.outcome, Outcome::kInconclusive);
  EXPECT_EQ(CellOf(contaminated, "lua-full").verdict, Verdict::kNotComparable);
  EXPECT_THAT(contaminated.remarks, Contains(HasSubstr("protobuf itself moved by +2.0 % (median of 1 cell)")));
  EXPECT_FALSE(CellOf(contaminated, "lua-full").time->smallest_caught);
  head.cells[1] = TimedCell("lua-full", Spread(10, 200));  // no neighbour does that
  EXPECT_EQ(Judge(base, head).outcome, Outcome::kFail);
  head.cells[1] = TimedCell("lua-full", Spread(10, 70));
  EXPECT_EQ(Judge(base, head).outcome, Outcome::kPass);
  EXPECT_EQ(CellOf(Judge(base, head), "lua-full").verdict, Verdict::kUnresolved);
  head.cells[1] = TimedCell("lua-full", Spread(10, 50));
  EXPECT_EQ(CellOf(Judge(base, head), "lua-full").verdict, Verdict::kImproved);
  // What does not differ needs no machine that stood still, and exact metrics need none at all.
  head.cells[1] = TimedCell("lua-full", Spread(10, 100));
  EXPECT_EQ(Judge(base, head).outcome, Outcome::kPass);
  head.cells[1].alloc->bytes_per_op = 2000;
  EXPECT_EQ(Judge(base, head).outcome, Outcome::kFail);
}

TEST(Compare, FilterLeavesTheOracleAsControlAndYardstick) {
  const Document base = With({TimedCell("protobuf", Spread(10, 100)), TimedCell("lua-full", Spread(10, 100))});
  Document head = With({TimedCell("protobuf", Spread(10, 102)), TimedCell("lua-full", Spread(10, 130))});
  Policy policy;
  policy.filter = result::CellFilter::Parse({"codec=lua-*"}, "--filter");
  const Comparison comparison = Judge(base, head, policy);
  ASSERT_EQ(comparison.cells.size(), 1u);
  EXPECT_TRUE(comparison.controls.moved);
  head.machine.cpu = "Another CPU";
  EXPECT_TRUE(CellOf(Judge(base, head, policy), "lua-full").time->oracle_ratio);
}

// A neighbour slows three quarters of the slots of some launches; the code is as fast as it was in the others.
TEST(Compare, LaunchesThatWereDisturbedForMostOfTheirSlotsDontHideARegression) {
  const auto disturbed = [](double ns) {
    Cell cell = TimedCell("lua-full", Spread(10, ns));
    std::vector<result::Launch> launches = cell.ns_per_op->launches;
    for (size_t i = 0; i < launches.size(); ++i) {
      const double quiet = launches[i].slots_ns[0], slow = i < 3 ? quiet * 1.45 : quiet;
      launches[i].slots_ns = {quiet, quiet, slow, slow, slow};
    }
    result::SetTiming(&cell, launches);
    return With({cell});
  };
  EXPECT_EQ(Judge(disturbed(100), disturbed(115)).outcome, Outcome::kFail);
  EXPECT_EQ(Judge(disturbed(100), disturbed(100)).outcome, Outcome::kPass);
}

TEST(Compare, TimeWithoutLaunchesIsNoPass) {
  Document base = With({TimedCell("lua-full", Spread(10, 100))}), head = With({TimedCell("lua-full", Spread(10, 300))});
  base.cells[0].ns_per_op->launches.clear();
  head.cells[0].ns_per_op->launches.clear();
  EXPECT_EQ(Judge(base, head).outcome, Outcome::kInconclusive);
}

TEST(Compare, StatusThatCanNotBeReadIsNeitherBetterNorNotApplicable) {
  const Document good = With({TimedCell("lua-full", Spread(10, 100))});
  Document bad = good;
  bad.cells[0].status = Status::kNotApplicable;  // what the reader makes of it
  bad.cells[0].bad_values = {"status: \"fine\" is none we know"};
  EXPECT_EQ(Judge(bad, good).outcome, Outcome::kInconclusive);
  EXPECT_EQ(CellOf(Judge(bad, good), "lua-full").verdict, Verdict::kNotComparable);
  EXPECT_EQ(CellOf(Judge(bad, bad), "lua-full").verdict, Verdict::kNotComparable);
  EXPECT_EQ(Judge(good, bad).outcome, Outcome::kFail);
}

TEST(Compare, HeadWithoutCheckOrWireBytesIsNoPass) {
  const Document base = With({TimedCell("lua-full", Spread(10, 100))});
  Document head = base;
  head.cells[0].check.clear();
  EXPECT_EQ(Judge(base, head).outcome, Outcome::kInconclusive);
  head = base;
  head.cells[0].wire_bytes.reset();
  EXPECT_EQ(Judge(base, head).outcome, Outcome::kInconclusive);
  head.cells[0].wire_bytes = base.cells[0].wire_bytes;
  head.cells[0].alloc.reset();
  EXPECT_EQ(Judge(base, head, WithLimit("bytes:off")).outcome, Outcome::kInconclusive);
}

TEST(Compare, TestAndMediansThatDisagreeOnTheDirectionResolveNothing) {
  // Most slots slower, the quiet quarter faster: who knows.
  const auto launches = [](std::vector<double> slots) {
    Cell cell = TimedCell("lua-full", {1});
    std::vector<result::Launch> made;
    for (size_t i = 0; i < 10; ++i) {
      std::vector<double> moved = slots;
      for (double& ns : moved) ns *= 1 + 0.001 * static_cast<double>(i);
      made.push_back({i + 1, moved, {}});
    }
    result::SetTiming(&cell, made);
    return With({cell});
  };
  const Comparison comparison = Judge(launches({100, 100, 100, 100, 100}), launches({80, 80, 130, 130, 130}));
  EXPECT_LT(*CellOf(comparison, "lua-full").time->p, 0.0001);
  EXPECT_EQ(comparison.outcome, Outcome::kPass);
}

TEST(Compare, LimitForCellsThatTheFilterLeavesOutIsNoMistake) {
  const Document document = With({TimedCell("protobuf", Spread(10, 100)), TimedCell("lua-full", Spread(10, 100))});
  Policy policy = WithLimit("protobuf:time:5%");
  policy.filter = result::CellFilter::Parse({"codec=lua-*"}, "--filter");
  EXPECT_EQ(Judge(document, document, policy).outcome, Outcome::kPass);
}

TEST(Compare, OtherSettingsAreNamed) {
  Document base = With({TimedCell("lua-full", Spread(10, 100))});
  base.config.flags["jit-opt"] = std::vector<std::string>{};
  Document head = base;
  head.config.flags["jit-opt"] = std::vector<std::string>{"hotloop=10"};
  EXPECT_THAT(Judge(base, head).remarks, Contains("measured with another --jit-opt: [] -> [\"hotloop=10\"]"));
}

}  // namespace
}  // namespace pbb::gate
