#include "render/compare_notes.h"

#include <fmt/format.h>

#include <algorithm>

#include "render/units.h"

namespace pbb::render {

std::string CompareNotes::References(const std::vector<std::string>& texts) {
  std::string references;
  for (const std::string& raw : texts) {
    const std::string text = Printable(raw);
    auto found = std::find(texts_.begin(), texts_.end(), text);
    if (found == texts_.end()) found = texts_.insert(texts_.end(), text);
    references += fmt::format("{}[{}]", references.empty() ? "" : " ", found - texts_.begin() + 1);
  }
  return references;
}

}  // namespace pbb::render
