// Choosing cells: by pattern of the whole name, and by conditions on its five parts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "result/document.h"

namespace pbb::result {

// Whether a shell pattern matches the cell's name or its last parts: "decode/*" and "*/decode/*" are the same, and
// "lua-full" is every cell of that codec. `*` also matches `/`. Brackets are shell sets, so a codec with options is
// matched by its text first: "lua-full[jit=off]" means itself.
bool CellMatches(std::string_view pattern, const CellId& id);

// Conditions that must all hold. One is `part=VALUES` or `part!=VALUES`: part is schema, size, ring, op or codec;
// VALUES are names or shell patterns, split at commas outside brackets, of which one (with != none) must match.
class CellFilter {
 public:
  // Throws Error(kUsage) naming `flag` for what is no such condition, with a suggestion for an unknown part.
  static CellFilter Parse(const std::vector<std::string>& conditions, const std::string& flag);

  bool Matches(const CellId& id) const;
  bool empty() const { return conditions_.empty(); }

  // Throws Error(kUsage) naming `flag` when a value matches no cell of any of the documents, or all conditions together
  // none (a typing error would else pass for "nothing got worse").
  void Check(const std::vector<const Document*>& documents, const std::string& flag) const;

 private:
  struct Condition {
    std::string part;
    bool negated = false;
    std::vector<std::string> values;
    std::string text;  // as typed
  };
  static bool Holds(const Condition& condition, const CellId& id);
  std::vector<Condition> conditions_;
};

}  // namespace pbb::result
