#include "result/summary.h"

#include <gtest/gtest.h>

#include <limits>

namespace pbb::result {
namespace {

std::vector<Launch> OneSlotLaunches(std::initializer_list<double> times_ns) {
  std::vector<Launch> launches;
  for (const double ns : times_ns) launches.push_back({launches.size(), {ns}, {}});
  return launches;
}

TEST(SummaryTest, MedianOverLaunchesOfSlotMedians) {
  Cell cell;
  cell.payload = PayloadStats{1, 50, 50, 50, ""};
  SetTiming(&cell, {{1, {10, 11, 90}, {}}, {2, {12, 12}, {}}, {3, {11.5}, {}}});
  EXPECT_EQ(cell.ns_per_op->median_ns, 11.5) << "not the median of all slots, 11.75";
  EXPECT_EQ(cell.ns_per_op->worst_launch_ns, 12);
  EXPECT_DOUBLE_EQ(*cell.msgs_per_s, 1e9 / 11.5);
  EXPECT_DOUBLE_EQ(*cell.mb_per_s, 50 / 11.5e-9 / 1e6);
  EXPECT_EQ(cell.ns_per_op->outlier_slots, 1u) << "90 is counted, not dropped";
  EXPECT_EQ(cell.status, Status::kOk);
}

TEST(SummaryTest, IntervalIsAbsentBelowSixLaunches) {
  Cell five, six;
  SetTiming(&five, OneSlotLaunches({10, 10, 10, 10, 11}));
  SetTiming(&six, OneSlotLaunches({10, 10.5, 10, 10, 10, 10.25}));
  EXPECT_FALSE(five.ns_per_op->low_ns || five.ns_per_op->high_ns || five.ns_per_op->coverage);
  EXPECT_EQ(six.ns_per_op->low_ns, 10);
  EXPECT_EQ(six.ns_per_op->high_ns, 10.5);
  EXPECT_EQ(six.ns_per_op->coverage, 1 - 2 / 64.0);
}

TEST(SummaryTest, UnstableWhenLaunchesAreOver110Apart) {
  Cell at_limit, beyond;
  SetTiming(&at_limit, OneSlotLaunches({100, 105, 110}));
  SetTiming(&beyond, OneSlotLaunches({100, 105, 110.5}));
  EXPECT_EQ(at_limit.status, Status::kOk);
  EXPECT_EQ(beyond.status, Status::kUnstable);
  EXPECT_DOUBLE_EQ(LaunchSpread(*beyond.ns_per_op), 1.105);
}

TEST(SummaryTest, WarmCappedIsUnstable) {
  Cell cell;
  cell.warm_capped = true;
  SetTiming(&cell, OneSlotLaunches({100, 100}));
  EXPECT_EQ(cell.status, Status::kUnstable);
}

TEST(SummaryTest, NegativeSampleIsTakenOutAndCountedNeverAveraged) {  // google/benchmark issues 96 and 293
  Cell cell;
  SetTiming(&cell, {{1, {-5000, 10, std::numeric_limits<double>::infinity(), 12, 0}, {0, 3}}, {2, {-1}, {}}});
  EXPECT_EQ(cell.ns_per_op->median_ns, 11);
  ASSERT_EQ(cell.ns_per_op->launches.size(), 1u);
  EXPECT_EQ(cell.ns_per_op->launches[0].disturbed_slots, std::vector<uint32_t>{1}) << "moves with its slot";
  EXPECT_TRUE(cell.disturbed);
  EXPECT_EQ(cell.notes, std::vector<std::string>{"slots taken out because their time was not above 0: 4"});
}

TEST(SummaryTest, NoUsableSlotFailsTheCellWithoutAFigure) {
  Cell cell;
  SetTiming(&cell, OneSlotLaunches({0, -1}));
  EXPECT_EQ(cell.status, Status::kFailed);
  EXPECT_FALSE(cell.ns_per_op || cell.msgs_per_s || cell.mb_per_s);
  EXPECT_EQ(cell.failure->what, "no slot gave a time above 0");
}

TEST(SummaryTest, FailedCellLosesTheTimeItHad) {  // gate case B41
  Cell cell;
  cell.payload = PayloadStats{1, 50, 50, 50, ""};
  SetTiming(&cell, OneSlotLaunches({10}));
  SetFailure(&cell, {"worker ended by signal 11", "", {}, {}, "", ""});
  EXPECT_EQ(cell.status, Status::kFailed);
  EXPECT_FALSE(cell.ns_per_op || cell.msgs_per_s || cell.mb_per_s);
}

TEST(SummaryTest, EmptyMessageHasNoBytesPerSecondButARate) {
  Cell cell;
  cell.payload = PayloadStats{1, 0, 0, 0, ""};
  SetTiming(&cell, OneSlotLaunches({2}));
  EXPECT_EQ(cell.mb_per_s, 0);
  EXPECT_EQ(cell.msgs_per_s, 5e8);
}

TEST(SummaryTest, NotesAreKeptOnce) {
  Cell cell;
  AddNote(&cell, "a");
  AddNote(&cell, "a");
  SetFastPathShare(&cell, 0.5);
  EXPECT_EQ(cell.notes, (std::vector<std::string>{"a", "fast_path_share 0.5000"}));
}

}  // namespace
}  // namespace pbb::result
