// Aligned text columns, ASCII, without lines or boxes.
#pragma once

#include <string>
#include <vector>

namespace pbb::render {

enum class Colour { kNone, kRed, kYellow };

struct Field {
  std::string text;
  Colour colour = Colour::kNone;
};

// `text` in that colour, or as it is.
std::string Coloured(const std::string& text, Colour colour);

// Rows of one table, the first one its header. Columns named in `left` are set flush left, the others right. Two spaces
// stand before the first column and between columns, none at the end of a line. Rows may be shorter than the first.
std::string AlignColumns(const std::vector<std::vector<Field>>& rows, const std::vector<size_t>& left);

}  // namespace pbb::render
