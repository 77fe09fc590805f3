// Compared cells as comma-separated values, for spreadsheets and scripts.
#pragma once

#include <string>
#include <vector>

#include "gate/comparison.h"

namespace pbb::render {

// A header, then one row a cell and comparison, lines ended by LF. Fields are quoted as RFC 4180 has it; names keep
// every byte. What is not there is an empty field. Times are nanoseconds, `limit` is a share (0.1), `fails` is true or
// false, p_family is p after Holm; numbers have a point and all their digits.
std::string RenderCompareCsv(const std::vector<gate::Comparison>& comparisons);

}  // namespace pbb::render
