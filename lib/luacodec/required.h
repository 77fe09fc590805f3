// Looks for a required field that is missing anywhere in a decoded table.
#pragma once

#include <lua.hpp>

#include "luacodec/schema.h"
#include "luacodec/state.h"

namespace pbb::luacodec {

// Raises `PATH: required field missing` for the first one, by field number from the outside in, or returns. Needed only
// when the decoder noted that one may be missing: records that came later may have brought it.
void CheckRequired(lua_State* lua, State* state, int keys, const MessagePlan& root, int table);

}  // namespace pbb::luacodec
