#include "gate/log_rules.h"

#include <gtest/gtest.h>

#include "documents.h"
#include "gate/compare.h"

namespace pbb::gate {
namespace {

// Compares lua-full at 1000 ns with lua-full at `ns`, ten launches each.
struct One {
  explicit One(double ns, double bytes = 956)
      : base(With({TimedCell("lua-full", Spread(10, 1000))})), head(With({TimedCell("lua-full", Spread(10, ns))})) {
    head.cells[0].alloc->bytes_per_op = bytes;
    comparison = Compare(base, head, "base", "head", {});
  }
  result::Document base, head;
  Comparison comparison;
};

TEST(LogRulesTest, CellThatFellByMoreThanFivePercentIsALossThoughNothingFails) {
  const One slower(1060);
  EXPECT_EQ(slower.comparison.outcome, Outcome::kPass);
  ASSERT_EQ(Losses(slower.comparison).size(), 1U);
  EXPECT_FALSE(MustBeNamed(slower.comparison.cells[0]));
  EXPECT_TRUE(Losses(One(1040).comparison).empty());
}

TEST(LogRulesTest, UnresolvedFallIsALossToo) {
  const result::Document base = With({TimedCell("lua-full", {1000, 1001})});
  result::Document head = With({TimedCell("lua-full", {1052, 1053})});
  head.cells[0].msgs_per_s.reset();  // time alone decides: 5.2 % more is 4.9 % fewer messages
  const Comparison comparison = Compare(base, head, "base", "head", {});
  EXPECT_FALSE(comparison.cells[0].time->resolved);
  EXPECT_EQ(Losses(comparison).size(), 1U);
}

TEST(LogRulesTest, LossBeyondALimitMustBeNamed) {
  EXPECT_TRUE(MustBeNamed(One(1300).comparison.cells[0]));
  EXPECT_TRUE(MustBeNamed(One(1000, 964).comparison.cells[0]));
  EXPECT_FALSE(MustBeNamed(One(1000).comparison.cells[0]));
  EXPECT_FALSE(MustBeNamed(One(700).comparison.cells[0]));
}

TEST(LogRulesTest, TradeIsAnImprovementAndMustBeNamed) {
  const One trade(700, 1200);
  EXPECT_EQ(trade.comparison.cells[0].verdict, Verdict::kTradeoff);
  EXPECT_TRUE(AnyImproved(trade.comparison));
  EXPECT_TRUE(MustBeNamed(trade.comparison.cells[0]));
  EXPECT_EQ(Losses(trade.comparison).size(), 1U);
}

TEST(LogRulesTest, OnlyWhatIsBeyondTheLimitIsAnImprovement) {
  EXPECT_TRUE(AnyImproved(One(700).comparison));
  EXPECT_FALSE(AnyImproved(One(1000).comparison));
  EXPECT_FALSE(AnyImproved(One(950).comparison));
  EXPECT_FALSE(AnyImproved(One(1300).comparison));
}

TEST(LogRulesTest, MissingCellIsALoss) {
  const result::Document base = With({TimedCell("lua-full", Spread(10, 1000)), TimedCell("lua-old", Spread(10, 1000))});
  const result::Document head = With({TimedCell("lua-full", Spread(10, 1000))});
  const Comparison comparison = Compare(base, head, "base", "head", {});
  ASSERT_EQ(Losses(comparison).size(), 1U);
  EXPECT_EQ(Losses(comparison)[0]->id.codec, "lua-old");
}

}  // namespace
}  // namespace pbb::gate
