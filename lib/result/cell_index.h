// The cells of a document by name: one that is searched for every cell of another may have thousands.
#pragma once

#include <string>
#include <unordered_map>

#include "result/document.h"

namespace pbb::result {

// Points into the document, which must stay as it is.
class CellIndex {
 public:
  explicit CellIndex(const Document& document) {
    for (const Cell& cell : document.cells) cells_[cell.id.Text()] = &cell;
  }

  // The cell of that name, or nullptr.
  const Cell* Find(const CellId& id) const {
    const auto found = cells_.find(id.Text());
    return found == cells_.end() ? nullptr : found->second;
  }
  // The same cell of another codec, or nullptr.
  const Cell* Find(CellId id, const std::string& codec) const {
    id.codec = codec;
    return Find(id);
  }

 private:
  std::unordered_map<std::string, const Cell*> cells_;
};

}  // namespace pbb::result
