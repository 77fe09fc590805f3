// The decoder's repeated fields: counted before their table is made, filled in one loop a run.
#include <algorithm>

#include "luacodec/decode_value.h"

namespace pbb::luacodec {

using plan::Kind;

namespace {

// Elements of a packed varint run: every element ends in the one byte that has no top bit.
int CountVarints(const uint8_t* p, const uint8_t* end) {
  int count = 0;
  for (; p < end; ++p) count += *p < 0x80 ? 1 : 0;
  return count;
}

}  // namespace

// Reads one element into the list. A number that a closed enum lacks goes to the unknown fields.
inline const uint8_t* Decoder::PutElement(const FieldPlan& field, int list, int* length, const uint8_t* p,
                                          const uint8_t* end) {
  if (field.closed_enum) {
    uint64_t bits = 0;
    p = ReadVarint(p, end, &bits);
    if (p == nullptr) return nullptr;
    const auto number = static_cast<int32_t>(bits);
    if (!field.enumeration->Has(number)) {
      AppendUnknownEnum(field, number);
      return p;
    }
    lua_pushnumber(lua_, number);
  } else {
    p = PushValue(field, p, end);
    if (p == nullptr) return nullptr;
  }
  lua_rawseti(lua_, list, ++*length);
  return p;
}

const uint8_t* Decoder::List(Scope* scope, const FieldPlan& field, int target, const uint8_t* p, const uint8_t* end) {
  const int list = scope->top() + 2;
  lua_rawgeti(lua_, keys_, field.key);
  const bool existing = OpenTable(scope, field, target, CountRun(field.element, field.wire_type, p, end), 0);
  Note(scope, field);
  int length = existing ? static_cast<int>(lua_objlen(lua_, list)) : 0;
  for (;;) {
    p = PutElement(field, list, &length, p, end);
    if (p == nullptr) return nullptr;
    if (!Matches(field.element, p, end)) break;
    p += field.element.size;
  }
  if (existing || length == 0) {
    lua_settop(lua_, list - 2);
  } else {
    lua_rawset(lua_, target);
  }
  return p;
}

const uint8_t* Decoder::Packed(Scope* scope, const FieldPlan& field, int target, const uint8_t* p, const uint8_t* end) {
  size_t size;
  p = ReadLength(p, end, &size);
  if (p == nullptr) return nullptr;
  const uint8_t* const run_end = p + size;
  int count = 0;
  switch (field.wire_type) {
    case wire::WireType::kFixed32:
      count = static_cast<int>(size / 4);
      break;
    case wire::WireType::kFixed64:
      count = static_cast<int>(size / 8);
      break;
    default:
      count = CountVarints(p, run_end);
  }
  if (count == 0) return size == 0 ? p : nullptr;
  const int list = scope->top() + 2;
  lua_rawgeti(lua_, keys_, field.key);
  const bool existing = OpenTable(scope, field, target, count, 0);
  Note(scope, field);
  int length = existing ? static_cast<int>(lua_objlen(lua_, list)) : 0;
  const bool batch = plan::Is64Bit(field.kind) && !int64_as_number_;
  p = batch ? Packed64(field, list, &length, p, run_end) : PackedElements(field, list, &length, p, run_end);
  if (p == nullptr) return nullptr;
  if (existing || length == 0) {
    lua_settop(lua_, list - 2);
  } else {
    lua_rawset(lua_, target);
  }
  return p;
}

const uint8_t* Decoder::PackedElements(const FieldPlan& field, int list, int* length, const uint8_t* p,
                                       const uint8_t* end) {
  while (p < end) {
    p = PutElement(field, list, length, p, end);
    if (p == nullptr) return nullptr;
  }
  return p;
}

// 64-bit integers are made several at a time, which is what a call into Lua costs least for.
const uint8_t* Decoder::Packed64(const FieldPlan& field, int list, int* length, const uint8_t* p, const uint8_t* end) {
  uint64_t bits[Int64Bridge::kBatch];
  while (p < end) {
    int count = 0;
    while (p < end && count < Int64Bridge::kBatch) {
      p = Read64(field.kind, p, end, &bits[count++]);
      if (p == nullptr) return nullptr;
    }
    state_->int64.PushMany(lua_, bits, count, IsUnsigned(field.kind));
    for (int i = count; i > 0; --i) lua_rawseti(lua_, list, *length + i);
    *length += count;
  }
  return p;
}

const uint8_t* Decoder::MessageList(Scope* scope, const FieldPlan& field, int target, const uint8_t* p,
                                    const uint8_t* end, int depth) {
  if (depth > wire::kMaxDepth) return nullptr;
  CheckStack(depth);
  const int list = scope->top() + 2;
  lua_rawgeti(lua_, keys_, field.key);
  // Groups have no length: counting them would mean to walk them, once more on every level.
  const int count = field.wire_type == wire::WireType::kLen ? CountRun(field.element, field.wire_type, p, end) : 4;
  const bool existing = OpenTable(scope, field, target, count, 0);
  Note(scope, field);
  int length = existing ? static_cast<int>(lua_objlen(lua_, list)) : 0;
  for (;;) {
    lua_createtable(lua_, 0, static_cast<int>(field.message->size_hint));
    Scope child;
    Begin(&child, *field.message, list + 1);
    p = MessageBody(&child, field, p, end, depth);
    if (p == nullptr) return nullptr;
    Finish(&child);
    lua_rawseti(lua_, list, ++length);
    if (!Matches(field.tag, p, end)) break;
    p += field.tag.size;
  }
  if (existing) {
    lua_settop(lua_, list - 2);
  } else {
    lua_rawset(lua_, target);
  }
  return p;
}

}  // namespace pbb::luacodec
