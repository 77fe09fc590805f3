#include "render/columns.h"

#include <algorithm>

namespace pbb::render {

std::string Coloured(const std::string& text, Colour colour) {
  switch (colour) {
    case Colour::kNone:
      return text;
    case Colour::kRed:
      return "\x1b[31m" + text + "\x1b[0m";
    case Colour::kYellow:
      return "\x1b[33m" + text + "\x1b[0m";
  }
  return text;
}

std::string AlignColumns(const std::vector<std::vector<Field>>& rows, const std::vector<size_t>& left) {
  std::vector<size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].text.size());
  }
  std::string out;
  for (const auto& row : rows) {
    std::string line;
    for (size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - row[i].text.size(), ' ');
      const bool is_left = std::find(left.begin(), left.end(), i) != left.end();
      const std::string text = Coloured(row[i].text, row[i].colour);
      line += "  " + (is_left ? text + padding : padding + text);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

}  // namespace pbb::render
