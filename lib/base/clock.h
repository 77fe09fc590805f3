// The monotonic clock that everything here is timed with, and one that only runs while we do.
#pragma once

#include <cstdint>

namespace pbb {

// CLOCK_MONOTONIC in nanoseconds: never stepped back by who sets the time of day.
int64_t MonotonicNs();

// CPU time of this thread in nanoseconds: stands still while another process has the CPU.
int64_t ThreadCpuNs();

// The smallest step above zero that consecutive readings of `now` showed, in nanoseconds: what one reading may be off
// by. Reads until it has seen 100 steps; a clock that stands still for a million readings has resolution 0.
double MeasureClockResolutionNs(int64_t (*now)() = MonotonicNs);

}  // namespace pbb
