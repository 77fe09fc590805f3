// Full mode: extensions of messages of other files. Their codecs hang in full_rt's table of late extensions, which the
// extendee's code looks at; extensions of the extendee's own file are inlined there instead.
#pragma once

#include "luagen/full_scope.h"

namespace pbb::luagen {

// Emits code that registers the codec of `extension` with full_rt.
void EmitLateExtension(FullScope* scope, const plan::Extension& extension);

}  // namespace pbb::luagen
