// Full mode: one entry of a map field, both ways.
#pragma once

#include "luagen/full_scope.h"

namespace pbb::luagen {

// Emits `P[number] = function(w, root, k, v, i, d)`: writes the entry of one key and value, returns the new i.
void EmitPutEntry(FullScope* scope, const plan::Field& field, int number);

// Emits `Q[number] = function(r, t, m, i, e, d, a)`: reads the entry whose body is i..e-1 into the map m. An entry
// whose value is an undeclared number of a closed enum becomes an unknown record of t, from a on.
void EmitGetEntry(FullScope* scope, const plan::Field& field, int number);

}  // namespace pbb::luagen
