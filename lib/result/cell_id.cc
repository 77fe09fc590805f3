#include "result/cell_id.h"

#include <fmt/format.h>

namespace pbb::result {

std::string CellId::Text() const { return fmt::format("{}/{}/{}/{}/{}", schema, size, ring, op, codec); }

std::optional<CellId> ParseCellId(std::string_view text) {
  CellId id;
  for (std::string* part : {&id.schema, &id.size, &id.ring, &id.op}) {
    const size_t slash = text.find('/');
    if (slash == std::string_view::npos || slash == 0) return std::nullopt;
    *part = text.substr(0, slash);
    text.remove_prefix(slash + 1);
  }
  if (text.empty()) return std::nullopt;
  id.codec = text;
  return id;
}

}  // namespace pbb::result
