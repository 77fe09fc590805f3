// What a change is supposed to do, said before it is measured: whatever else moves is then reported by name.
#pragma once

#include <string>
#include <string_view>

namespace pbb::gate {

enum class Expected { kFlat, kFaster, kSlower };

struct Expectation {
  std::string cells;  // pattern, as result::CellMatches takes it
  Expected expected = Expected::kFlat;
  std::string text;  // as typed
};

// "CELLS:flat", "CELLS:faster" or "CELLS:slower", e.g. "decode/*:flat". Throws Error(kUsage) naming `flag`.
Expectation ParseExpectation(std::string_view text, const std::string& flag);

}  // namespace pbb::gate
