// Full mode: one .proto file as a Lua module.
#pragma once

#include <string>

#include "plan/plan.h"

namespace pbb::luagen {

// The module of plan.files[file].
std::string FullFile(const plan::Plan& plan, int file);

}  // namespace pbb::luagen
