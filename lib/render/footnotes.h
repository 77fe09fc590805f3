// What a person must know about a cell beside its figures, said once and referred to by number.
#pragma once

#include <string>
#include <vector>

#include "result/cell.h"

namespace pbb::render {

// Why the cell is not simply `ok`, each remark one sentence; nothing for a cell without remarks. Remarks that hold for
// many cells have no figures in them, so that they become one footnote.
std::vector<std::string> Remarks(const result::Cell& cell);

// Numbers texts from 1 in the order of their first use.
class Footnotes {
 public:
  // The numbers of the cell's remarks, e.g. "[1] [3]"; "" when it has none.
  std::string References(const result::Cell& cell);
  const std::vector<std::string>& texts() const { return texts_; }

 private:
  std::vector<std::string> texts_;
};

}  // namespace pbb::render
