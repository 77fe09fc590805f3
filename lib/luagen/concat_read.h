// Reading one value out of the input string in mode concat.
#pragma once

#include <string>

#include "luagen/concat_scope.h"

namespace pbb::luagen {

// Code in a reader knows: s (input), p (position), z (position after the scope), d (depth), name (type that decode was
// called with). It leaves p after what it read.

// Reads the tag at p into `tag`. `declare` is "local ", or "" where it is declared already.
void EmitReadTag(LuaWriter* out, const ConcatSwitches& switches, const char* declare);

// Reads a length into local `len`; local r is then the position after what it measures, seen to be inside the scope.
void EmitReadLength(LuaWriter* out);

// Reads one scalar that starts at p and may not pass `limit` (an expression) into the declared local `v`. A map key
// becomes the form that keys have.
void EmitReadScalar(LuaWriter* out, const plan::Field& field, const std::string& v, const std::string& limit,
                    bool is_key);

// The zero of a field's kind, for map entries that lack a key or a value. Not for messages.
std::string ZeroOf(const plan::Field& field, bool is_key);

}  // namespace pbb::luagen
