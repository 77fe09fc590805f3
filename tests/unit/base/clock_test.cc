#include "base/clock.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace pbb {
namespace {

TEST(ClockTest, NeverGoesBack) {
  int64_t last = MonotonicNs();
  for (int i = 0; i < 10'000; ++i) {
    const int64_t now = MonotonicNs();
    ASSERT_GE(now, last);
    last = now;
  }
}

TEST(ClockTest, CpuTimeStandsStillWhileWeSleep) {
  const int64_t wall = MonotonicNs(), cpu = ThreadCpuNs();
  usleep(50'000);
  EXPECT_GE(MonotonicNs() - wall, 50'000'000);
  EXPECT_LT(ThreadCpuNs() - cpu, 50'000'000);
}

int64_t g_readings = 0;

TEST(ClockTest, ResolutionIsTheSmallestStepSeen) {
  g_readings = 0;
  // Every third reading moves on, by 40 and 70 in turn.
  const double resolution = MeasureClockResolutionNs([] {
    const int64_t steps = g_readings++ / 3;
    return steps / 2 * 110 + steps % 2 * 70;
  });
  EXPECT_EQ(resolution, 40);
}

TEST(ClockTest, StepsBackAreNoResolution) {
  g_readings = 0;
  const double resolution = MeasureClockResolutionNs([] {
    ++g_readings;
    return g_readings % 2 == 0 ? g_readings * 100 : g_readings * 100 - 350;
  });
  EXPECT_EQ(resolution, 450);
}

TEST(ClockTest, ClockThatStandsStillHasNoResolution) {
  EXPECT_EQ(MeasureClockResolutionNs([]() -> int64_t { return 5; }), 0);
}

}  // namespace
}  // namespace pbb
