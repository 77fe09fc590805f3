// Names of rings: `unique`, or with a parameter as in `dup:50`.
#include "corpus/ring_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/error.h"
#include "base/suggest.h"

namespace pbb {
namespace {

constexpr char kDup[] = "dup:P";
constexpr char kDupPrefix[] = "dup:";
constexpr unsigned kExamplePercent = 50;

unsigned ParsePercent(const std::string& digits, const std::string& ring) {
  unsigned percent = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), percent);
  if (error != std::errc() || end != digits.data() + digits.size() || percent > 100) {
    throw UsageError(fmt::format("ring \"{}\": \"{}\" is no share", ring, digits), {},
                     "write dup:P with a whole number of per cent from 0 to 100, for example dup:50");
  }
  return percent;
}

}  // namespace

std::string RingName::Text() const { return kind == kDup ? fmt::format("{}{}", kDupPrefix, percent) : kind; }

const std::vector<std::string>& KnownRings() {
  static const std::vector<std::string> names = {"repeat", "unique", "mixed", "shuffled", kDup};
  return names;
}

RingName ParseRingName(const std::string& text) {
  const std::string prefix = kDupPrefix;
  if (text == "dup") return {kDup, ParsePercent("", text)};
  if (text.rfind(prefix, 0) == 0) return {kDup, ParsePercent(text.substr(prefix.size()), text)};
  const std::vector<std::string>& known = KnownRings();
  if (std::find(known.begin(), known.end(), text) != known.end()) return {text, 0};
  throw UsageError(fmt::format("unknown ring \"{}\"", text), {}, SuggestName(text, known));
}

std::string ExampleOf(const std::string& kind) { return RingName{kind, kExamplePercent}.Text(); }

}  // namespace pbb
