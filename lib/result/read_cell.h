// One cell of a result document from JSON; used by the reader alone.
#pragma once

#include "result/cell.h"
#include "result/fields.h"

namespace pbb::result {

// Throws Error(kUsage) when the cell can't be told from others: no id, or one that its five parts contradict.
// Everything else that is wrong goes to Cell::bad_values.
Cell ReadCell(const StructureReader& in);

}  // namespace pbb::result
