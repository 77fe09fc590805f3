// A payload as the manifest describes it, and its expansion to text format.
#include "corpus/recipe.h"

#include <fmt/format.h>

#include "base/error.h"

namespace pbb {
namespace {

constexpr size_t kMaxDigits = 20;

// What stands between `${` and `}`: the width that the counter is padded to, 0 for none.
size_t WidthOf(const std::string& placeholder) {
  if (placeholder == "i") return 0;
  size_t width = 0;
  bool valid = placeholder.size() > 2 && placeholder.size() <= 4 && placeholder.compare(0, 2, "i:") == 0;
  for (size_t at = 2; valid && at < placeholder.size(); ++at) {
    valid = placeholder[at] >= '0' && placeholder[at] <= '9';
    width = width * 10 + static_cast<size_t>(placeholder[at] - '0');
  }
  if (!valid || width > kMaxDigits) {
    throw UsageError(fmt::format("unknown placeholder ${{{}}}", placeholder), {}, "there are ${i} and ${i:WIDTH}");
  }
  return width;
}

void AppendExpanded(const std::string& text, uint64_t number, std::string& out) {
  size_t at = 0;
  while (true) {
    const size_t open = text.find("${", at);
    out.append(text, at, open - at);
    if (open == std::string::npos) return;
    const size_t close = text.find('}', open);
    if (close == std::string::npos) throw UsageError("placeholder without its closing brace: " + text.substr(open));
    out += fmt::format("{:0{}}", number, WidthOf(text.substr(open + 2, close - open - 2)));
    at = close + 1;
  }
}

}  // namespace

std::string ExpandRecipe(const Recipe& recipe) {
  std::string out;
  for (const RecipePart& part : recipe) {
    for (uint64_t number = 1; number <= part.repeat; ++number) {
      AppendExpanded(part.text, number, out);
      out += '\n';
    }
  }
  return out;
}

}  // namespace pbb
