// Encoding one value in mode concat: its checks, and the strings that it becomes.
#pragma once

#include <string>
#include <vector>

#include "luagen/concat_scope.h"

namespace pbb::luagen {

// What a checked value is written as, tag left out.
struct EncodedValue {
  std::vector<std::string> parts;  // expressions of strings, to be appended in order
  std::string size;                // expression: bytes of all parts
  std::string is_set;              // expression: not the zero that a field without presence leaves out
};

enum class Use { kValue, kMapKey };

// Emits the checks of the Lua value in local `v` (any value, nil too) and what the parts need; `id` keeps the locals of
// a key and a value apart. `depth` is the expression of the depth that a message in `v` has.
EncodedValue EmitEncodedValue(LuaWriter* out, ConcatScope* scope, const plan::Field& field, const std::string& v,
                              const std::string& id, const std::string& depth, Use use = Use::kValue);

// Emits the appending of `parts` to `out`, n being the count so far.
void EmitAppend(LuaWriter* out, const std::vector<std::string>& parts);

// The prefix of a length that is in local `length`.
std::string LengthPrefix(const ConcatSwitches& switches, const std::string& length);

}  // namespace pbb::luagen
