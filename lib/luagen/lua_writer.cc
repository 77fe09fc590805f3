#include "luagen/lua_writer.h"

namespace pbb::luagen {

void LuaWriter::Write(std::string_view line) {
  text_.append(static_cast<size_t>(depth_) * 2, ' ');
  text_ += line;
  text_ += '\n';
}

void LuaWriter::Raw(std::string_view lines) {
  while (!lines.empty()) {
    const size_t end = lines.find('\n');
    Write(lines.substr(0, end));
    if (end == std::string_view::npos) return;
    lines.remove_prefix(end + 1);
  }
}

void LuaWriter::Close(std::string_view word) {
  --depth_;
  Write(word);
}

}  // namespace pbb::luagen
