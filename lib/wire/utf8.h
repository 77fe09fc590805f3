// UTF-8 as RFC 3629 has it: no overlong forms, no surrogates, nothing over U+10FFFF.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace pbb::wire {

// Eight ASCII bytes a step, which is nearly all of what protobuf strings hold; one character a step elsewhere.
inline bool IsValidUtf8(const uint8_t* p, size_t size) {
  const uint8_t* const end = p + size;
  const auto continues = [end](const uint8_t* q) { return q < end && (*q & 0xc0) == 0x80; };
  while (p < end) {
    while (end - p >= 8) {
      uint64_t block;
      std::memcpy(&block, p, 8);
      if ((block & 0x8080808080808080U) != 0) break;
      p += 8;
    }
    if (p == end) return true;
    const uint8_t lead = *p;
    if (lead < 0x80) {
      ++p;
    } else if (lead < 0xc2) {  // a stray continuation, or an overlong two-byte form
      return false;
    } else if (lead < 0xe0) {
      if (!continues(p + 1)) return false;
      p += 2;
    } else if (lead < 0xf0) {
      if (!continues(p + 1) || !continues(p + 2)) return false;
      if (lead == 0xe0 && p[1] < 0xa0) return false;   // overlong
      if (lead == 0xed && p[1] >= 0xa0) return false;  // surrogate
      p += 3;
    } else if (lead < 0xf5) {
      if (!continues(p + 1) || !continues(p + 2) || !continues(p + 3)) return false;
      if (lead == 0xf0 && p[1] < 0x90) return false;   // overlong
      if (lead == 0xf4 && p[1] >= 0x90) return false;  // over U+10FFFF
      p += 4;
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace pbb::wire
