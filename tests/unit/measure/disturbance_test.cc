#include "measure/disturbance.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>

#include <filesystem>
#include <functional>

#include "base/child.h"
#include "base/clock.h"
#include "base/file.h"

namespace pbb::measure {
namespace {

class DisturbanceTest : public testing::Test {
 protected:
  DisturbanceTest() { std::filesystem::create_directories(folder_.path() + "/proc"); }

  void SetSteal(int all, int cpu0, int cpu1) {
    WriteFile(folder_.path() + "/proc/stat", "cpu  1 2 3 4 5 6 7 " + std::to_string(all) + " 0 0\ncpu0 1 2 3 4 5 6 7 " +
                                                 std::to_string(cpu0) + " 0 0\ncpu1 1 2 3 4 5 6 7 " +
                                                 std::to_string(cpu1) + " 0 0\nintr 1 2 3\n");
  }

  // Whether the probe sees a change of steal; the kernel may really switch us out, so it is asked again then.
  static bool Sees(DisturbanceProbe* probe, const std::function<void()>& meanwhile) {
    for (;;) {
      rusage before{}, after{};
      getrusage(RUSAGE_SELF, &before);
      probe->Start();
      meanwhile();
      const bool disturbed = probe->Disturbed();
      getrusage(RUSAGE_SELF, &after);
      if (before.ru_nivcsw == after.ru_nivcsw) return disturbed;
    }
  }

  TemporaryFolder folder_;
};

TEST_F(DisturbanceTest, StolenTimeOfItsCpuIsSeen) {
  int steal = 0;
  DisturbanceProbe probe(1, folder_.path());
  SetSteal(0, 0, steal);
  EXPECT_FALSE(Sees(&probe, [] {}));
  EXPECT_TRUE(Sees(&probe, [&] { SetSteal(0, 0, ++steal); }));
}

TEST_F(DisturbanceTest, StolenTimeOfAnotherCpuIsNotOurs) {
  int steal = 0;
  DisturbanceProbe probe(1, folder_.path());
  SetSteal(0, 0, 0);
  EXPECT_FALSE(Sees(&probe, [&] { ++steal, SetSteal(steal, steal, 0); }));
}

TEST_F(DisturbanceTest, WithoutACpuItIsAllOfThem) {
  int steal = 0;
  DisturbanceProbe probe({}, folder_.path());
  SetSteal(0, 0, 0);
  EXPECT_TRUE(Sees(&probe, [&] { SetSteal(++steal, 0, 0); }));
}

TEST_F(DisturbanceTest, KernelWithoutStealIsQuiet) {
  DisturbanceProbe probe(1, folder_.path());
  WriteFile(folder_.path() + "/proc/stat", "cpu  1 2 3 4\ncpu1 1 2 3 4\n");
  EXPECT_FALSE(Sees(&probe, [] {}));
  DisturbanceProbe nothing(1, "/nonexistent");
  EXPECT_FALSE(Sees(&nothing, [] {}));
}

TEST_F(DisturbanceTest, BeingSwitchedOutIsSeen) {
  // Two busy processes on one CPU: the kernel makes them take turns.
  const int cpu = AllowedCpus().back();
  cpu_set_t before, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  CPU_ZERO(&one);
  CPU_SET(static_cast<size_t>(cpu), &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  ChildOptions options;
  options.command = {"/bin/sh", "-c", "while :; do :; done"};
  options.cpu = cpu;
  ChildProcess rival(options);
  DisturbanceProbe probe(cpu, "/nonexistent");
  probe.Start();
  const int64_t deadline_ns = MonotonicNs() + int64_t{20'000'000'000};  // only reached when something is broken
  while (!probe.Disturbed() && MonotonicNs() < deadline_ns) {
  }
  EXPECT_TRUE(probe.Disturbed());
  sched_setaffinity(0, sizeof before, &before);
}

}  // namespace
}  // namespace pbb::measure
