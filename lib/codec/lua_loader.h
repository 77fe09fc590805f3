// Brings one Lua codec to life in a fresh state: paths, JIT, options, and the two functions of the message type.
#pragma once

#include <string>

#include "codec/registry.h"
#include "lua/state.h"

namespace pbb::codec {

struct LoadedLuaCodec {
  bool int64_as_number = false;
  bool counts_fallbacks = false;  // how often its decode left the predicted path
};

// Leaves three values on the stack of an empty state: the harness table, encode(t), decode(s).
// Throws Error(kUsage) with the Lua error when the codec can't be loaded, Error(kInternal) when the JIT is not as
// asked.
LoadedLuaCodec LoadLuaCodec(lua::State* state, const CodecSpec& spec);

// "" when the tree has what this codec needs for this schema, else what is missing.
std::string WhyNoLuaModule(const CodecSpec& spec);

// How many decodes of this state left the predicted path so far (pblua.full_rt counts them).
double CountFallbacks(lua::State* state);

}  // namespace pbb::codec
