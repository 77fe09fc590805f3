#include "stats/ratio_interval.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/error.h"

namespace pbb::stats {
namespace {

// Steps of the recurrence below: 20 million take some 20 ms and cover 270 against 270 values.
constexpr uint64_t kMaxSteps = 20'000'000;

// What is reached exactly must not fail by a rounding: 1 - 12/55 for 2 against 9 values would.
constexpr double kRounding = 1e-12;

// P(U = 0), P(U = 1), ... below the middle for n and m values without ties. The generating function of U is the
// product over i = 1..n of (1 - q^(m+i)) / (1 - q^i), scaled here by i / (m + i) so that each factor stands for
// probabilities. A coefficient depends on lower ones only, so the upper half, equal by symmetry, is never needed.
std::vector<double> LowerHalfOfU(size_t n, size_t m) {
  const size_t size = n * m / 2 + 1;
  std::vector<double> probability(size, 0.0);
  probability[0] = 1;
  for (size_t i = 1; i <= n; ++i) {
    for (size_t u = size; u-- > m + i;) probability[u] -= probability[u - m - i];
    for (size_t u = i; u < size; ++u) probability[u] += probability[u - i];
    const double scale = static_cast<double>(i) / static_cast<double>(m + i);
    for (double& value : probability) value *= scale;
  }
  return probability;
}

// P(U <= u) for u = 0, 1, ... up to the middle: exact, or by the normal distribution with continuity correction.
std::vector<double> LowerTail(size_t n, size_t m) {
  const size_t fewer = std::min(n, m);
  const size_t more = std::max(n, m);
  if (static_cast<uint64_t>(fewer) * fewer * more <= kMaxSteps) {
    std::vector<double> tail = LowerHalfOfU(fewer, more);
    double sum = 0;
    for (double& value : tail) value = sum += value;
    return tail;
  }
  const double pairs = static_cast<double>(n) * static_cast<double>(m);
  const double deviation = std::sqrt(pairs * static_cast<double>(n + m + 1) / 12);
  std::vector<double> tail(n * m / 2 + 1);
  for (size_t u = 0; u < tail.size(); ++u) {
    tail[u] = std::erfc((pairs / 2 - static_cast<double>(u) - 0.5) / deviation / std::sqrt(2.0)) / 2;
  }
  return tail;
}

// The k-th smallest and k-th largest of all pairwise ratios hold the factor unless U is below k on either side.
struct Ranks {
  size_t k = 0;  // counted from 1; 0: even the extremes don't reach the confidence
  double coverage = 0;
};

Ranks RanksForRatio(size_t n, size_t m, double confidence) {
  const std::vector<double> tail = LowerTail(n, m);
  Ranks best;
  for (size_t k = 1; 2 * k <= n * m; ++k) {
    const double coverage = 1 - 2 * tail[k - 1];
    if (coverage < confidence - kRounding) break;
    best = Ranks{k, coverage};
  }
  return best;
}

void CheckPositive(std::span<const double> values) {
  for (const double value : values) {
    if (!(value > 0 && std::isfinite(value))) {
      throw Error(ExitCode::kInternal, "ratio interval of a value that is not above zero and finite");
    }
  }
}

}  // namespace

std::optional<RatioInterval> IntervalForRatio(std::span<const double> above, std::span<const double> below,
                                              double confidence) {
  CheckPositive(above);
  CheckPositive(below);
  const Ranks ranks = RanksForRatio(above.size(), below.size(), confidence);
  if (ranks.k == 0) return std::nullopt;
  std::vector<double> ratios;
  ratios.reserve(above.size() * below.size());
  for (const double a : above) {
    for (const double b : below) ratios.push_back(a / b);
  }
  const auto low = ratios.begin() + static_cast<ptrdiff_t>(ranks.k - 1);
  const auto high = ratios.end() - static_cast<ptrdiff_t>(ranks.k);
  std::nth_element(ratios.begin(), low, ratios.end());
  std::nth_element(low + 1, high, ratios.end());  // 2 * k <= count, so high lies above low
  return RatioInterval{*low, *high, ranks.coverage};
}

}  // namespace pbb::stats
