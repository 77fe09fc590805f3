#include "luacodec/int64_bridge.h"

#include <cstring>
#include <initializer_list>

namespace pbb::luacodec {
namespace {

constexpr char kHelpers[] = R"lua(
local ffi = require "ffi"
local istype, cast, tonumber = ffi.istype, ffi.cast, tonumber
local signed, unsigned = ffi.typeof("int64_t"), ffi.typeof("uint64_t")
local word = 4294967296ULL

local function classify(v)
  if istype(signed, v) then return 1 end
  return istype(unsigned, v) and 2 or 0
end
local function split(v)
  v = cast(unsigned, v)
  return tonumber(v % word), tonumber(v / word)
end
local function join_unsigned(low, high) return unsigned(high) * word + unsigned(low) end
local function join_signed(low, high) return cast(signed, join_unsigned(low, high)) end

-- Element reads compile to bare allocations; a constructor call is an FFI call each. Each its own element: a trace hands
-- out one object for two reads of one.
local function makers(box)
  local list, source = {}, {}
  for n = 1, 8 do
    source[n] = "b[" .. n - 1 .. "]"
    list[n] = loadstring("local b = ... return function() return " .. table.concat(source, ",") .. " end")(box)
  end
  return list
end
return classify, split, join_signed, join_unsigned, makers(ffi.new("int64_t[8]")), makers(ffi.new("uint64_t[8]")),
  ffi.new("int32_t[1]", 7)
)lua";

uint16_t IdAt(const void* payload, int offset) {
  uint16_t id;
  std::memcpy(&id, static_cast<const uint8_t*>(payload) - offset, 2);
  return id;
}

// The object's type byte stands right before the ctype id.
uint8_t TypeAt(const void* payload, int offset) { return *(static_cast<const uint8_t*>(payload) - offset - 1); }

// A cdata payload is the caller's to write while no one else has seen the object.
void Fill(const void* payload, uint64_t bits) { std::memcpy(const_cast<void*>(payload), &bits, 8); }

}  // namespace

void Int64Bridge::Open(lua_State* lua) {
  const int top = lua_gettop(lua);
  if (luaL_loadbuffer(lua, kHelpers, sizeof kHelpers - 1, "=pbplan") != 0) lua_error(lua);
  lua_call(lua, 0, 7);
  for (int side = 0; side < 2; ++side) {
    for (int n = 0; n < kBatch; ++n) {
      lua_rawgeti(lua, top + 5 + side, n + 1);
      maker_refs_[side][n] = luaL_ref(lua, LUA_REGISTRYINDEX);
    }
    lua_pushvalue(lua, top + 3 + side);
    join_refs_[side] = luaL_ref(lua, LUA_REGISTRYINDEX);
  }
  lua_pushvalue(lua, top + 2);
  split_ref_ = luaL_ref(lua, LUA_REGISTRYINDEX);
  lua_pushvalue(lua, top + 1);
  classify_ref_ = luaL_ref(lua, LUA_REGISTRYINDEX);
  calibrated_ = Calibrate(lua);
  lua_settop(lua, top);
}

