// What two measurements of a cell are compared by.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pbb::gate {

// All but time are exact: one run is enough, and they gate in every evidence grade (DESIGN section 5).
enum class Metric {
  kTime,     // nanoseconds per operation
  kBytes,    // allocated bytes per operation
  kObjects,  // allocated objects per operation
  kWire,     // bytes on the wire of the whole ring
  kCheck,    // hash of the decoded content
  kStatus,   // ok or unstable, failed, n/a
  kTraces,   // LuaJIT: reasons for which recording was given up, and whether anything was compiled
  kMissing,  // the cell is gone
};

// "time", "bytes", "objects", "wire", "check", "status", "traces", "missing"
std::string_view MetricName(Metric metric);
std::optional<Metric> ParseMetric(std::string_view name);
std::vector<std::string> MetricNames();

// Whether a share ("10%") can be a limit of it: not for those that are simply the same or not.
bool IsAmount(Metric metric);

}  // namespace pbb::gate
