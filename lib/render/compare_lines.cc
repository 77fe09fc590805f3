#include "render/compare_lines.h"

#include <algorithm>
#include <utility>

namespace pbb::render {

RowsWithLines::RowsWithLines(const std::vector<Heading>& headings) {
  rows_.emplace_back();
  for (size_t i = 0; i < headings.size(); ++i) {
    rows_[0].push_back({headings[i].text});
    if (headings[i].left) left_.push_back(i);
  }
}

void RowsWithLines::Add(std::vector<Field> row, std::vector<std::string> lines) {
  rows_.push_back(std::move(row));
  lines_.push_back(std::move(lines));
}

std::string RowsWithLines::Text() const {
  const std::string rows = AlignColumns(rows_, left_);
  const size_t headings_end = rows.find('\n') + 1;
  std::string out = rows.substr(0, headings_end);
  size_t start = headings_end;
  for (const auto& lines : lines_) {
    const size_t end = rows.find('\n', start) + 1;
    out += rows.substr(start, end - start);
    for (const std::string& line : lines) out += "      " + line + "\n";
    start = end;
  }
  return out;
}

std::string RowsWithLines::TextWithoutHeadings() const {
  const std::string text = Text();
  return text.substr(text.find('\n') + 1);
}

std::vector<std::string> WrapWords(std::string_view text, size_t width) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    const std::string word(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (lines.empty() || lines.back().size() + 1 + word.size() > width) {
      lines.push_back(word);
    } else {
      lines.back() += " " + word;
    }
  }
  return lines;
}

}  // namespace pbb::render
