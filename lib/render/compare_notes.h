// Remarks on compared cells, said once and referred to by number.
#pragma once

#include <string>
#include <vector>

namespace pbb::render {

// Numbers texts from 1 in the order of their first use; equal ones share a number.
class CompareNotes {
 public:
  // The numbers of `texts`, e.g. "[1] [3]"; "" for none. Texts are made printable.
  std::string References(const std::vector<std::string>& texts);
  const std::vector<std::string>& texts() const { return texts_; }

 private:
  std::vector<std::string> texts_;
};

}  // namespace pbb::render
