#include "render/compare_rows.h"

#include <gmock/gmock.h>

#include "compare_samples.h"
#include "render/compare_notes.h"

namespace pbb::render {
namespace {

using testing::ElementsAre;

TEST(CompareRowsTest, SizesAndOpsStandTogetherWithOneUnitASize) {
  const auto comparisons = EveryVerdictSample();
  const std::vector<CompareGroup> groups = GroupComparisons(comparisons);
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[1].schema, "map<string, int32>");
  std::vector<std::string> order, units;
  for (const CompareRow& row : groups[0].rows) {
    const std::string name = row.id.size + " " + row.id.op;
    if (order.empty() || order.back() != name) order.push_back(name);
    units.emplace_back(row.scale.unit);
  }
  EXPECT_THAT(order, ElementsAre("10B encode", "10B decode", "1KB encode", "1KB decode"));
  EXPECT_EQ(units.front(), "ns");
  EXPECT_EQ(units.back(), "us");
}

TEST(CompareRowsTest, MissingAndNewCellsAreListedAndNotInRows) {
  const auto comparisons = EveryVerdictSample();
  for (const CompareGroup& group : GroupComparisons(comparisons)) {
    for (const CompareRow& row : group.rows) {
      EXPECT_NE(row.id.codec, "lua-old[jit=off]");
      EXPECT_NE(row.id.codec, "lua-index");
    }
  }
  EXPECT_THAT(LinesOf(comparisons[0], gate::Verdict::kMissing),
              ElementsAre("hello.Person/10B/unique/decode/lua-old[jit=off]"));
  EXPECT_THAT(LinesOf(comparisons[0], gate::Verdict::kNew), ElementsAre("hello.Person/10B/unique/encode/lua-index"));
}

TEST(CompareRowsTest, ListedCellsSayWhyTheyDoNotFail) {
  auto comparisons = EveryVerdictSample();
  gate::CellComparison& missing = comparisons[0].cells.back();
  missing.fails = false;
  EXPECT_THAT(LinesOf(comparisons[0], gate::Verdict::kMissing),
              ElementsAre("hello.Person/10B/unique/decode/lua-old[jit=off], advisory"));
  missing.remarks = {"waived: renamed (until 2030-01-31)"};
  EXPECT_THAT(LinesOf(comparisons[0], gate::Verdict::kMissing),
              ElementsAre("hello.Person/10B/unique/decode/lua-old[jit=off], waived: renamed (until 2030-01-31)"));
}

TEST(CompareRowsTest, CellOfOneDocumentLeavesTheOtherEmpty) {
  const auto comparisons = ThreeDocumentsSample();
  for (const CompareGroup& group : GroupComparisons(comparisons)) {
    for (const CompareRow& row : group.rows) {
      ASSERT_EQ(row.cells.size(), 2u);
      if (row.id.codec != "lua-old[jit=off]") continue;
      ASSERT_TRUE(row.cells[0] != nullptr && row.cells[1] != nullptr);
      EXPECT_EQ(row.cells[0]->verdict, gate::Verdict::kMissing);
      EXPECT_EQ(row.cells[1]->verdict, gate::Verdict::kUnresolved);
      return;
    }
  }
  FAIL() << "the second document has the cell, so it has a row";
}

TEST(CompareRowsTest, EveryFigureHasItsHeading) {
  for (const auto& comparisons : {EveryVerdictSample(), ForeignSample(), FewLaunchesSample()}) {
    const FigureColumns columns = ColumnsOf(comparisons[0]);
    for (const gate::CellComparison& cell : comparisons[0].cells) {
      EXPECT_EQ(FigureTexts(cell, {1, "ns"}, columns).size(), FigureHeadings(columns).size()) << cell.id.Text();
    }
    for (const gate::GeomeanRow& row : comparisons[0].geomeans) {
      EXPECT_EQ(GeomeanTexts(row).size(), GeomeanHeadings().size());
    }
  }
}

TEST(CompareRowsTest, SideWithoutTimeSaysItsStatus) {
  const auto comparisons = EveryVerdictSample();
  const auto& failed = comparisons[0].cells[7];
  EXPECT_EQ(SideText(failed.base, failed.base->ns_per_op ? TimeScale{1e3, "us"} : TimeScale{1, "ns"}), "6.21");
  EXPECT_EQ(SideText(failed.head, {1e3, "us"}), "failed");
  EXPECT_EQ(SideText(nullptr, {1, "ns"}), "-");
}

TEST(CompareNotesTest, EqualTextsShareANumber) {
  CompareNotes notes;
  EXPECT_EQ(notes.References({"a", "b\n"}), "[1] [2]");
  EXPECT_EQ(notes.References({"b\n"}), "[2]");
  EXPECT_EQ(notes.References({}), "");
  EXPECT_THAT(notes.texts(), ElementsAre("a", "b\\x0a"));
}

}  // namespace
}  // namespace pbb::render
