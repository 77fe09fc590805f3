// The exact null distribution of the rank sum, counted over midranks as whole numbers, and what follows from it.
#include "stats/rank_test.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "base/error.h"

namespace pbb::stats {
namespace {

// Inner steps of counting: 20 million take some 20 ms and cover 50 against 50 values without ties.
constexpr uint64_t kMaxSteps = 20'000'000;

// Ranks of the pooled values, x first. A midrank is a multiple of one half, so ranks are doubled to stay integers:
// whether a split lies as far from the middle as the observed one is then no matter of rounding.
struct Ranks {
  std::vector<int64_t> doubled;
  double tie_term = 0;  // sum of t^3 - t over groups of t equal values
};

Ranks DoubledMidranks(std::span<const double> x, std::span<const double> y) {
  std::vector<double> pooled(x.begin(), x.end());
  pooled.insert(pooled.end(), y.begin(), y.end());
  std::vector<size_t> order(pooled.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&pooled](size_t a, size_t b) { return pooled[a] < pooled[b]; });
  Ranks ranks;
  ranks.doubled.resize(pooled.size());
  for (size_t first = 0; first < order.size();) {
    size_t end = first + 1;
    while (end < order.size() && pooled[order[end]] == pooled[order[first]]) ++end;
    // Ranks first + 1 .. end, of which the mean is half of first + 1 + end.
    for (size_t i = first; i < end; ++i) ranks.doubled[order[i]] = static_cast<int64_t>(first + 1 + end);
    const auto tied = static_cast<double>(end - first);
    ranks.tie_term += tied * tied * tied - tied;
    first = end;
  }
  return ranks;
}

// The same ranks from 0 upwards in the largest unit that keeps them whole. Distances from the middle keep their order,
// and sums become small: without ties half of what they were.
std::vector<int64_t> Compact(std::vector<int64_t> ranks) {
  const int64_t lowest = *std::min_element(ranks.begin(), ranks.end());
  int64_t unit = 0;
  for (int64_t& rank : ranks) unit = std::gcd(unit, rank -= lowest);
  if (unit > 1) {
    for (int64_t& rank : ranks) rank /= unit;
  }
  return ranks;
}

size_t LargestSum(std::vector<int64_t> ranks, size_t chosen) {
  std::sort(ranks.rbegin(), ranks.rend());
  return static_cast<size_t>(
      std::accumulate(ranks.begin(), ranks.begin() + static_cast<ptrdiff_t>(chosen), int64_t{0}));
}

// In how many ways `chosen` of the ranks sum up to each value. Counts as doubles: exact up to 2^53, and beyond that
// sums of positive numbers, so good to some 14 digits.
std::vector<double> WaysBySum(const std::vector<int64_t>& ranks, size_t chosen, size_t largest) {
  const size_t width = largest + 1;
  std::vector<double> ways((chosen + 1) * width, 0.0);
  ways[0] = 1;
  for (size_t i = 0; i < ranks.size(); ++i) {
    const auto rank = static_cast<size_t>(ranks[i]);
    for (size_t k = std::min(chosen, i + 1); k >= 1; --k) {
      const double* without = &ways[(k - 1) * width];
      double* with = &ways[k * width];
      for (size_t sum = rank; sum < width; ++sum) with[sum] += without[sum - rank];
    }
  }
  ways.erase(ways.begin(), ways.end() - static_cast<ptrdiff_t>(width));
  return ways;
}

// Share of splits whose rank sum lies at least as far from its mean as `observed`. Multiplied by the number of values
// the mean is an integer too.
double ExactP(const std::vector<double>& ways, const std::vector<int64_t>& ranks, size_t chosen, int64_t observed) {
  const auto count = static_cast<int64_t>(ranks.size());
  const int64_t mean = static_cast<int64_t>(chosen) * std::accumulate(ranks.begin(), ranks.end(), int64_t{0});
  const int64_t distance = std::abs(count * observed - mean);
  double as_far = 0;
  double all = 0;
  for (size_t sum = 0; sum < ways.size(); ++sum) {
    all += ways[sum];
    if (std::abs(count * static_cast<int64_t>(sum) - mean) >= distance) as_far += ways[sum];
  }
  return as_far / all;
}

double NormalP(double u, double n, double m, double tie_term) {
  const double all = n + m;
  const double variance = n * m / 12 * (all + 1 - tie_term / (all * (all - 1)));
  const double distance = std::max(0.0, std::abs(u - n * m / 2) - 0.5);
  return variance > 0 ? std::erfc(distance / std::sqrt(2 * variance)) : 1;
}

void CheckSample(std::span<const double> values) {
  if (values.empty()) throw Error(ExitCode::kInternal, "rank test of no values");
  if (!std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); })) {
    throw Error(ExitCode::kInternal, "rank test of a value that is not finite");
  }
}

}  // namespace

RankTest MannWhitney(std::span<const double> x, std::span<const double> y) {
  CheckSample(x);
  CheckSample(y);
  const Ranks ranks = DoubledMidranks(x, y);
  const auto n = static_cast<double>(x.size());
  const auto m = static_cast<double>(y.size());
  const auto end_of_x = ranks.doubled.begin() + static_cast<ptrdiff_t>(x.size());
  RankTest test;
  test.u = static_cast<double>(std::accumulate(ranks.doubled.begin(), end_of_x, int64_t{0})) / 2 - n * (n + 1) / 2;

  // Splits are counted by the smaller side, which is cheaper and comes to the same.
  const size_t chosen = std::min(x.size(), y.size());
  const std::vector<int64_t> compact = Compact(ranks.doubled);
  const size_t largest = LargestSum(compact, chosen);
  // Thousands of values nearly all equal are quick to count, but the count is beyond a double.
  const bool countable = SmallestP(x.size(), y.size()) > 0;
  test.exact = countable && static_cast<uint64_t>(compact.size()) * chosen * (largest + 1) <= kMaxSteps;
  if (!test.exact) {
    test.p = NormalP(test.u, n, m, ranks.tie_term);
    return test;
  }
  const size_t from = x.size() == chosen ? 0 : x.size();
  const auto first = compact.begin() + static_cast<ptrdiff_t>(from);
  const int64_t observed = std::accumulate(first, first + static_cast<ptrdiff_t>(chosen), int64_t{0});
  test.p = ExactP(WaysBySum(compact, chosen, largest), compact, chosen, observed);
  return test;
}

double SmallestP(size_t n, size_t m) {
  const size_t fewer = std::min(n, m);
  const size_t more = std::max(n, m);
  double splits = 1;  // C(more + i, i): whole numbers all the way, hence exact up to 2^53
  for (size_t i = 1; i <= fewer; ++i) splits = splits * static_cast<double>(more + i) / static_cast<double>(i);
  return std::min(1.0, 2 / splits);
}

size_t EqualSizeForAlpha(double alpha) {
  if (!(alpha > 0)) throw Error(ExitCode::kInternal, "no number of values reaches alpha 0");
  size_t n = 1;
  while (SmallestP(n, n) > alpha) ++n;
  return n;
}

}  // namespace pbb::stats
