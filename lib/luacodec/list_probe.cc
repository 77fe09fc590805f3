#include "luacodec/list_probe.h"

namespace pbb::luacodec {
namespace {

uint32_t WordAt(lua_State* lua, int index, int offset) {
  uint32_t word;
  std::memcpy(&word, static_cast<const uint8_t*>(lua_topointer(lua, index)) + offset, 4);
  return word;
}

}  // namespace

void ListProbe::Calibrate(lua_State* lua) {
  // A table object has 32 bytes, or 64 where pointers have 8; no word outside it is looked at.
  constexpr int kObjectBytes = sizeof(void*) == 8 ? 64 : 32;
  constexpr int kSizes[] = {0, 1, 23, 1000, 5000};
  const int top = lua_gettop(lua);
  for (const int size : kSizes) lua_createtable(lua, size, 0);
  size_offset_ = -1;
  for (int offset = 0; offset < kObjectBytes && size_offset_ < 0; offset += 4) {
    bool fits = true;
    int index = top;
    for (const int size : kSizes) {
      const uint32_t slots = size == 0 ? 0 : static_cast<uint32_t>(size) + 1;  // slot 0 is for t[0]
      fits = fits && WordAt(lua, ++index, offset) == slots;
    }
    if (fits) size_offset_ = offset;
  }
  lua_settop(lua, top);
}

bool ListProbe::IsList(lua_State* lua, int index, int length) const {
  if (InArrayPart(lua, index, length)) {
    lua_rawgeti(lua, index, 0);
    if (!lua_isnil(lua, -1)) {
      lua_pop(lua, 1);
      return false;
    }
    lua_pop(lua, 1);
    if (length == 0) {
      lua_pushnil(lua);
    } else {
      lua_pushinteger(lua, length);
    }
    if (lua_next(lua, index) == 0) return true;
    lua_pop(lua, 2);
    return false;
  }
  int count = 0;
  lua_pushnil(lua);
  while (lua_next(lua, index) != 0) {
    lua_pop(lua, 1);
    const double key = lua_type(lua, -1) == LUA_TNUMBER ? lua_tonumber(lua, -1) : 0;
    if (!(key >= 1 && key <= length && key == static_cast<int>(key))) {
      lua_pop(lua, 1);
      return false;
    }
    ++count;
  }
  return count == length;
}

}  // namespace pbb::luacodec
