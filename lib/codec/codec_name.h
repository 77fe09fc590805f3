// Names of codecs as users type and documents store them: `lua-full[int64=number,jit=off]`.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace pbb::codec {

struct CodecName {
  std::string base;
  std::map<std::string, std::string> options;  // other than the defaults, sorted

  // Canonical form: options sorted by key, no brackets without options.
  std::string Text() const;
  bool operator==(const CodecName&) const = default;
};

// Throws Error(kUsage) for a malformed name; whether codec and options exist is the registry's to say.
CodecName ParseCodecName(std::string_view text);

}  // namespace pbb::codec