// On top of the stack: cdata of another type, which must be told apart. Every claim about memory is tried before it is
// used: where the id stands (6 bytes before the payload in GC64 builds, 2 in others), and that the payload is read and
// written.
bool Int64Bridge::Calibrate(lua_State* lua) {
  const void* other = lua_topointer(lua, -1);
  constexpr uint64_t kProbe = 0x0123456789abcdefU;
  const void* samples[4];  // two signed, two unsigned
  for (int i = 0; i < 4; ++i) {
    PushSlowly(lua, kProbe + static_cast<uint64_t>(i), i >= 2);
    if (lua_type(lua, -1) != kTypeCdata) return false;
    samples[i] = lua_topointer(lua, -1);
    uint64_t bits = 0;
    if (samples[i] == nullptr) return false;
    std::memcpy(&bits, samples[i], 8);
    if (bits != kProbe + static_cast<uint64_t>(i)) return false;
    Fill(samples[i], ~kProbe);
    if (ReadSlowly(lua, -1, &bits) != (i >= 2 ? Kind::kUnsigned : Kind::kSigned) || bits != ~kProbe) return false;
  }
  for (const int offset : {6, 2}) {
    bool typed = TypeAt(other, offset) == kTypeCdata;
    for (const void* sample : samples) typed = typed && TypeAt(sample, offset) == kTypeCdata;
    ids_[0] = IdAt(samples[0], offset);
    ids_[1] = IdAt(samples[2], offset);
    const uint16_t other_id = IdAt(other, offset);
    if (typed && ids_[0] == IdAt(samples[1], offset) && ids_[1] == IdAt(samples[3], offset) && ids_[0] != ids_[1] &&
        other_id != ids_[0] && other_id != ids_[1]) {
      id_offset_ = offset;
      return true;
    }
  }
  return false;
}

Int64Bridge::Kind Int64Bridge::Read(lua_State* lua, int index, uint64_t* bits) const {
  if (calibrated_) {
    const void* payload = lua_topointer(lua, index);
    const uint16_t id = IdAt(payload, id_offset_);
    if (id == ids_[0] || id == ids_[1]) {
      std::memcpy(bits, payload, 8);
      return id == ids_[0] ? Kind::kSigned : Kind::kUnsigned;
    }
  }
  return ReadSlowly(lua, index, bits);  // `long long` and `const int64_t` have ids of their own
}

Int64Bridge::Kind Int64Bridge::ReadSlowly(lua_State* lua, int index, uint64_t* bits) const {
  luaL_checkstack(lua, 4, nullptr);
  lua_pushvalue(lua, index);
  lua_rawgeti(lua, LUA_REGISTRYINDEX, classify_ref_);
  lua_pushvalue(lua, -2);
  lua_call(lua, 1, 1);
  const auto kind = static_cast<Kind>(lua_tointeger(lua, -1));
  lua_pop(lua, 1);
  if (kind == Kind::kOther) {
    lua_pop(lua, 1);
    return kind;
  }
  lua_rawgeti(lua, LUA_REGISTRYINDEX, split_ref_);
  lua_insert(lua, -2);
  lua_call(lua, 1, 2);
  const auto low = static_cast<uint64_t>(lua_tonumber(lua, -2));
  const auto high = static_cast<uint64_t>(lua_tonumber(lua, -1));
  lua_pop(lua, 2);
  *bits = high << 32 | low;
  return kind;
}

void Int64Bridge::PushSlowly(lua_State* lua, uint64_t bits, bool is_unsigned) const {
  lua_rawgeti(lua, LUA_REGISTRYINDEX, join_refs_[is_unsigned]);
  lua_pushnumber(lua, static_cast<double>(bits & 0xffffffffU));
  lua_pushnumber(lua, static_cast<double>(bits >> 32));
  lua_call(lua, 2, 1);
}

void Int64Bridge::Push(lua_State* lua, uint64_t bits, bool is_unsigned) const {
  if (calibrated_) {
    // Filled only after it is made: a collection in the middle may run a finalizer that decodes.
    lua_rawgeti(lua, LUA_REGISTRYINDEX, maker_refs_[is_unsigned][0]);
    lua_call(lua, 0, 1);
    Fill(lua_topointer(lua, -1), bits);
  } else {
    PushSlowly(lua, bits, is_unsigned);
  }
}

void Int64Bridge::PushMany(lua_State* lua, const uint64_t* bits, int count, bool is_unsigned) const {
  if (!calibrated_) {
    for (int i = 0; i < count; ++i) Push(lua, bits[i], is_unsigned);
    return;
  }
  lua_rawgeti(lua, LUA_REGISTRYINDEX, maker_refs_[is_unsigned][count - 1]);
  lua_call(lua, 0, count);
  for (int i = 0; i < count; ++i) Fill(lua_topointer(lua, i - count), bits[i]);
}

}  // namespace pbb::luacodec
