// The exact metrics of a cell: allocation, bytes on the wire, check value, status, traces.
#pragma once

#include <string>
#include <vector>

#include "gate/comparison.h"
#include "gate/limits.h"

namespace pbb::gate {

// What differs between the two, as far as both have it and the limits don't switch it off. `fails` is set for what is
// worse than a gating limit; waivers are for the caller.
std::vector<ExactChange> CompareExact(const result::Cell& base, const result::Cell& head, const Limits& limits);

}  // namespace pbb::gate
