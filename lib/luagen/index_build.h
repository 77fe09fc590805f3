// Index mode, decode: straight-line code that makes a message's table from its record in a flat index, which pbplan.so
// wrote (plan/index_layout.h).
#pragma once

#include <string>

#include "luagen/full_scope.h"

namespace pbb::luagen {

// The text that tells pbplan.so a message, as a Lua string literal.
std::string IndexText(const plan::Plan& plan, const plan::Message& message);

// Emits build[full name] = function(r, b) -> t.
void EmitBuild(FullScope* scope, const plan::Message& message);

// Emits the registration of an extension that is not in its extendee's text.
void EmitIndexExtension(FullScope* scope, const plan::Extension& extension);

}  // namespace pbb::luagen
