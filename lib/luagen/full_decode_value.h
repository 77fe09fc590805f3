// Full mode, decode: the code that reads one value.
#pragma once

#include <string>

#include "luagen/full_scope.h"

namespace pbb::luagen {

// How the bytes of `tag` look when c is the first of them and i their position: `c == 162 and r.p[i + 1] == 6`.
std::string TagMatches(uint32_t tag);
int TagBytes(uint32_t tag);

// "i" or "i + 2".
std::string At(int bytes);

// Emits code that reads a length at i + `at` into the local `n`, sets i to what follows it and the local `b` to the end
// of the body, which lies within `end`.
void EmitLength(LuaWriter* out, int at, const char* end);

// Emits code that reads a value at i + `at` into the new local `v` and moves i past it, for a scope that ends at `end`.
// A varint may pass the end: the caller compares afterwards. `raw`: 64-bit kinds stay cdata whatever the options say.
// Messages and groups are always new ones. `down`: levels below d of a message.
void EmitRead(FullScope* scope, const plan::Field& field, int at, const char* end, bool raw, int down);

// Emits `local l = <new list>` sized for the packed run i..b (not empty) and reads its elements; i ends at b. Closed
// enums' undeclared numbers go to the unknown fields of t. `list` is an expression for a list to append to, or "" for a
// new one.
void EmitPackedRun(FullScope* scope, const plan::Field& field, const std::string& list);

// Emits the condition under which the local `v` is kept: "" when it always is.
std::string KeepCondition(FullScope* scope, const plan::Field& field);

// The tag that an undeclared number of a closed enum is kept under.
uint32_t VarintTag(const plan::Field& field);

}  // namespace pbb::luagen
