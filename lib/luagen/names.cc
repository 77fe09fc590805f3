#include "luagen/names.h"

#include <fmt/format.h>

namespace pbb::luagen {
namespace {

std::string Stem(std::string_view proto_file) {
  constexpr std::string_view kSuffix = ".proto";
  if (proto_file.ends_with(kSuffix)) proto_file.remove_suffix(kSuffix.size());
  std::string stem(proto_file);
  for (char& c : stem) {
    if (c == '.') c = '_';
  }
  return stem + "_pb";
}

}  // namespace

std::string ModulePath(std::string_view proto_file) { return Stem(proto_file) + ".lua"; }

std::string ModuleName(std::string_view proto_file) {
  std::string name = Stem(proto_file);
  for (char& c : name) {
    if (c == '/') c = '.';
  }
  return name;
}

std::string Quote(std::string_view s) {
  std::string out = "\"";
  for (const char c : s) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte >= 0x7f) {
      out += fmt::format("\\{:03}", byte);
    } else {
      out += c;
    }
  }
  return out + '"';
}

}  // namespace pbb::luagen
