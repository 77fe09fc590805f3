// Holm's step-down correction: with a hundred cells at 5 % each, nearly every run would show a "significant" one.
#pragma once

#include <span>
#include <vector>

namespace pbb::stats {

// Adjusted p values in the order given, each at most 1: reject where adjusted <= alpha, and the chance of a single
// false rejection among all of them is at most alpha whatever they have to do with each other. Throws Error(kInternal)
// for a p value outside 0 to 1.
std::vector<double> HolmAdjusted(std::span<const double> p);

}  // namespace pbb::stats
