// 64-bit integers across the C API, which can neither make nor look into LuaJIT's cdata: what the VM leaves in memory
// is calibrated once per state on known objects, and where that does not hold, FFI functions do the work. Tarantool's
// own luaL_pushint64 is no help: it pushes a plain number where |v| < 1e14.
#pragma once

#include <cstdint>
#include <lua.hpp>

namespace pbb::luacodec {

// The C API has no name for it; lua_type() of cdata is one past LUA_TTHREAD + 1 in every LuaJIT 2.
inline constexpr int kTypeCdata = 10;

class Int64Bridge {
 public:
  enum class Kind : uint8_t { kOther, kSigned, kUnsigned };

  // Loads the FFI helpers and calibrates. Raises a Lua error where there is no FFI.
  void Open(lua_State* lua);

  // What the cdata at `index` is; its 64 bits, when it is one of the two that ffi.istype takes for int64_t and
  // uint64_t.
  Kind Read(lua_State* lua, int index, uint64_t* bits) const;

  // Pushes a new int64_t or uint64_t cdata.
  void Push(lua_State* lua, uint64_t bits, bool is_unsigned) const;

  // Pushes `count` of them, 1 to kBatch: one call into Lua makes them all. Needs count + 1 free slots.
  static constexpr int kBatch = 8;
  void PushMany(lua_State* lua, const uint64_t* bits, int count, bool is_unsigned) const;

  // Whether memory can be used directly. Tests switch it off to see the other way.
  bool calibrated() const { return calibrated_; }
  void set_calibrated(bool on) { calibrated_ = on; }

 private:
  bool Calibrate(lua_State* lua);
  Kind ReadSlowly(lua_State* lua, int index, uint64_t* bits) const;
  void PushSlowly(lua_State* lua, uint64_t bits, bool is_unsigned) const;

  int maker_refs_[2][kBatch] = {};  // function that returns n + 1 new ones
  int classify_ref_ = 0;
  int split_ref_ = 0;
  int join_refs_[2] = {};
  int id_offset_ = 0;  // bytes from the payload back to the 16-bit ctype id
  uint16_t ids_[2] = {};
  bool calibrated_ = false;
};

}  // namespace pbb::luacodec
