// Documents for tests of the gate: as many cells and launches as asked for, times as given.
#pragma once

#include <string>
#include <vector>

#include "result/document.h"

namespace pbb::gate {

// A complete document of one machine, without cells.
result::Document EmptyDocument();

// hello.Person/1KB/unique/decode/CODEC with a launch for each time. Codecs whose names begin with "lua" have a JIT.
result::Cell TimedCell(const std::string& codec, const std::vector<double>& launches_ns);

// The same with another op or size.
result::Cell TimedCell(const std::string& size, const std::string& op, const std::string& codec,
                       const std::vector<double>& launches_ns);

// `n` times around `ns`, all different, the k-th ns * (1 + step * k) in a fixed shuffled order.
std::vector<double> Spread(size_t n, double ns, double step = 0.001);

// A document with `cells`.
result::Document With(std::vector<result::Cell> cells);

}  // namespace pbb::gate
