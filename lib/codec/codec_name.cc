#include "codec/codec_name.h"

#include <fmt/format.h>

#include "base/error.h"

namespace pbb::codec {
namespace {

constexpr const char* kShape = "codecs are written NAME or NAME[option=value,option=value]";

}  // namespace

std::string CodecName::Text() const {
  if (options.empty()) return base;
  std::string text = base + "[";
  for (const auto& [key, value] : options) {
    if (text.back() != '[') text += ',';
    text += key + "=" + value;
  }
  return text + "]";
}

CodecName ParseCodecName(std::string_view text) {
  CodecName name;
  const size_t bracket = text.find('[');
  name.base = text.substr(0, bracket);
  if (name.base.empty()) throw UsageError("empty codec name", std::string(text), kShape);
  if (bracket == std::string_view::npos) return name;
  if (text.back() != ']') throw UsageError("no closing bracket", std::string(text), kShape);
  std::string_view rest = text.substr(bracket + 1, text.size() - bracket - 2);
  while (!rest.empty()) {
    const std::string_view option = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(option.size() + 1, rest.size()));
    const size_t equals = option.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      throw UsageError(fmt::format("\"{}\" is no option=value", option), std::string(text), kShape);
    }
    const bool fresh = name.options.emplace(option.substr(0, equals), option.substr(equals + 1)).second;
    if (!fresh)
      throw UsageError(fmt::format("option \"{}\" is given twice", option.substr(0, equals)), std::string(text));
  }
  return name;
}

}  // namespace pbb::codec
