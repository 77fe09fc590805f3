// Replaces every string and bytes value of a message by one that was never given out before, of the same length.
#pragma once

#include <google/protobuf/message.h>

#include <cstdint>
#include <string>
#include <unordered_map>

#include "corpus/random.h"

namespace pbb {

// New strings are digits and letters, with a digit in front: no field name, type name or word of a program looks like
// that, so in a language that interns strings they are new there too. All of their bytes vary, because LuaJIT hashes a
// few bytes of a string only and would chain strings that differ elsewhere. Bytes of 0x80 and up in a string (not in a
// bytes field) stay as they are, so that UTF-8 text of other scripts remains that.
class UniqueStrings {
 public:
  // Learns which strings `message` has; changes nothing.
  UniqueStrings(google::protobuf::Message* message, uint64_t seed);

  // Whether the message has no string that could be replaced; empty ones are none.
  bool empty() const { return kinds_.empty(); }

  // How many times Replace() may be called before a string would repeat; 0 when one message alone needs too many.
  uint64_t capacity() const { return capacity_; }

  // `message` must be the constructor's, or one that Replace() left.
  void Replace(google::protobuf::Message* message);

 private:
  // Strings that agree in length and in the bytes that stay. Strings of different kinds differ whatever is filled in.
  struct Kind {
    Permutation order;
    uint64_t filler_seed;
    uint64_t used;
  };

  std::unordered_map<std::string, Kind> kinds_;  // by the string with its replaceable bytes zeroed
  uint64_t capacity_ = 0;
};

}  // namespace pbb
