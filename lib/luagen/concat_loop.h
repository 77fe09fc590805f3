// The body of a decoder of mode concat: the loop over the records of one message.
#pragma once

#include <vector>

#include "luagen/concat_scope.h"

namespace pbb::luagen {

// Fields and the extensions that are in line, by number.
std::vector<const plan::Field*> DecodedFields(const plan::Plan& plan, const ConcatSwitches& switches,
                                              const plan::Message& message);

// How many of `fields` from `begin` on fit one function, as the index after the last of them.
size_t DecodeChunkEnd(const ConcatScope& scope, const plan::Message* message,
                      const std::vector<const plan::Field*>& fields, size_t begin);

// Whether the decoder of `field`'s message is pasted into that of `parent` (null: an extension on its own): a small
// one, of another type, which calls what it holds itself.
bool IsPasted(const ConcatScope& scope, const plan::Message* parent, const plan::Field& field);

// Emits the loop over all of `message`, whose fields fit one function: merges the records from p to z, or to the end
// tag g of a group (else g is -1), into t at depth d, and notes required fields that are missing. `pasted`: into
// another message's decoder.
void EmitConcatLoop(LuaWriter* out, ConcatScope* scope, const plan::Message& message, bool pasted);

// Emits what is done with a tag that no branch has taken, inside the loop.
void EmitUnknownRecord(LuaWriter* out, ConcatScope* scope, const plan::Message& message);

// Emits the end of a loop: the position must be the scope's end. A missing required field is only noted, as a later
// piece of the same message may bring it.
void EmitLoopEnd(LuaWriter* out, const plan::Message& message);

}  // namespace pbb::luagen
