// What about this machine or this build makes times less to be trusted, in sentences for stderr and the document.
#pragma once

#include <string>
#include <vector>

#include "result/document.h"

namespace pbb::measure {

// Whether this library was built without optimisation or with assertions.
extern const bool kDebugBuild;

// One sentence each; where nothing is known it says "unknown" once. `state` is the one before the run.
std::vector<std::string> MachineWarnings(const result::Machine& machine, const result::MachineState& state,
                                         bool debug_build);

}  // namespace pbb::measure
