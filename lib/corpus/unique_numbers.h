// Varies the numbers of a message so that its encoded size stays and its bytes were never given out before.
#pragma once

#include <google/protobuf/message.h>

#include <cstdint>
#include <optional>

#include "corpus/random.h"

namespace pbb {

// Counts through all combinations, in seeded order, of the values that each number may have. An integer: those of its
// sign whose encoding is as wide, zero left out (a field without presence would vanish). A float or double: 1 up to 2.
// An enum: the declared values of its width. A bool: both, where false does not make it vanish. Map keys stay, as two
// might become equal, and so do bools and enums in maps. One-byte id and one-byte count: 127 * 127 combinations.
class UniqueNumbers {
 public:
  // Learns the widths of `message`; changes nothing.
  UniqueNumbers(google::protobuf::Message* message, uint64_t seed);

  // How many times Replace() may be called before a combination would repeat: at least 1, at most 2^62.
  uint64_t capacity() const { return capacity_; }

  // `message` must be the constructor's, or one that Replace() left.
  void Replace(google::protobuf::Message* message);

 private:
  uint64_t capacity_ = 1;
  std::optional<Permutation> order_;
  uint64_t used_ = 0;
};

// Gives each number of `message` one of those values at random: the encoded size stays, repetition is possible.
void RandomizeNumbers(google::protobuf::Message* message, SplitMix64* random);

}  // namespace pbb
