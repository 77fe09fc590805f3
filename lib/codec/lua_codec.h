// Every codec that runs in a lua_State: `cpp-plan` through pbplan.so, `lua-full` and `lua-concat` as generated modules.
#pragma once

#include "codec/registry.h"

namespace pbb::codec {

// Not applicable where the codec tree holds no generated module for the schema. Throws Error(kUsage) when the tree
// lacks what every cell needs, Error(kInternal) when the JIT can't be set as asked.
MadeCodec MakeLuaCodec(const CodecSpec& spec);

}  // namespace pbb::codec
