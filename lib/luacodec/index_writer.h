// Wire bytes -> flat index (plan/index_layout.h). One pass, whatever the order on the wire: every field has its place
// in its record, so that a later record of it overwrites, appends or merges there.
#pragma once

#include <cstdint>

#include "luacodec/index_types.h"

namespace pbb::luacodec {

// Shared with Lua, which declares it to FFI with the same fields. Zeroed by who makes it, given back to ReleaseIndex.
struct FlatIndex {
  int32_t* words;
  const uint8_t* input;  // what offsets count from; not owned
  int32_t top;           // words in use
  int32_t capacity;      // in words
  int32_t required;      // not 0 when a required field may be missing
};

enum class IndexStatus : int8_t {
  kOk,
  kMalformed,  // which error it is, others find out
  kTooBig,     // over MaxIndexWords, over 2 GiB of input, no memory, or a type that was not told
};

// An index holds up to this many words for an input of `bytes`: enough for every ordinary message, while input that is
// made to fill memory (records of wide messages, two bytes each) is left to another decoder.
constexpr int64_t MaxIndexWords(int64_t bytes) { return 8 * bytes + 16384; }
// A buffer over this many words is freed after a call that needed less than a quarter of it.
inline constexpr int32_t kKeepIndexWords = 1 << 20;

IndexStatus WriteIndex(const IndexMessage& root, const uint8_t* bytes, size_t size, bool validate_utf8,
                       FlatIndex* index);
void ReleaseIndex(FlatIndex* index);

}  // namespace pbb::luacodec
