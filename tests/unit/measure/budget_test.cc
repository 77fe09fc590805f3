#include "measure/budget.h"

#include <gtest/gtest.h>

namespace pbb::measure {
namespace {

constexpr int64_t kStart = 1'000;

class BudgetTest : public testing::Test {
 protected:
  // Two rings, the second of passes ten times as long; a cell each; two launches.
  BudgetTest() {
    RunOptions options;
    options.ops = {codec::Op::kEncode};
    options.launches = 2;
    options.budget_ns = 20'000'000'000;
    PlannedRing small, large;
    for (PlannedRing* ring : {&small, &large}) {
      ring->ring.payloads.assign(ring == &small ? 1000 : 10000, "payload");
      ring->ring.schema = "a.B";
      ring->ring.size = ring == &small ? "1KB" : "10KB";
      ring->ring.Finish();
      ring->pass_ops = ring->ring.payloads.size();
    }
    plan_ = PlanCells(options, {{"a.B", "a.proto", ""}}, {small, large}, {{{"a", {}}, false}});
    for (PlannedLaunch& launch : plan_.launches) launch.order = {0, 1};
    small_weight_ = static_cast<double>(LeastBenchNs(plan_.rings[0]));
    large_weight_ = static_cast<double>(LeastBenchNs(plan_.rings[1]));
  }

  // Of 20 s, less the other launch's start.
  void ExpectShare(int64_t share, double left_s, double of) {
    EXPECT_NEAR(static_cast<double>(share), left_s * 1e9 * of, 10);
  }

  Plan plan_;
  double small_weight_ = 0;
  double large_weight_ = 0;
  std::function<bool(size_t)> all_ = [](size_t) { return true; };
};

TEST_F(BudgetTest, CellsShareByTheirLeastTimeOverAllLaunches) {
  const Budget budget(plan_, kStart);
  const double launch = small_weight_ + large_weight_;
  ExpectShare(budget.Share(0, 0, all_, kStart), 19.9, small_weight_ / (2 * launch));
  ExpectShare(budget.Share(0, 1, all_, kStart), 19.9, large_weight_ / (launch + large_weight_));
  ExpectShare(budget.Share(1, 1, all_, kStart + 5'000'000'000), 15, 1);
}

TEST_F(BudgetTest, LaterVisitsOfEarlierCellsAreNotGivenAwayAgain) {
  Budget budget(plan_, kStart);
  budget.SetAside(3'000'000'000);
  budget.SetAside(1'000'000'000);
  ExpectShare(budget.Share(1, 1, all_, kStart), 16, 1);
  budget.StartLaunch();
  ExpectShare(budget.Share(1, 1, all_, kStart), 20, 1);
}

TEST_F(BudgetTest, CellsThatFailedLeaveTheirTimeToTheOthers) {
  const Budget budget(plan_, kStart);
  ExpectShare(budget.Share(
                  1, 0, [](size_t cell) { return cell == 0; }, kStart),
              20, 1);
}

TEST_F(BudgetTest, NothingLeftIsStillTheLeast) {
  const Budget budget(plan_, kStart);
  EXPECT_EQ(budget.Share(1, 0, all_, kStart + 30'000'000'000), kLeastBudgetNs);
}

}  // namespace
}  // namespace pbb::measure
