// A ring: the payloads that a cell cycles through (DESIGN section 4), their statistics and their hash.
#include "corpus/ring.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/hash.h"
#include "corpus/mixed.h"
#include "corpus/ring_file.h"
#include "corpus/shuffle.h"
#include "corpus/unique.h"
#include "schema/pool.h"

namespace pbb {
namespace {

namespace pb = google::protobuf;

// Calls `next` until it has no more, or the limits are reached.
template <typename Next>
std::vector<std::string> Collect(const RingLimits& limits, const Next& next) {
  std::vector<std::string> payloads;
  uint64_t total = 0;
  while (payloads.size() < limits.max_payloads) {
    std::optional<std::string> payload = next();
    if (!payload || (!payloads.empty() && total + payload->size() > limits.max_bytes)) break;
    total += payload->size();
    payloads.push_back(*std::move(payload));
  }
  return payloads;
}

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

std::vector<std::string> RingPayloads(const RingName& name, const pb::Message& original, uint64_t seed,
                                      const RingLimits& limits) {
  if (limits.max_payloads == 0) throw UsageError("a ring needs at least one payload");
  if (name.kind == "repeat") return {SerializeCanonical(original)};
  std::vector<std::string> payloads;
  if (name.kind == "mixed" || name.kind == "shuffled") {
    MixedMaker maker(original, seed);
    SplitMix64 random(~seed);
    payloads = Collect(limits, [&] {
      std::optional<std::string> payload = maker.Next();
      if (payload && name.kind == "shuffled") payload = ShuffleRecords(*payload, original.GetDescriptor(), &random);
      return payload;
    });
  } else {
    UniqueMaker maker(original, seed, name.percent);
    payloads = Collect(limits, [&] { return maker.Next(); });
  }
  if (payloads.empty()) {
    throw UsageError("has more strings of one short length than there are different ones",
                     original.GetDescriptor()->full_name(), "make them longer");
  }
  return payloads;
}

}  // namespace pbb
