// Varints, zigzag and tags of the protobuf wire format (encoding page, "Base 128 Varints"). No schema, no allocation.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pbb::wire {

enum class WireType : uint8_t { kVarint = 0, kFixed64 = 1, kLen = 2, kStartGroup = 3, kEndGroup = 4, kFixed32 = 5 };

inline constexpr int kMaxVarintBytes = 10;
inline constexpr int kMaxTagBytes = 5;     // padded tags of up to 5 bytes are taken, longer ones refused
inline constexpr int kMaxLengthBytes = 5;  // libprotobuf refuses longer lengths; the conformance suite is silent
inline constexpr uint64_t kMaxLength = 0x7fffffff;
inline constexpr uint32_t kMaxFieldNumber = (1U << 29) - 1;
inline constexpr int kMaxDepth = 100;  // levels below the root, as in libprotobuf

constexpr uint32_t MakeTag(uint32_t number, WireType type) { return number << 3 | static_cast<uint32_t>(type); }

constexpr uint32_t ZigZagEncode32(int32_t v) {
  return (static_cast<uint32_t>(v) << 1) ^ static_cast<uint32_t>(v >> 31);
}
constexpr uint64_t ZigZagEncode64(int64_t v) {
  return (static_cast<uint64_t>(v) << 1) ^ static_cast<uint64_t>(v >> 63);
}
constexpr int32_t ZigZagDecode32(uint32_t v) { return static_cast<int32_t>((v >> 1) ^ (~(v & 1) + 1)); }
constexpr int64_t ZigZagDecode64(uint64_t v) { return static_cast<int64_t>((v >> 1) ^ (~(v & 1) + 1)); }

// Bytes that the varint of `v` takes, 1 to 10.
constexpr int VarintSize(uint64_t v) { return (70 - __builtin_clzll(v | 1)) / 7; }

// Writes `v` at `p` (10 bytes must be free) and returns the byte after it.
inline uint8_t* WriteVarint(uint8_t* p, uint64_t v) {
  while (v >= 0x80) {
    *p++ = static_cast<uint8_t>(v) | 0x80;
    v >>= 7;
  }
  *p++ = static_cast<uint8_t>(v);
  return p;
}

// Reads a varint of at most `max_bytes` bytes at `p`, not passing `end`. Returns the byte after it, or nullptr when it
// is cut by `end` or longer than that. Bits over 64 are dropped, as libprotobuf does.
inline const uint8_t* ReadVarint(const uint8_t* p, const uint8_t* end, uint64_t* value,
                                 int max_bytes = kMaxVarintBytes) {
  uint64_t v = 0;
  for (int i = 0; i < max_bytes; ++i) {
    if (p == end) return nullptr;
    const uint8_t byte = *p++;
    v |= static_cast<uint64_t>(byte & 0x7f) << (7 * i);  // i = 9 shifts by 63: the bits over 64 fall off
    if (byte < 0x80) {
      *value = v;
      return p;
    }
  }
  return nullptr;
}

// Reads a tag. Returns nullptr when it is cut, over 5 bytes, over 32 bits, has field number 0, or wire type 6 or 7.
inline const uint8_t* ReadTag(const uint8_t* p, const uint8_t* end, uint32_t* tag) {
  uint64_t v = 0;
  p = ReadVarint(p, end, &v, kMaxTagBytes);
  if (p == nullptr || v > 0xffffffffU || v < 8 || (v & 7) > 5) return nullptr;
  *tag = static_cast<uint32_t>(v);
  return p;
}

// Reads a length that must fit in what is left before `end`. Returns nullptr when it does not.
inline const uint8_t* ReadLength(const uint8_t* p, const uint8_t* end, size_t* length) {
  uint64_t v = 0;
  p = ReadVarint(p, end, &v, kMaxLengthBytes);
  if (p == nullptr || v > kMaxLength || v > static_cast<uint64_t>(end - p)) return nullptr;
  *length = static_cast<size_t>(v);
  return p;
}

}  // namespace pbb::wire
