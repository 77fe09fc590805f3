// Full mode, encode: the code that checks and writes one value.
#pragma once

#include <string>

#include "luagen/full_scope.h"

namespace pbb::luagen {

// Most bytes that a scalar takes after its tag; for string, bytes and messages, what stands before the body.
int MaxValueBytes(const plan::Field& field);

// Emits stores of the varint `tag` at i; returns how many bytes it is. i is not moved.
int EmitTag(LuaWriter* out, uint32_t tag);

// Emits code that checks the Lua value in the local `v` and writes it. `tag` 0 = no tag is written (packed).
// `skip_zero`: nothing is written for a zero. `rest`: bytes that must still be free afterwards; the caller has made
// sure of them and of MaxValueBytes and the tag before. Leaves i after what was written. `check_utf8` false: the caller
// does that.
void EmitPutValue(FullScope* scope, const plan::Field& field, uint32_t tag, bool skip_zero, int rest,
                  bool check_utf8 = true);

}  // namespace pbb::luagen
