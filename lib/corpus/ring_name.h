// Names of rings: `unique`, or with a parameter as in `dup:50`.
#pragma once

#include <string>
#include <vector>

namespace pbb {

struct RingName {
  std::string kind;      // as manifest.json lists it: "unique", "dup:P"
  unsigned percent = 0;  // P, 0..100

  // As ids have it: "unique", "dup:50".
  std::string Text() const;
};

// Kinds that payloads can be made for.
const std::vector<std::string>& KnownRings();

// `text` as one of KnownRings() with a number for its parameter. Throws Error(kUsage) with a suggestion.
RingName ParseRingName(const std::string& text);

// An example of each kind: `dup:50` for `dup:P`. What `--ring '*'` means.
std::string ExampleOf(const std::string& kind);

}  // namespace pbb
