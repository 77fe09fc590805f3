// A loss that was accepted: with its reason, and not for ever.
#pragma once

#include <string>

#include "gate/metric.h"

namespace pbb::gate {

struct Waiver {
  std::string cells;  // pattern, as result::CellMatches takes it
  Metric metric = Metric::kBytes;
  std::string reason;   // shown wherever it is used
  std::string expires;  // last day on which it holds, YYYY-MM-DD
};

// Whether `text` is a day of the calendar as YYYY-MM-DD. Such texts sort by time.
bool IsDate(const std::string& text);

}  // namespace pbb::gate
