#include "gate/expectation.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/suggest.h"

namespace pbb::gate {

Expectation ParseExpectation(std::string_view text, const std::string& flag) {
  const std::string typed(text);
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) {
    throw UsageError(fmt::format("\"{}\" is no expectation", typed), flag,
                     "write CELLS:flat, CELLS:faster or CELLS:slower");
  }
  const std::string_view word = text.substr(colon + 1);
  Expectation expectation{typed.substr(0, colon), Expected::kFlat, typed};
  if (word == "flat") return expectation;
  if (word == "faster" || word == "slower") {
    expectation.expected = word == "faster" ? Expected::kFaster : Expected::kSlower;
    return expectation;
  }
  throw UsageError(fmt::format("\"{}\" in \"{}\" is nothing to expect", word, typed), flag,
                   SuggestName(word, {"flat", "faster", "slower"}));
}

}  // namespace pbb::gate
