// The parts of the decoder that every loop has inlined: single values, and the step into a message.
#pragma once

#include <cstdint>

#include "luacodec/decoder.h"
#include "luacodec/wire_reader.h"
#include "wire/utf8.h"

namespace pbb::luacodec {

inline bool IsUnsigned(plan::Kind kind) { return kind == plan::Kind::kUint64 || kind == plan::Kind::kFixed64; }

// The 64 bits of an int64, uint64, sint64, fixed64 or sfixed64.
inline const uint8_t* Read64(plan::Kind kind, const uint8_t* p, const uint8_t* end, uint64_t* bits) {
  if (kind == plan::Kind::kFixed64 || kind == plan::Kind::kSfixed64) {
    if (end - p < 8) return nullptr;
    *bits = Load<uint64_t>(p);
    return p + 8;
  }
  p = ReadVarint(p, end, bits);
  if (p != nullptr && kind == plan::Kind::kSint64) *bits = static_cast<uint64_t>(wire::ZigZagDecode64(*bits));
  return p;
}

inline const uint8_t* Decoder::PushValue(const FieldPlan& field, const uint8_t* p, const uint8_t* end) {
  using plan::Kind;
  uint64_t bits = 0;
  switch (field.kind) {
    case Kind::kString:
    case Kind::kBytes:
      return PushString(field, p, end);
    case Kind::kInt32:
    case Kind::kEnum:
      p = ReadVarint(p, end, &bits);
      if (p != nullptr) lua_pushnumber(lua_, static_cast<int32_t>(bits));
      return p;
    case Kind::kUint32:
      p = ReadVarint(p, end, &bits);
      if (p != nullptr) lua_pushnumber(lua_, static_cast<uint32_t>(bits));
      return p;
    case Kind::kSint32:
      p = ReadVarint(p, end, &bits);
      if (p != nullptr) lua_pushnumber(lua_, wire::ZigZagDecode32(static_cast<uint32_t>(bits)));
      return p;
    case Kind::kBool:
      p = ReadVarint(p, end, &bits);
      if (p != nullptr) lua_pushboolean(lua_, bits != 0);
      return p;
    case Kind::kDouble:
      if (end - p < 8) return nullptr;
      lua_pushnumber(lua_, Load<double>(p));
      return p + 8;
    case Kind::kFloat:
      if (end - p < 4) return nullptr;
      lua_pushnumber(lua_, Load<float>(p));
      return p + 4;
    case Kind::kFixed32:
      if (end - p < 4) return nullptr;
      lua_pushnumber(lua_, Load<uint32_t>(p));
      return p + 4;
    case Kind::kSfixed32:
      if (end - p < 4) return nullptr;
      lua_pushnumber(lua_, Load<int32_t>(p));
      return p + 4;
    default:
      p = Read64(field.kind, p, end, &bits);
      if (p != nullptr) PushInt64(bits, IsUnsigned(field.kind));
      return p;
  }
}

// One record of a message: with a length or as a group, as its field is declared. `depth` is the message's own level.
inline const uint8_t* Decoder::MessageBody(Scope* child, const FieldPlan& field, const uint8_t* p, const uint8_t* end,
                                           int depth) {
  if (field.wire_type == wire::WireType::kStartGroup) {
    return Fields(child, p, end, wire::MakeTag(field.number, wire::WireType::kEndGroup), depth);
  }
  size_t length = 0;
  p = ReadLength(p, end, &length);
  return p == nullptr ? nullptr : Fields(child, p, p + length, 0, depth);
}

}  // namespace pbb::luacodec
