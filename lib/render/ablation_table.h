// What `--ablate` found, as a table for the terminal.
#pragma once

#include <string>
#include <vector>

#include "result/ablation.h"

namespace pbb::render {

// A line for each switch, cell and JIT state: the ratio against the default and at the switch's place in the log, each
// with its interval. Empty without ablations; else ends with a blank line.
std::string AblationTable(const std::vector<result::Ablation>& ablations);

}  // namespace pbb::render
