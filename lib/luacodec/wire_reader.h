// Reading primitives of the decoder: tags compared as bytes, records counted ahead, fields passed over.
#pragma once

#include <cstdint>
#include <cstring>

#include "luacodec/schema.h"
#include "wire/varint.h"

namespace pbb::luacodec {

template <typename T>
inline T Load(const uint8_t* p) {
  T value;
  std::memcpy(&value, p, sizeof value);
  return value;
}

// Whether the tag stands at `p`.
inline bool Matches(const TagBytes& tag, const uint8_t* p, const uint8_t* end) {
  if (end - p >= 8) return (Load<uint64_t>(p) & tag.mask) == tag.word;
  return tag.size != 0 && static_cast<size_t>(end - p) >= tag.size && std::memcmp(p, &tag.word, tag.size) == 0;
}

// wire::ReadVarint with the one-byte case, which most varints are, up front.
inline const uint8_t* ReadVarint(const uint8_t* p, const uint8_t* end, uint64_t* value) {
  if (p < end && *p < 0x80) {
    *value = *p;
    return p + 1;
  }
  return wire::ReadVarint(p, end, value);
}

inline const uint8_t* ReadLength(const uint8_t* p, const uint8_t* end, size_t* length) {
  if (p < end && *p < 0x80) {
    *length = *p;
    return *length <= static_cast<size_t>(end - p - 1) ? p + 1 : nullptr;
  }
  return wire::ReadLength(p, end, length);
}

inline const uint8_t* ReadTag(const uint8_t* p, const uint8_t* end, uint32_t* tag) {
  if (p < end && *p < 0x80) {
    *tag = *p;
    return *p >= 8 && (*p & 7) <= 5 ? p + 1 : nullptr;
  }
  return wire::ReadTag(p, end, tag);
}

// Passes over what follows `tag`; unknown groups are walked, `depth` being the level that holds them.
const uint8_t* Skip(const uint8_t* p, const uint8_t* end, uint32_t tag, int depth);

// How many records of `tag` stand in a row, the first one's tag being read already: at least 1, each of them wholly
// there.
int CountRun(const TagBytes& tag, wire::WireType type, const uint8_t* p, const uint8_t* end);

}  // namespace pbb::luacodec
