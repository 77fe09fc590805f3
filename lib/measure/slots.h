// What a slot is, whoever times it: whole passes of one codec, the sink cleared and garbage collected before each of
// them outside the time that counts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codec/codec.h"
#include "measure/disturbance.h"
#include "measure/slot_plan.h"

namespace pbb::measure {

struct SlotTimes {
  std::vector<double> ns_per_op;    // of each slot, as the clock gave it
  std::vector<uint32_t> disturbed;  // indices of slots during which the machine did something else
  std::string error;                // the codec's text when an operation failed; then the times are of no use
};

}  // namespace pbb::measure
