// The exact Mann-Whitney rank test for two small samples, ties included: which of 4 and 4 values came first is all it
// looks at, so that neither skew nor outliers of JIT-compiled code can move it.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace pbb::stats {

struct RankTest {
  double u = 0;  // pairs in which x is above y, a tie counting half
  double p = 1;  // two-sided: the share of all splits of the pooled values that lie as far from the middle or farther
  // False: normal approximation with tie and continuity correction, where counting would take over 20 million steps:
  // beyond 50 against 50 values without ties, 42 against 42 with some.
  bool exact = true;
};

// Two-sided. Throws Error(kInternal) when a side is empty or a value is not finite.
RankTest MannWhitney(std::span<const double> x, std::span<const double> y);

// The smallest p that n against m values can reach, by complete separation: 2 / C(n + m, n). At most 1.
double SmallestP(size_t n, size_t m);

// The smallest n for which n against n values reach `alpha`: 4 for 0.05, 5 for 0.01. Throws Error(kInternal) unless
// alpha is above 0.
size_t EqualSizeForAlpha(double alpha);

}  // namespace pbb::stats
