#include "base/clock.h"

#include <algorithm>
#include <ctime>

namespace pbb {

namespace {

int64_t ReadNs(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

}  // namespace

int64_t MonotonicNs() { return ReadNs(CLOCK_MONOTONIC); }

int64_t ThreadCpuNs() { return ReadNs(CLOCK_THREAD_CPUTIME_ID); }

double MeasureClockResolutionNs(int64_t (*now)()) {
  constexpr int kSteps = 100;
  constexpr int kReadings = 1'000'000;
  int64_t smallest = 0;
  int64_t last = now();
  for (int steps = 0, readings = 0; steps < kSteps && readings < kReadings; ++readings) {
    const int64_t next = now();
    if (next > last) {
      smallest = smallest == 0 ? next - last : std::min(smallest, next - last);
      ++steps;
    }
    last = next;
  }
  return static_cast<double>(smallest);
}

}  // namespace pbb
