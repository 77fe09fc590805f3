// What `require "pbplan"` gives.
#pragma once

#include <lua.hpp>

namespace pbb::luacodec {

// Pushes the module's table; the lua_CFunction behind luaopen_pbplan. Opened again in one Lua state it shares its
// types.
int Open(lua_State* lua);

}  // namespace pbb::luacodec
