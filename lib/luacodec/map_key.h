// Map keys on the way out: what Lua keys a kind takes, their value, their order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <lua.hpp>

#include "luacodec/int64_bridge.h"
#include "plan/plan.h"

namespace pbb::luacodec {

struct MapKey {
  enum class Error : uint8_t { kNone, kType, kFraction, kNotDecimal, kRange };
  Error error = Error::kNone;
  uint64_t bits = 0;           // integers, sign-extended; booleans
  const char* text = nullptr;  // strings; owned by the Lua value
  size_t size = 0;
};

// Reads the key at `index`. 64-bit kinds take numbers, canonical decimal strings and 64-bit cdata.
MapKey ReadMapKey(lua_State* lua, const Int64Bridge& bridge, plan::Kind kind, int index);

// "string", "boolean" or "integer": what an error says was expected.
const char* MapKeyClass(plan::Kind kind);

// Order of deterministic output: strings by unsigned byte, numbers by value, false before true.
bool MapKeyLess(plan::Kind kind, const MapKey& a, const MapKey& b);

// Reads a whole number the way tostring() prints one: no sign but "-", no leading zero, no "-0". Returns false when it
// is written otherwise; `fits` says whether 64 bits hold it (signed ones, where it has a "-").
bool ParseDecimal(const char* text, size_t size, bool* negative, uint64_t* magnitude, bool* fits);

}  // namespace pbb::luacodec
