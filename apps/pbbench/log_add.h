// `pbbench log add`: what must hold before an entry is written, and the writing.
#pragma once

#include "log_flags.h"

namespace pbb {

// Returns the exit code: 0, 1 when a test fails for a change that is kept, 130 when interrupted. Throws Error(kUsage)
// for what can't be logged, with the way out. Unless it returns 0, nothing is written.
int RunLogAdd(const LogAddFlags& flags);

}  // namespace pbb
