// The Lua value that a message must decode to, built from the oracle by reflection (lib/luart/CONTRACT.md, "Values").
#pragma once

#include <google/protobuf/message.h>

#include "lua/state.h"

namespace pbb::codec {

// Pushes the value. `harness` is the stack index of the harness table, whose make_int64 and make_uint64 are used.
// `int64_as_number`: option int64=number is on.
void PushExpected(lua_State* l, int harness, const google::protobuf::Message& message, bool int64_as_number);

}  // namespace pbb::codec
