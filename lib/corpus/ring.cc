// A ring: the payloads that a cell cycles through (DESIGN section 4), their statistics and their hash.
#include "corpus/ring.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/hash.h"
#include "base/suggest.h"
#include "corpus/ring_file.h"
#include "corpus/unique.h"
#include "schema/pool.h"

namespace pbb {
namespace {

namespace pb = google::protobuf;

std::vector<std::string> RepeatPayloads(const pb::Message& original, uint64_t, const RingLimits&) {
  return {SerializeCanonical(original)};
}

std::vector<std::string> UniquePayloads(const pb::Message& original, uint64_t seed, const RingLimits& limits) {
  const uint64_t bytes_each = std::max<uint64_t>(original.ByteSizeLong(), 1);
  UniqueMaker maker(original, seed);
  const uint64_t fitting = std::max<uint64_t>(limits.max_bytes / bytes_each, 1);
  std::vector<std::string> payloads(std::min({limits.max_payloads, fitting, maker.capacity()}));
  for (std::string& payload : payloads) payload = maker.Next();
  return payloads;
}

struct RingKind {
  const char* name;
  std::vector<std::string> (*make)(const pb::Message& original, uint64_t seed, const RingLimits& limits);
};

constexpr RingKind kRings[] = {{"repeat", RepeatPayloads}, {"unique", UniquePayloads}};

}  // namespace

void Ring::Finish() {
  uint64_t total = 0;
  bytes_min = payloads.empty() ? 0 : payloads.front().size();
  bytes_max = 0;
  for (const std::string& payload : payloads) {
    total += payload.size();
    bytes_min = std::min<uint64_t>(bytes_min, payload.size());
    bytes_max = std::max<uint64_t>(bytes_max, payload.size());
  }
  bytes_mean = payloads.empty() ? 0 : static_cast<double>(total) / static_cast<double>(payloads.size());
  sha256 = Sha256Hex(Delimited(payloads));
}

std::vector<std::string> KnownRings() {
  std::vector<std::string> names;
  for (const RingKind& kind : kRings) names.emplace_back(kind.name);
  return names;
}

std::vector<std::string> RingPayloads(const std::string& name, const pb::Message& original, uint64_t seed,
                                      const RingLimits& limits) {
  if (limits.max_payloads == 0) throw UsageError("a ring needs at least one payload");
  for (const RingKind& kind : kRings) {
    if (name == kind.name) return kind.make(original, seed, limits);
  }
  throw UsageError(fmt::format("unknown ring \"{}\"", name), {}, SuggestName(name, KnownRings()));
}

}  // namespace pbb
