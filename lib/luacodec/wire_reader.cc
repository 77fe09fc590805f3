#include "luacodec/wire_reader.h"

namespace pbb::luacodec {

using wire::WireType;

namespace {

// Anything but a group.
const uint8_t* SkipPlain(const uint8_t* p, const uint8_t* end, WireType type) {
  uint64_t ignored;
  size_t length = 0;
  switch (type) {
    case WireType::kVarint:
      return ReadVarint(p, end, &ignored);
    case WireType::kFixed64:
      return end - p >= 8 ? p + 8 : nullptr;
    case WireType::kFixed32:
      return end - p >= 4 ? p + 4 : nullptr;
    case WireType::kLen:
      p = ReadLength(p, end, &length);
      return p == nullptr ? nullptr : p + length;
    default:
      return nullptr;
  }
}

}  // namespace

const uint8_t* Skip(const uint8_t* p, const uint8_t* end, uint32_t tag, int depth) {
  if (static_cast<WireType>(tag & 7) != WireType::kStartGroup) return SkipPlain(p, end, static_cast<WireType>(tag & 7));
  uint32_t open[wire::kMaxDepth];  // numbers of the groups that are open, the outermost first
  int count = 0;
  for (;;) {
    const auto type = static_cast<WireType>(tag & 7);
    if (type == WireType::kStartGroup) {
      if (depth + count >= wire::kMaxDepth) return nullptr;
      open[count++] = tag >> 3;
    } else if (type == WireType::kEndGroup) {
      if (tag >> 3 != open[count - 1]) return nullptr;
      if (--count == 0) return p;
    } else {
      p = SkipPlain(p, end, type);
      if (p == nullptr) return nullptr;
    }
    p = ReadTag(p, end, &tag);
    if (p == nullptr) return nullptr;
  }
}

int CountRun(const TagBytes& tag, WireType type, const uint8_t* p, const uint8_t* end) {
  int count = 0;
  do {
    p = SkipPlain(p, end, type);
    if (p == nullptr) break;
    ++count;
    if (!Matches(tag, p, end)) break;
    p += tag.size;
  } while (true);
  return count;
}

}  // namespace pbb::luacodec
