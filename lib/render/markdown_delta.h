// PERF_LOG's delta tables in Markdown: what a baseline document had, what this one has, and the change.
#pragma once

#include <string>

#include "result/document.h"

namespace pbb::render {

// One table for each schema, ring and op over the cells that both documents have: before, after and change in per cent
// of msgs/s, MB/s and allocated B/op. Cells that only one of them has are listed by name. When the two machines differ
// the parts that do are named first: their times are not comparable. A cell whose payloads, status or values don't
// allow a comparison says why. This shows differences; whether one is real is for `compare` to say.
std::string RenderMarkdownDelta(const result::Document& before, const result::Document& after);

}  // namespace pbb::render
