#include "build_info.h"

#include "commit.h"

namespace pbb {

result::Build ThisBuild() { return {PBB_VERSION, PBB_COMMIT, PBB_BUILD_TYPE, PBB_COMPILER, PBB_COMPILE_FLAGS}; }

std::string BuildCommit() { return PBB_COMMIT; }
bool BuildWasDirty() { return PBB_DIRTY != 0; }

}  // namespace pbb
