// Decoders of mode concat: a loop over string.byte that branches on the tag. Submessages are read where they lie.
#pragma once

#include "luagen/concat_switches.h"
#include "luagen/lua_writer.h"
#include "plan/plan.h"

namespace pbb::luagen {

// Emits `m.dec = function(s, p, z, t, d, g, name) ... end` for `message`, whose {enc, dec} is in local m: merges the
// records from p to z, or to the end tag g of a group (else g is -1), into `t` at depth `d`. Returns the position after
// them.
void EmitConcatDecoder(LuaWriter* out, const plan::Plan& plan, const ConcatSwitches& switches,
                       const plan::Message& message);

// Emits `read = function(s, p, z, tag, q, t, d, name) ... end` for an extension that another file's message takes:
// reads the record of `tag`, which began at q, into t._extensions. Returns the position after it, nil for another tag.
void EmitConcatExtensionReader(LuaWriter* out, const plan::Plan& plan, const ConcatSwitches& switches,
                               const plan::Field& field);

}  // namespace pbb::luagen
