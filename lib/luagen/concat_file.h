// One module of mode concat.
#pragma once

#include <string>

#include "luagen/concat_switches.h"
#include "plan/plan.h"

namespace pbb::luagen {

// The Lua source for `file`, an index into plan.files. The same plan gives the same bytes.
std::string ConcatFile(const plan::Plan& plan, int file, const ConcatSwitches& switches);

}  // namespace pbb::luagen
