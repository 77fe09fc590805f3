#include "render/xml_text.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>

namespace pbb::render {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";

// The bytes of the character that `text` opens with, or 0 when it opens with no well-formed UTF-8 (RFC 3629).
size_t CharacterBytes(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return 1;
  const size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes) return 0;
  uint32_t code = lead & (0x7fu >> bytes);
  for (size_t i = 1; i < bytes; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xc0) != 0x80) return 0;
    code = code << 6 | (byte & 0x3f);
  }
  const bool overlong = (bytes == 3 && code < 0x800) || (bytes == 4 && code < 0x10000);
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  const bool no_character = code == 0xfffe || code == 0xffff;
  return overlong || surrogate || no_character || code > 0x10ffff ? 0 : bytes;
}

void AppendAscii(char c, std::string* out) {
  switch (c) {
    case '&':
      *out += "&amp;";
      break;
    case '<':
      *out += "&lt;";
      break;
    case '>':
      *out += "&gt;";
      break;
    case '"':
      *out += "&quot;";
      break;
    case '\t':
    case '\n':
    case '\r':
      *out += fmt::format("&#{};", static_cast<int>(c));
      break;
    default:
      if (static_cast<unsigned char>(c) < 0x20) {
        *out += kReplacement;
      } else {
        *out += c;
      }
  }
}

}  // namespace

std::string XmlText(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const size_t bytes = CharacterBytes(text);
    if (bytes == 1) {
      AppendAscii(text[0], &out);
    } else {
      out += bytes == 0 ? kReplacement : text.substr(0, bytes);
    }
    text.remove_prefix(bytes == 0 ? 1 : bytes);
  }
  return out;
}

}  // namespace pbb::render
