// Whether a Lua table is a dense list: 1 to n and no other key.
#pragma once

#include <cstdint>
#include <cstring>
#include <lua.hpp>

namespace pbb::luacodec {

// `next(t, n)` finds nothing behind the last element of a clean list. That is proof only when element n lies in the
// array part, because in the hash part other keys may come before it; how many slots the array part has is read from
// the table object, at an offset that is found on tables of known size. Where it is not found, every key is counted.
class ListProbe {
 public:
  void Calibrate(lua_State* lua);

  // `length` = lua_objlen(). Holes within are met by who reads the elements. Needs three free slots.
  bool IsList(lua_State* lua, int index, int length) const;

 private:
  bool InArrayPart(lua_State* lua, int index, int length) const {
    if (size_offset_ < 0) return false;
    uint32_t slots;
    std::memcpy(&slots, static_cast<const uint8_t*>(lua_topointer(lua, index)) + size_offset_, 4);
    return static_cast<uint32_t>(length) < slots;
  }

  int size_offset_ = -1;  // of the slot count in a table object
};

}  // namespace pbb::luacodec
