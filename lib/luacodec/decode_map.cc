// The decoder's maps.
#include "luacodec/decode_value.h"

namespace pbb::luacodec {

using wire::WireType;

// `depth` is the level of the entries; `record` is where the first entry's tag stands.
const uint8_t* Decoder::Map(Scope* scope, const FieldPlan& field, int target, const uint8_t* record, const uint8_t* p,
                            const uint8_t* end, int depth) {
  if (depth > wire::kMaxDepth) return nullptr;
  CheckStack(depth);
  const int map = scope->top() + 2;
  lua_rawgeti(lua_, keys_, field.key);
  const bool existing = OpenTable(scope, field, target, 0, CountRun(field.tag, WireType::kLen, p, end));
  Note(scope, field);
  bool put = false;
  for (;;) {
    size_t length = 0;
    p = ReadLength(p, end, &length);
    if (p == nullptr) return nullptr;
    Entry entry;
    if (!PlainEntry(field, map, p, p + length, depth, &entry)) entry = AnyEntry(field, map, p, p + length, depth);
    if (entry == Entry::kBad) return nullptr;
    p += length;
    if (entry == Entry::kUnknown) AppendUnknown(record, p);
    put = put || entry == Entry::kPut;
    if (!Matches(field.tag, p, end)) break;
    record = p;
    p += field.tag.size;
  }
  if (existing || !put) {
    lua_settop(lua_, map - 2);
  } else {
    lua_rawset(lua_, target);
  }
  return p;
}

// The entry as encoders write it: key, value, nothing else. Returns false, with nothing done, when it is none such. A
// message is read only once it is certain that the entry ends with it: to read it twice would double on every level.
bool Decoder::PlainEntry(const FieldPlan& field, int map, const uint8_t* p, const uint8_t* end, int depth,
                         Entry* result) {
  const FieldPlan& key = field.message->fields[0];
  const FieldPlan& value = field.message->fields[1];
  if (value.closed_enum || p == end || *p != static_cast<uint8_t>(key.tag.word)) return false;
  *result = Entry::kBad;
  p = PushKey(key, p + 1, end);
  if (p == nullptr) return true;
  if (p == end || *p != static_cast<uint8_t>(value.tag.word)) {
    lua_settop(lua_, map);
    return false;
  }
  ++p;
  if (value.kind == plan::Kind::kMessage) {
    size_t length = 0;
    p = ReadLength(p, end, &length);
    if (p == nullptr || depth + 1 > wire::kMaxDepth) return true;
    if (p + length != end) {
      lua_settop(lua_, map);
      return false;
    }
    CheckStack(depth + 1);
    lua_createtable(lua_, 0, static_cast<int>(value.message->size_hint));
    Scope child;
    Begin(&child, *value.message, map + 2);
    if (Fields(&child, p, end, 0, depth + 1) == nullptr) return true;
    Finish(&child);
  } else {
    p = PushValue(value, p, end);
    if (p == nullptr) return true;
    if (p != end) {
      lua_settop(lua_, map);
      return false;
    }
  }
  lua_rawset(lua_, map);
  *result = Entry::kPut;
  return true;
}

// Any entry: parts missing, in another order, more than once, or unknown ones between.
Decoder::Entry Decoder::AnyEntry(const FieldPlan& field, int map, const uint8_t* p, const uint8_t* end, int depth) {
  const FieldPlan& key = field.message->fields[0];
  const FieldPlan& value = field.message->fields[1];
  const bool is_message = value.kind == plan::Kind::kMessage;
  const int key_slot = map + 1;
  const int value_slot = map + 2;
  bool has_key = false;
  bool has_value = false;
  bool undeclared = false;
  lua_settop(lua_, value_slot);
  Scope child;
  while (p < end) {
    uint32_t tag = 0;
    p = ReadTag(p, end, &tag);
    if (p == nullptr) return Entry::kBad;
    if (tag == key.element_tag()) {
      p = PushKey(key, p, end);
      if (p == nullptr) return Entry::kBad;
      lua_replace(lua_, key_slot);
      has_key = true;
    } else if (tag == value.element_tag() && is_message) {
      if (depth + 1 > wire::kMaxDepth) return Entry::kBad;
      if (!has_value) {
        CheckStack(depth + 1);
        lua_createtable(lua_, 0, static_cast<int>(value.message->size_hint));
        lua_replace(lua_, value_slot);
        Begin(&child, *value.message, value_slot);
      }
      has_value = true;
      p = MessageBody(&child, value, p, end, depth + 1);
      if (p == nullptr) return Entry::kBad;
    } else if (tag == value.element_tag()) {
      p = PushMapValue(value, p, end, &undeclared);
      if (p == nullptr) return Entry::kBad;
      has_value = true;
      if (!undeclared) lua_replace(lua_, value_slot);
    } else {
      p = Skip(p, end, tag, depth);
      if (p == nullptr) return Entry::kBad;
    }
  }
  if (undeclared) {
    lua_settop(lua_, map);
    return Entry::kUnknown;
  }
  if (has_value && is_message) Finish(&child);
  if (!has_key) {
    PushDefault(key, true);
    lua_replace(lua_, key_slot);
  }
  if (!has_value) {
    PushDefault(value, false);
    lua_replace(lua_, value_slot);
  }
  lua_rawset(lua_, map);
  return Entry::kPut;
}

}  // namespace pbb::luacodec
