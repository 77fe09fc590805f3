// Replaces every string and bytes value of a message by one that was never given out before, of the same length.
#pragma once

#include <google/protobuf/message.h>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "corpus/random.h"

namespace pbb {

// New strings are digits and letters, with a digit in front: no field name, type name or word of a program looks like
// that, so in a language that interns strings they are new there too. All of their bytes vary, because LuaJIT hashes a
// few bytes of a string only and would chain strings that differ elsewhere. Bytes of 0x80 and up in a string (not in a
// bytes field) stay as they are, so that UTF-8 text of other scripts remains that.
class UniqueStrings {
 public:
  // Learns which strings `message` has; changes nothing. Each string is taken from a small pool instead of being new
  // with a probability of `repeat_percent` (0..100); in one message no pool string is the key of two map entries.
  UniqueStrings(google::protobuf::Message* message, uint64_t seed, unsigned repeat_percent = 0);

  // Whether the message has no string that could be replaced; empty ones are none.
  bool empty() const { return kinds_.empty(); }

  // How many times Replace() may be called before a string would repeat; 0 when one message alone needs too many.
  uint64_t capacity() const { return capacity_; }

  // `message` may have other strings than the constructor's. False when a string would repeat that must not: then some
  // were replaced, and `message` is of no use.
  [[nodiscard]] bool Replace(google::protobuf::Message* message);

 private:
  // Strings that agree in length and in the bytes that stay. Strings of different kinds differ whatever is filled in.
  struct Kind {
    Permutation order;  // the last `pool` of it are the ones that repeat
    uint64_t filler_seed;
    uint64_t used;
    uint64_t pool;

    bool exhausted() const { return used >= order.size() - pool; }
  };

  Kind MakeKind(const std::string& name, SplitMix64& random) const;
  Kind& KindFor(const std::string& name);
  // The number of the string that comes next, or none when it would repeat. `keys` are pool strings that are map keys.
  std::optional<uint64_t> Draw(Kind* kind, bool is_key, std::set<std::pair<const Kind*, uint64_t>>* keys);

  uint64_t seed_;
  unsigned repeat_percent_;
  SplitMix64 choices_;
  std::unordered_map<std::string, Kind> kinds_;  // by the string with its replaceable bytes zeroed
  uint64_t capacity_ = 0;
};

}  // namespace pbb
