// Both slot loops do the same passes in the same order; only who reads the clock differs.
#include "measure/slots.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>

#include "fake_codec.h"
#include "measure/gb_slots.h"
#include "measure/own_slots.h"

namespace pbb::measure {
namespace {

constexpr uint64_t kPassOps = 10;

std::string Repeat(const std::string& text, int times) {
  std::string repeated;
  for (int i = 0; i < times; ++i) repeated += text;
  return repeated;
}

TEST(OwnSlotsTest, TimesWholePassesAndNothingBeforeThem) {
  FakeCodec codec;
  codec.before_ns = 1'000'000;
  codec.pass_ns = [](uint64_t pass) { return pass < 3 ? 1000 : 2000; };
  DisturbanceProbe probe({}, "/nonexistent");
  const SlotTimes times = OwnSlots(&codec, kPassOps, {3, 2}, &probe, FakeNow);
  EXPECT_EQ(codec.log, "bpbpbpbpbpbp");
  ASSERT_EQ(times.ns_per_op.size(), 2u);
  // A reading is a nanosecond, so a pass has one of its own.
  EXPECT_DOUBLE_EQ(times.ns_per_op[0], 1001.0 * 3 / 30);
  EXPECT_DOUBLE_EQ(times.ns_per_op[1], 2001.0 * 3 / 30);
}

TEST(OwnSlotsTest, ClockThatStepsBackGivesWhatItGave) {
  FakeCodec codec;
  codec.pass_ns = [](uint64_t pass) { return pass == 1 ? -5000 : 1000; };
  DisturbanceProbe probe({}, "/nonexistent");
  const SlotTimes times = OwnSlots(&codec, kPassOps, {1, 3}, &probe, FakeNow);
  ASSERT_EQ(times.ns_per_op.size(), 3u);
  EXPECT_LT(times.ns_per_op[1], 0);
  EXPECT_GT(times.ns_per_op[2], 0);
}

TEST(OwnSlotsTest, FailedOperationEndsTheSlots) {
  FakeCodec codec;
  codec.fail_at_pass = 2;
  DisturbanceProbe probe({}, "/nonexistent");
  const SlotTimes times = OwnSlots(&codec, kPassOps, {1, 3}, &probe, FakeNow);
  EXPECT_EQ(times.error, "truncated varint at byte 17");
  EXPECT_EQ(codec.passes, 2u);
}

TEST(GoogleBenchmarkSlotsTest, RunsEachPassOnceWithItsPreparation) {
  FakeCodec codec;
  DisturbanceProbe probe({}, "/nonexistent");
  const SlotTimes times = GoogleBenchmarkSlots(&codec, kPassOps, {3, 4}, &probe);
  EXPECT_EQ(codec.log, Repeat("bp", 12));
  EXPECT_EQ(times.ns_per_op.size(), 4u);
  EXPECT_EQ(times.error, "");
}

TEST(GoogleBenchmarkSlotsTest, OneSlotOfOneOperationWorks) {
  FakeCodec codec;
  DisturbanceProbe probe({}, "/nonexistent");
  EXPECT_EQ(GoogleBenchmarkSlots(&codec, 1, {1, 1}, &probe).ns_per_op.size(), 1u);
  EXPECT_EQ(codec.log, "bp");
}

TEST(GoogleBenchmarkSlotsTest, CellsDoNotAddUp) {
  DisturbanceProbe probe({}, "/nonexistent");
  for (int i = 0; i < 3; ++i) {
    FakeCodec codec;
    EXPECT_EQ(GoogleBenchmarkSlots(&codec, kPassOps, {1, 2}, &probe).ns_per_op.size(), 2u);
    EXPECT_EQ(codec.passes, 2u);
  }
}

// Sleeps for real: its time per operation is known from below.
class SleepingCodec : public FakeCodec {
 public:
  void BeforePass() override { usleep(20'000); }
  std::string RunPass() override {
    usleep(2'000);
    return "";
  }
};

TEST(GoogleBenchmarkSlotsTest, TimeIsPerOperationAndWithoutWhatComesBefore) {
  SleepingCodec codec;
  DisturbanceProbe probe({}, "/nonexistent");
  const SlotTimes times = GoogleBenchmarkSlots(&codec, kPassOps, {2, 1}, &probe);
  ASSERT_EQ(times.ns_per_op.size(), 1u);
  EXPECT_GE(times.ns_per_op[0], 200'000);
  // With the 20 ms before each pass it would be 2.2 ms; a machine busy enough to reach that would fail everything.
  EXPECT_LT(times.ns_per_op[0], 2'200'000);
}

TEST(GoogleBenchmarkSlotsTest, FailedOperationEndsTheSlots) {
  FakeCodec codec;
  codec.fail_at_pass = 2;
  DisturbanceProbe probe({}, "/nonexistent");
  const SlotTimes times = GoogleBenchmarkSlots(&codec, kPassOps, {1, 3}, &probe);
  EXPECT_EQ(times.error, "truncated varint at byte 17");
  EXPECT_EQ(codec.passes, 2u);
}

TEST(GoogleBenchmarkSlotsTest, PrintsNothing) {
  FakeCodec codec;
  DisturbanceProbe probe({}, "/nonexistent");
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  GoogleBenchmarkSlots(&codec, kPassOps, {1, 2}, &probe);
  codec.fail_at_pass = codec.passes + 1;
  GoogleBenchmarkSlots(&codec, kPassOps, {1, 2}, &probe);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace pbb::measure
