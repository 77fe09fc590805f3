// A confidence interval for the median from order statistics: no assumption about the shape of the distribution,
// which for launches of JIT-compiled code is skewed and often has two humps.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace pbb::stats {

// P(X <= k) for X ~ Binomial(n, 1/2), by exact summation.
double BinomialHalfCdf(size_t n, size_t k);

// The pair of order statistics (rank-th smallest, rank-th largest) of n independent values between which their
// distribution's median lies with probability `coverage`.
struct MedianRanks {
  size_t rank;      // counted from 1
  double coverage;  // exact for a continuous distribution, at least that with ties: 1 - 2 * P(Bin(n, 1/2) < rank)
};

// The narrowest such pair whose coverage is at least `confidence`. Absent when even the smallest and the largest of n
// values don't reach it: below n = 6 for 95 %.
std::optional<MedianRanks> RanksForMedian(size_t n, double confidence = 0.95);

struct MedianInterval {
  double low;
  double high;
  double coverage;  // reached exactly, e.g. 0.9785 for 10 values when 0.95 was asked
};

// The interval over `values`, in their unit. Values without any variation give [x, x].
std::optional<MedianInterval> IntervalForMedian(std::span<const double> values, double confidence = 0.95);

}  // namespace pbb::stats
