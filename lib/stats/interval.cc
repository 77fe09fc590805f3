#include "stats/interval.h"

#include <cmath>
#include <vector>

#include "stats/quantile.h"

namespace pbb::stats {
namespace {

// Binomial coefficients outgrow even a long double near n = 16,000, so the sum is carried as value * 2^exponent.
constexpr long double kLarge = 0x1p1000L;
constexpr int kLargeExponent = 1000;

}  // namespace

double BinomialHalfCdf(size_t n, size_t k) {
  if (k >= n) return 1;
  long double coefficient = 1;
  long double sum = 1;
  int exponent = 0;
  for (size_t i = 1; i <= k; ++i) {
    coefficient = coefficient * static_cast<long double>(n - i + 1) / static_cast<long double>(i);
    sum += coefficient;
    if (sum > kLarge) {
      coefficient = std::ldexp(coefficient, -kLargeExponent);
      sum = std::ldexp(sum, -kLargeExponent);
      exponent += kLargeExponent;
    }
  }
  return static_cast<double>(std::ldexp(sum, exponent - static_cast<int>(n)));
}

std::optional<MedianRanks> RanksForMedian(size_t n, double confidence) {
  std::optional<MedianRanks> best;
  for (size_t rank = 1; rank <= n / 2; ++rank) {
    const double coverage = 1 - 2 * BinomialHalfCdf(n, rank - 1);
    if (coverage < confidence) break;
    best = MedianRanks{rank, coverage};
  }
  return best;
}

std::optional<MedianInterval> IntervalForMedian(std::span<const double> values, double confidence) {
  const std::optional<MedianRanks> ranks = RanksForMedian(values.size(), confidence);
  if (!ranks) return std::nullopt;
  const std::vector<double> sorted = Sorted(values);
  return MedianInterval{sorted[ranks->rank - 1], sorted[sorted.size() - ranks->rank], ranks->coverage};
}

}  // namespace pbb::stats
