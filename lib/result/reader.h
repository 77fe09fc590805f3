// JSON text -> Document. Structure is judged per file, values per cell (DESIGN section 6).
#pragma once

#include <string>
#include <string_view>

#include "result/document.h"

namespace pbb::result {

// Throws Error(kUsage), its text opened by `file`, with the reason: broken JSON (with the byte offset, from 0), JSON of
// another tool, a newer major version, a part that is missing or of the wrong type, a duplicate cell id.
// A figure that can't be used costs only itself: it is absent, and Cell::bad_values says why.
// An incomplete document is read as it is: whether it will do is for the caller to say (Document::complete).
Document ParseDocument(std::string_view text, const std::string& file);

// The same from a file, "-" is stdin.
Document LoadDocument(const std::string& path);

}  // namespace pbb::result
