// Document -> JSON text, as DESIGN section 6 and reports/schema/result-1.schema.json have it.
#pragma once

#include <string>

#include "result/document.h"

namespace pbb::result {

// Strict JSON whatever the figures are: one that is not finite is left out and named in the cell's note. Text that is
// no UTF-8 has its bad bytes replaced by U+FFFD.
std::string WriteDocument(const Document& document);

}  // namespace pbb::result
