// What this binary was built from and how. Only apps know: a commit in a library would relink what is measured.
#pragma once

#include <string>

#include "result/document.h"

namespace pbb {

result::Build ThisBuild();
std::string BuildCommit();  // empty outside a repository
bool BuildWasDirty();

}  // namespace pbb
