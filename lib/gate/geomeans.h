// The geometric mean of time ratios by op and codec, and how sure it is.
#pragma once

#include <cstdint>
#include <vector>

#include "gate/comparison.h"

namespace pbb::gate {

// One row for each op and codec with a matched cell, in the order of cells. Encoder and decoder are followed apart; a
// mean over codecs would say nothing about any of them.
std::vector<GeomeanRow> Geomeans(const std::vector<CellComparison>& cells, uint64_t seed);

}  // namespace pbb::gate
