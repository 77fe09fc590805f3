// Go benchmark format -> documents: what lib/render/benchfmt.h wrote, and what `go test -bench` and programs like it
// print (golang/proposal, design 14313-benchmark-format).
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "result/document.h"

namespace pbb::result {

// Whether it has a line that opens like a result, and does not open like JSON or HTML.
bool LooksLikeBenchfmt(std::string_view text);

// One document for each `document:` line, in their order; results before the first such line make one named `file`. A
// name that comes again goes on with its document, as benchstat pools samples of one configuration.
//
// Every line of one name is a launch of one cell. A name that is no cell of ours becomes the codec of the cell
// "benchmark/-/-/-/<name>", or with a `pkg:` line "<pkg, / as %2F>/-/-/-/<name>".
//
// Throws Error(kUsage), its text opened by `file`, with the line: for a line that opens with "Benchmark" and can't be
// read, for a document of ours that is cut off or there twice, for one that changes its machine half-way, and when
// there is no result at all. A value that can't be one costs only its cell (Cell::bad_values).
std::vector<std::pair<std::string, Document>> ParseBenchfmt(std::string_view text, const std::string& file);

}  // namespace pbb::result
