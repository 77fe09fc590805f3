// Result documents in the Go benchmark format (golang/proposal, design 14313-benchmark-format), so that benchstat works
// on our samples. result/benchfmt_reader.h reads it back.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "result/document.h"

namespace pbb::render {

// Each document opens with a line `document: NAME`, for `benchstat -col document`; a name that comes twice gets " (2)"
// behind it. One line a launch: ns/op is the launch's slot median and the iterations are its slots. B/op, allocs/op and
// wire-B (bytes on the wire of the whole ring) stand on each line; what else decides a comparison is in remarks, which
// benchstat skips. Slots, kinds of allocation, notes and versions of peers are left out. Ends with a newline.
std::string WriteBenchfmt(const std::vector<std::pair<std::string, const result::Document*>>& documents);

}  // namespace pbb::render
