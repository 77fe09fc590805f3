// The table that `pbbench run` prints on a terminal.
#pragma once

#include <string>

#include "result/document.h"

namespace pbb::render {

struct TableOptions {
  std::string baseline_codec = "lua-concat";  // the ratio is its time / a codec's time: above 1x is faster
  bool colour = false;                        // a second sign beside the status words, never the only one
};

// One block for each size and op, one row for each codec; then the geometric mean of ratios, footnotes, and how many
// cells are ok. A figure that was not measured reads "-". ASCII but for names that are not; ends with a newline.
std::string RenderTable(const result::Document& document, const TableOptions& options = {});

}  // namespace pbb::render
