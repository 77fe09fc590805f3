// Which cells of two documents have times of one thing, and how these differ. Numbers only: nothing is judged here.
#pragma once

#include <string>
#include <vector>

#include "result/document.h"

namespace pbb::gate {

// What makes figures of two cells of one name figures of two things: other payloads, JIT, options. Empty when nothing
// does.
std::string WhyDifferent(const result::Cell& base, const result::Cell& head);

struct TimedPair {
  result::CellId id;
  double ratio = 1;  // median of the later over that of the earlier: above 1 is slower
};

// Every cell that both have a time of, and that WhyDifferent has nothing to say about. In the order of `later`.
std::vector<TimedPair> TimedPairs(const result::Document& earlier, const result::Document& later);

}  // namespace pbb::gate
