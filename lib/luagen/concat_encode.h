// Encoders of mode concat: a list of strings, joined at the end; a submessage is a string of its own first.
#pragma once

#include "luagen/concat_switches.h"
#include "luagen/lua_writer.h"
#include "plan/plan.h"

namespace pbb::luagen {

// Emits `m.enc = function(t, d, root, name) ... end` for `message`, whose {enc, dec} is in local m: returns the body of
// the message in `t` at depth `d`. `root` and `name` are what encode was called with, for error texts.
void EmitConcatEncoder(LuaWriter* out, const plan::Plan& plan, const ConcatSwitches& switches,
                       const plan::Message& message);

// Emits `write = function(out, n, v, d, root, name) ... end` for an extension that another file's message takes:
// appends the value `v`, not nil, and returns the new count.
void EmitConcatExtensionWriter(LuaWriter* out, const plan::Plan& plan, const ConcatSwitches& switches,
                               const plan::Field& field);

}  // namespace pbb::luagen
