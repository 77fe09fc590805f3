// A ring: the payloads that a cell cycles through (DESIGN section 4), their statistics and their hash.
#pragma once

#include <google/protobuf/message.h>

#include <cstdint>
#include <string>
#include <vector>

#include "corpus/ring_name.h"

namespace pbb {

// What a ring may grow to (DESIGN section 4). Callers may ask for less.
inline constexpr uint64_t kMaxRingPayloads = 20'000;
inline constexpr uint64_t kMaxRingBytes = uint64_t{16} << 20;

struct RingLimits {
  uint64_t max_payloads = kMaxRingPayloads;  // at least 1
  uint64_t max_bytes = kMaxRingBytes;        // of all payloads together; one payload is always allowed
};

struct Ring {
  std::string schema;  // "hello.Person"
  std::string size;    // "1KB"
  std::string ring;    // "unique"
  std::vector<std::string> payloads;

  // Of `payloads`; set by Finish().
  uint64_t bytes_min = 0;
  uint64_t bytes_max = 0;
  double bytes_mean = 0;
  std::string sha256;  // over each payload's length as a varint and its bytes, in ring order

  void Finish();
};

// The payloads of ring `name` around `original`: canonical bytes, except in ring `shuffled`. The n-th one does not
// depend on the limits: a smaller ring is the start of a larger one. Throws Error(kUsage) for a limit of no payload,
// and for a message whose strings are so short that not even one payload can have new ones.
std::vector<std::string> RingPayloads(const RingName& name, const google::protobuf::Message& original, uint64_t seed,
                                      const RingLimits& limits);

}  // namespace pbb
