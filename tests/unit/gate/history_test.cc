#include "gate/history.h"

#include <gtest/gtest.h>

#include "documents.h"

namespace pbb::gate {
namespace {

using Kind = result::LogHistory::Kind;

result::Document Tree(char tree, std::vector<result::Cell> cells) {
  result::Document document = With(std::move(cells));
  document.codec_tree.sha256 = std::string(64, tree);
  return document;
}

result::Cell Steady(const std::string& codec, double ns) { return TimedCell(codec, {ns, ns, ns, ns, ns, ns}); }

TEST(HistoryTest, DriftIsMedianRangeAndFarthestCellOfCommonOnes) {
  const auto earlier = Tree(
      'b', {Steady("lua-full", 100), Steady("lua-concat", 200), Steady("protobuf", 10), Steady("only-earlier", 1)});
  const auto later =
      Tree('b', {Steady("protobuf", 10), Steady("lua-full", 110), Steady("lua-concat", 160), Steady("only-later", 1)});
  const auto drift = DriftBetween(earlier, later);
  ASSERT_TRUE(drift);
  EXPECT_EQ(drift->cells, 3U);
  EXPECT_DOUBLE_EQ(drift->median, 1.0);
  EXPECT_DOUBLE_EQ(drift->low, 0.8);
  EXPECT_DOUBLE_EQ(drift->high, 1.1);
  EXPECT_EQ(drift->farthest, "hello.Person/1KB/unique/decode/lua-concat");  // 0.8x is farther than 1.1x
  EXPECT_DOUBLE_EQ(drift->farthest_ratio, 0.8);
}

TEST(HistoryTest, NoDriftWithoutCommonTimes) {
  EXPECT_FALSE(DriftBetween(Tree('b', {Steady("lua-full", 100)}), Tree('b', {Steady("protobuf", 10)})));
  auto untimed = Steady("lua-full", 100);
  untimed.ns_per_op.reset();
  EXPECT_FALSE(DriftBetween(Tree('b', {Steady("lua-full", 100)}), Tree('b', {untimed})));
}

TEST(HistoryTest, OneTreeContinuesWhateverItsTimes) {
  const auto history = HistoryAfter("a", Tree('b', {Steady("lua-full", 100)}), Tree('b', {Steady("lua-full", 125)}));
  EXPECT_EQ(history.kind, Kind::kContinues);
  EXPECT_EQ(history.last, "a");
  EXPECT_EQ(history.last_tree, std::string(64, 'b'));
  ASSERT_TRUE(history.drift);
  EXPECT_DOUBLE_EQ(history.drift->median, 1.25);
}

TEST(HistoryTest, AnotherTreeStartsANewHistoryThoughTimesAgree) {
  const auto history = HistoryAfter("a", Tree('b', {Steady("lua-full", 100)}), Tree('c', {Steady("lua-full", 100)}));
  EXPECT_EQ(history.kind, Kind::kNew);
  EXPECT_EQ(history.last_tree, std::string(64, 'b'));
  EXPECT_FALSE(history.drift);
}

TEST(HistoryTest, AnotherMachineHasNoDrift) {
  auto base = Tree('b', {Steady("lua-full", 125)});
  base.machine.cpu = "Other CPU";
  const auto history = HistoryAfter("a", Tree('b', {Steady("lua-full", 100)}), base);
  EXPECT_EQ(history.kind, Kind::kContinues);
  EXPECT_FALSE(history.drift);
  EXPECT_EQ(history.differences, std::vector<std::string>{"cpu: Example CPU -> Other CPU"});
}

TEST(HistoryTest, ChainMultipliesAndCountsStepsPerCell) {
  const auto base1 = Tree('a', {Steady("lua-full", 100), Steady("protobuf", 10)});
  const auto head1 = Tree('b', {Steady("lua-full", 80), Steady("protobuf", 10)});
  // The machine has drifted to 160 in between: no part of any ratio.
  const auto base2 = Tree('b', {Steady("lua-full", 160), Steady("lua-concat", 50)});
  const auto head2 = Tree('c', {Steady("lua-full", 80), Steady("lua-concat", 25)});
  const auto cells = Chain({{&base1, &head1}, {&base2, &head2}});
  ASSERT_EQ(cells.size(), 3U);
  EXPECT_EQ(cells[0].id.codec, "lua-full");
  EXPECT_DOUBLE_EQ(cells[0].ratio, 0.4);
  EXPECT_EQ(cells[0].steps, 2U);
  EXPECT_DOUBLE_EQ(cells[1].ratio, 1.0);
  EXPECT_EQ(cells[1].steps, 1U);
  EXPECT_EQ(cells[2].id.codec, "lua-concat");
  EXPECT_DOUBLE_EQ(cells[2].ratio, 0.5);
}

TEST(HistoryTest, MeansAreByOpAndCodec) {
  const auto base =
      Tree('a', {TimedCell("1KB", "decode", "lua-full", {100}), TimedCell("10B", "decode", "lua-full", {10}),
                 TimedCell("1KB", "encode", "lua-full", {10})});
  const auto head =
      Tree('b', {TimedCell("1KB", "decode", "lua-full", {50}), TimedCell("10B", "decode", "lua-full", {20}),
                 TimedCell("1KB", "encode", "lua-full", {5})});
  const auto means = ChainMeans(Chain({{&base, &head}}));
  ASSERT_EQ(means.size(), 2U);
  EXPECT_EQ(means[0].op, "decode");
  EXPECT_DOUBLE_EQ(means[0].ratio, 1.0);
  EXPECT_EQ(means[0].cells, 2U);
  EXPECT_EQ(means[1].op, "encode");
  EXPECT_DOUBLE_EQ(means[1].ratio, 0.5);
}

}  // namespace
}  // namespace pbb::gate
