// The table that `pbbench compare` prints on a terminal.
#pragma once

#include <string>
#include <vector>

#include "gate/comparison.h"

namespace pbb::render {

struct CompareTableOptions {
  bool colour = false;  // a second sign beside the verdict words, never the only one
  bool all = true;      // false: rows with no difference resolved are counted, not shown
};

// The evidence grade first; then one block a schema and ring, what is missing and new, geometric means, remarks, what
// slowdown would have been caught; the verdict last. Several comparisons are those of further documents with one base:
// they stand side by side. A figure that is not there reads "-". ASCII but for names that are not; ends with a newline.
std::string RenderCompareTable(const std::vector<gate::Comparison>& comparisons,
                               const CompareTableOptions& options = {});

}  // namespace pbb::render
