#include "render/compare_text.h"

#include <gmock/gmock.h>

#include "compare_samples.h"

namespace pbb::render {
namespace {

using gate::CellComparison;
using testing::ElementsAre;
using testing::HasSubstr;

const CellComparison& CellOf(const gate::Comparison& comparison, const std::string& end) {
  for (const CellComparison& cell : comparison.cells) {
    if (cell.id.Text().ends_with(end)) return cell;
  }
  ADD_FAILURE() << "the sample lacks " << end;
  return comparison.cells.front();
}

TEST(CompareTextTest, VerdictIsSaidWithWhatItRestsOn) {
  const gate::Comparison all = EveryVerdictSample()[0];
  EXPECT_EQ(VerdictText(CellOf(all, "10B/unique/encode/lua-full")),
            "regressed: time +30.8 % (1.27x .. 1.35x, p<0.0001, n=10)");
  EXPECT_EQ(VerdictText(CellOf(all, "encode/lua-concat")),
            "tradeoff: time -14.3 % (0.831x .. 0.883x, p=0.00026, n=10), bytes 962 -> 994 B/op (+3.3 %, limit 0.5 %)");
  EXPECT_EQ(VerdictText(CellOf(all, "1KB/unique/decode/lua-full")), "regressed: status ok -> failed");
  EXPECT_EQ(VerdictText(CellOf(all, "protobuf-arena")), "not comparable: n/a in both");
  EXPECT_EQ(VerdictText(CellOf(all, "1KB/unique/decode/lua-concat")),
            "not comparable: bad baseline value: ns_per_op.median: 0, a time is above 0");
  EXPECT_EQ(VerdictText(CellOf(all, "lua-index")), "new");
  EXPECT_EQ(VerdictText(CellOf(FewLaunchesSample()[0], "encode/lua-full")),
            "not comparable: time +50.0 % (p=0.67, n=2), time: 2 and 2 launches can't reach p <= 0.01 over 2 cells");
  EXPECT_EQ(VerdictText(CellOf(ForeignSample()[0], "encode/lua-full")),
            "regressed: time +30.8 % (1.27x .. 1.35x, to oracle 1.62x [1.54x .. 1.70x], n=10)");
}

TEST(CompareTextTest, WaivedAndAdvisoryAreToldFromWhatFails) {
  const gate::Comparison all = EveryVerdictSample()[0];
  EXPECT_EQ(VerdictLabel(CellOf(all, "1KB/unique/decode/lua-concat")), "not comparable");
  EXPECT_EQ(VerdictLabel(CellOf(all, "10B/unique/decode/lua-full")), "regressed, waived");
  EXPECT_EQ(VerdictLabel(CellOf(all, "10B/unique/decode/lua-concat")), "regressed, advisory");
  EXPECT_EQ(VerdictLabel(CellOf(all, "1KB/unique/decode/lua-full")), "regressed");
}

TEST(CompareTextTest, WaivedMissingCellIsToldFromAnAdvisoryOne) {
  CellComparison cell;
  cell.verdict = gate::Verdict::kMissing;
  EXPECT_EQ(VerdictLabel(cell), "missing, advisory");
  cell.remarks = {"waived: renamed (until 2030-01-31)"};
  EXPECT_EQ(VerdictLabel(cell), "missing, waived");
  cell.fails = true;
  EXPECT_EQ(VerdictLabel(cell), "missing");
}

TEST(CompareTextTest, NewCellThatFailsSaysSo) {
  CellComparison cell;
  cell.verdict = gate::Verdict::kNew;
  EXPECT_EQ(VerdictLabel(cell), "new");
  cell.fails = true;
  EXPECT_EQ(VerdictLabel(cell), "new, fails");
}

TEST(CompareTextTest, UnsteadyTimesAreRemarkedOn) {
  result::Cell base, head;
  CellComparison cell;
  cell.remarks = {"first"};
  cell.base = &base;
  cell.head = &head;
  EXPECT_THAT(RemarksOf(cell), ElementsAre("first"));
  base.status = result::Status::kUnstable;
  head.disturbed = true;
  EXPECT_THAT(RemarksOf(cell), ElementsAre("first", "unstable in the base", "disturbed in the head"));
  head.status = result::Status::kUnstable;
  cell.base = nullptr;
  EXPECT_THAT(RemarksOf(cell), ElementsAre("first", "unstable in the head", "disturbed in the head"));
}

TEST(CompareTextTest, HeadThatFailedSaysHowAndOnlyOnce) {
  CellComparison cell = CellOf(EveryVerdictSample()[0], "1KB/unique/decode/lua-full");
  const std::string how = "failed: decoded values differ, at hello.Person.emails[3], payload 17";
  EXPECT_THAT(RemarksOf(cell), ElementsAre(how));
  cell.remarks.clear();
  EXPECT_THAT(RemarksOf(cell), ElementsAre(how));
}

TEST(CompareTextTest, ExactChangesSayLimitAndWhatFollows) {
  const gate::Comparison all = EveryVerdictSample()[0];
  EXPECT_THAT(ChangeLines(CellOf(all, "1KB/unique/encode/lua-full")),
              ElementsAre("bytes 962 -> 964 B/op (+0.2 %, limit 0.5 %): within the limit"));
  EXPECT_THAT(ChangeLines(CellOf(all, "encode/lua-concat")),
              ElementsAre("bytes 962 -> 994 B/op (+3.3 %, limit 0.5 %): worse"));
  EXPECT_THAT(ChangeLines(CellOf(all, "10B/unique/decode/lua-full")),
              ElementsAre("bytes 214 -> 222 B/op (+3.7 %, limit 0.5 %): worse, waived: keeps unknown fields now "
                          "(until 2030-01-31)"));
  EXPECT_THAT(ChangeLines(CellOf(all, "10B/unique/decode/lua-concat")),
              ElementsAre("objects 7 -> 8 objects/op (+14.3 %, limit 0.5 %): worse, advisory"));
  EXPECT_THAT(ChangeLines(CellOf(all, "1KB/unique/decode/lua-full")), ElementsAre("status ok -> failed: worse"));
}

TEST(CompareTextTest, TimeThatIsWorseAndDoesNotFailSaysWhy) {
  CellComparison cell = CellOf(EveryVerdictSample()[0], "10B/unique/encode/lua-full");
  EXPECT_TRUE(ChangeLines(cell).empty());
  cell.time->fails = cell.fails = false;
  EXPECT_THAT(ChangeLines(cell), ElementsAre("time +30.8 % (limit 10 %): worse, advisory"));
  cell.time->waived = "known,\nuntil 2030-01-31";
  EXPECT_THAT(ChangeLines(cell), ElementsAre("time +30.8 % (limit 10 %): worse, waived: known,\\x0auntil 2030-01-31"));
  EXPECT_EQ(VerdictLabel(cell), "regressed, waived");
}

TEST(CompareTextTest, TimeFromAnotherMachineIsHeldAgainstTheOraclesLimit) {
  CellComparison cell = CellOf(EveryVerdictSample()[0], "10B/unique/encode/lua-full");
  cell.time->fails = cell.fails = false;
  cell.time->oracle_ratio = 1.62;
  EXPECT_THAT(ChangeLines(cell), ElementsAre("time +30.8 % (to oracle 1.62x, limit 1.50x): worse, advisory"));
}

TEST(CompareTextTest, AmountFromZeroHasNoPerCent) {
  CellComparison cell;
  cell.exact = {{gate::Metric::kObjects, "0 objects/op", "1 objects/op", {}, gate::Change::kWorse, true, 0, ""}};
  EXPECT_THAT(ChangeLines(cell), ElementsAre("objects 0 -> 1 objects/op (limit 0): worse"));
}

TEST(CompareTextTest, UnequalLaunchesAreBothSaid) {
  gate::TimeChange time;
  time.base_launches = 10;
  time.head_launches = 12;
  EXPECT_EQ(LaunchesText(time), "10+12");
  time.head_launches = 10;
  EXPECT_EQ(LaunchesText(time), "10");
}

TEST(CompareTextTest, SmallProbabilitiesAreNotShownAsZero) {
  EXPECT_EQ(ProbabilityText(1.0825e-5), "<0.0001");
  EXPECT_EQ(ProbabilityText(0.00054), "0.00054");
  EXPECT_EQ(ProbabilityText(0.0736), "0.074");
  EXPECT_EQ(ProbabilityText(1), "1");
}

TEST(CompareTextTest, PassSaysWhatItWouldHaveCaught) {
  EXPECT_EQ(PowerLine(PassSample()[0]),
            "would have caught: a slowdown of 10.0 % in 2 of 3 cells; the least sharp cell: 23.4 % in "
            "hello.Person/10B/unique/decode/protobuf");
}

TEST(CompareTextTest, CellsThatCouldCatchNothingAreCounted) {
  auto comparisons = PassSample();
  comparisons[0].cells[0].time->smallest_caught.reset();
  EXPECT_THAT(PowerLine(comparisons[0]), HasSubstr("a slowdown of 10.0 % in 1 of 3 cells; the least"));
  EXPECT_THAT(PowerLine(comparisons[0]), HasSubstr("; none in 1: too few launches"));
}

TEST(CompareTextTest, PowerThatCannotBeSaidHasAReason) {
  EXPECT_EQ(PowerLine(FewLaunchesSample()[0]),
            "would have caught: no slowdown: too few launches for any cell to reach alpha 0.01");
  EXPECT_THAT(PowerLine(ForeignSample()[0]), HasSubstr("1.50x against the oracle with its interval above 1.25x"));
  auto without_oracle = ForeignSample();
  for (CellComparison& cell : without_oracle[0].cells) cell.time->oracle_ratio.reset();
  EXPECT_THAT(PowerLine(without_oracle[0]), HasSubstr("have no oracle to compare with"));
  EXPECT_EQ(PowerLine(NothingComparedSample()[0]),
            "would have caught: no slowdown: no cell has a time in both documents");
}

}  // namespace
}  // namespace pbb::render
