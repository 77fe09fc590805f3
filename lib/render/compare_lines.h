// Rows of aligned columns, with lines of prose below a row that belong to it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "render/columns.h"
#include "render/compare_rows.h"

namespace pbb::render {

class RowsWithLines {
 public:
  // The first row names the columns.
  explicit RowsWithLines(const std::vector<Heading>& headings);
  void Add(std::vector<Field> row, std::vector<std::string> lines = {});
  size_t size() const { return lines_.size(); }

  // Ends with a newline. Lines are set in by six columns, rows by two (see AlignColumns).
  std::string Text() const;
  std::string TextWithoutHeadings() const;

 private:
  std::vector<std::vector<Field>> rows_;  // with the headings
  std::vector<size_t> left_;
  std::vector<std::vector<std::string>> lines_;
};

// `text` broken at blanks into lines of at most `width` bytes; a longer word stays whole.
std::vector<std::string> WrapWords(std::string_view text, size_t width);

}  // namespace pbb::render
