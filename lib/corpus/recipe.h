// A payload as the manifest describes it, and its expansion to text format.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace pbb {

// `text` (text format), `repeat` times over. In it, `${i}` is the number of the repetition, from 1, and `${i:4}` the
// same padded with zeros to four digits.
struct RecipePart {
  uint64_t repeat = 1;
  std::string text;
};

using Recipe = std::vector<RecipePart>;

// All parts, one after another. Throws Error(kUsage) for a `${` that is neither of the two forms above.
std::string ExpandRecipe(const Recipe& recipe);

}  // namespace pbb
