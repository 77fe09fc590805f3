// Text of a Lua file, indented by the blocks it opens and closes.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace pbb::luagen {

class LuaWriter {
 public:
  // One line. `format` as in fmt::format: braces of Lua tables are doubled.
  template <typename... Args>
  void Line(fmt::format_string<Args...> format, Args&&... args) {
    Write(fmt::format(format, std::forward<Args>(args)...));
  }
  // Lines as they are, indented by the current depth; for text without arguments.
  void Raw(std::string_view lines);
  // A line that opens a block (`if x then`, `function f()`, `do`): what follows is indented.
  template <typename... Args>
  void Open(fmt::format_string<Args...> format, Args&&... args) {
    Write(fmt::format(format, std::forward<Args>(args)...));
    ++depth_;
  }
  // `else`, `elseif ...`: closes one block and opens the next.
  template <typename... Args>
  void Middle(fmt::format_string<Args...> format, Args&&... args) {
    --depth_;
    Write(fmt::format(format, std::forward<Args>(args)...));
    ++depth_;
  }
  void Close(std::string_view word = "end");
  void Blank() { text_ += '\n'; }

  const std::string& text() const { return text_; }

 private:
  void Write(std::string_view line);

  std::string text_;
  int depth_ = 0;
};

}  // namespace pbb::luagen
