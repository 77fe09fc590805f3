// The cells of a document in the order in which a person reads them: by schema and ring, then by size and op.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "result/document.h"

namespace pbb::render {

// One size and op: a row for each codec, in the document's order.
struct Block {
  std::string size;
  std::string op;
  std::vector<const result::Cell*> cells;

  const result::Cell* Find(const std::string& codec) const;  // nullptr when it isn't there
};

// One schema and ring. Sizes, ops and codecs are in the order of their first cell.
struct Group {
  std::string schema;
  std::string ring;
  std::vector<std::string> sizes;
  std::vector<std::string> ops;
  std::vector<std::string> codecs;
  std::vector<Block> blocks;  // all ops of a size stand together; only those that have cells

  const Block* Find(const std::string& size, const std::string& op) const;
};

// Points into `document`, which must outlive the groups.
std::vector<Group> GroupCells(const result::Document& document);

// How many times faster `cell` is than the cell of `baseline_codec` in its block: its time / this time. Absent when
// either has no time.
std::optional<double> RatioTo(const std::string& baseline_codec, const Block& block, const result::Cell& cell);

}  // namespace pbb::render
