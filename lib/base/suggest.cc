#include "base/suggest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <numeric>

namespace pbb {
namespace {

size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      const bool same =
          std::tolower(static_cast<unsigned char>(a[i])) == std::tolower(static_cast<unsigned char>(b[j]));
      const size_t replace = diagonal + (same ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replace, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string NearestName(std::string_view name, const std::vector<std::string>& known) {
  std::string best;
  size_t best_distance = SIZE_MAX;
  for (const std::string& candidate : known) {
    const size_t distance = EditDistance(name, candidate);
    if (distance < best_distance && distance * 3 <= std::max(name.size(), candidate.size())) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string SuggestName(std::string_view name, const std::vector<std::string>& known) {
  const std::string nearest = NearestName(name, known);
  if (!nearest.empty()) return fmt::format("did you mean \"{}\"?", nearest);
  constexpr size_t kListed = 12;
  if (known.size() <= kListed) return fmt::format("known: {}", fmt::join(known, ", "));
  const std::vector<std::string> first(known.begin(), known.begin() + kListed);
  return fmt::format("known: {}, and {} more", fmt::join(first, ", "), known.size() - kListed);
}

}  // namespace pbb
