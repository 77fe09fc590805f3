// A comparison as a JUnit report, which most CI systems show test by test.
#pragma once

#include <string>
#include <vector>

#include "gate/comparison.h"

namespace pbb::render {

// One test suite a comparison, one test case a cell: classname is schema/ring, name the cell's, time the head's seconds
// per operation (absent where the head has none). XML 1.0 in UTF-8; ends with a newline.
//
//   failure   the cell fails; type is the verdict word
//   error     the cell keeps the comparison from passing: pbbench exits with 3 then, and a report that is all green
//             beside it would hide that
//   skipped   there was nothing to compare and that is no fault: new cells, n/a in both
//   passed    all else; what is worse but advisory, waived or within its limit is told in system-out
//
// A comparison that does not pass although every cell does (no cell at all) has one more case, "verdict", that says so.
std::string RenderCompareJunit(const std::vector<gate::Comparison>& comparisons);

}  // namespace pbb::render
