// What machine this is, as far as it decides whether two runs can be compared. No host or user name is read.
#pragma once

#include <string>

#include "result/document.h"

namespace pbb::result {

// Reads the kernel's files below `root` ("" is the real machine; tests pass a folder). Never fails: what can't be read
// is "unknown" or 0, as in a container without cpufreq files.
Machine ReadMachine(const std::string& root = "");

// Load and steal at this moment from the same place; `clock_resolution_ns` is left to who times.
MachineState ReadMachineState(const std::string& root = "");

}  // namespace pbb::result
