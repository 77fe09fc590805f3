// Full mode: one .proto file as a Lua module.
#pragma once

#include <string>

#include "plan/plan.h"

namespace pbb::luagen {

// The module of plan.files[file].
std::string FullFile(const plan::Plan& plan, int file);

// The same with a decode that has pbplan.so write a flat index where it is there. It registers as mode "full", whose
// encode and fallback it is.
std::string IndexFile(const plan::Plan& plan, int file);

}  // namespace pbb::luagen
