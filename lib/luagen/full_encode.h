// Full mode, encode: one function per message that writes its fields in a straight line into the writer's buffer.
#pragma once

#include "luagen/full_scope.h"

namespace pbb::luagen {

// Emits code that writes the field whose value is in the local `v` (not nil): singular, list or map. `rest` as in
// EmitPutValue. `number`: which put function of the message a map uses (full_map.h).
void EmitPutField(FullScope* scope, const plan::Field& field, int number, int rest);

// Bytes that a field takes at most besides string contents, message bodies, lists and maps, which make room themselves.
int FixedBytes(const plan::Field& field);

// Emits `local function enc(w, root, t, i, d)` (returns the new i), for long messages in parts.
void EmitEncode(FullScope* scope, const plan::Message& message);

}  // namespace pbb::luagen
