// Full mode, decode. A message is read in the order that every canonical encoder writes: one straight line of checks,
// field by field, with a loop for a run of one repeated field. What is left over (another order, unknown fields, the
// other packing) goes through `any`, a loop over records that finds each tag's handler in a table, as do merges into a
// message that exists.
#pragma once

#include "luagen/full_scope.h"

namespace pbb::luagen {

// Emits `H[tag] = function(r, t, i, e, d, a)` (returns the new i) for every tag that `field` may come with. `message`
// is null for an extension of another file's message.
void EmitHandlers(FullScope* scope, const plan::Message* message, const plan::Field& field, int number);

// Emits dec, any, and decg when `as_group`, and the table H of handlers. full_rt.lua says what they take and return.
void EmitDecode(FullScope* scope, const plan::Message& message, bool as_group);

}  // namespace pbb::luagen
