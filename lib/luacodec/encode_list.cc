// The encoder's lists and maps.
#include <algorithm>
#include <new>

#include "luacodec/encode_error.h"
#include "luacodec/encoder.h"
#include "wire/utf8.h"

namespace pbb::luacodec {

using plan::Kind;

namespace {

constexpr int kBatch = 8;               // list elements dropped from the stack at a time
constexpr TagBytes kNoTag = {0, 0, 0};  // of elements in a packed run

// An entry waiting for its turn in deterministic output.
struct SortedKey {
  MapKey key;
  int order;  // place in the table that keeps the Lua keys alive
};

}  // namespace

// An element that is not there raw is looked up once more as `list[i]` would be: proxies answer through __index.
Encoder::Value Encoder::PushElement(const Frame& frame, int list, int index) {
  lua_rawgeti(lua_, list, index);
  int type = lua_type(lua_, -1);
  if (type == LUA_TNIL) {
    lua_pop(lua_, 1);
    lua_pushinteger(lua_, index);
    lua_gettable(lua_, list);
    type = lua_type(lua_, -1);
    if (type == LUA_TNIL) ErrorAt(lua_, state_, keys_, frame).Add("hole in list").Raise();
  }
  return {list + 1, type};
}

void Encoder::List(Frame* frame, const FieldPlan& field, Value list, int depth) {
  if (list.type != LUA_TTABLE) BadType(*frame, "table");
  const auto length = static_cast<int>(lua_objlen(lua_, list.at));
  if (field.shape != Shape::kList) {
    for (int i = 1; i <= length; ++i) {
      frame->index = i;
      SubMessage(frame, field, PushElement(*frame, list.at, i), depth);
      lua_settop(lua_, list.at);
    }
  } else if (field.packed) {
    if (length > 0) PackedList(frame, field, list.at, length);
  } else {
    for (int i = 1; i <= length; ++i) {
      frame->index = i;
      const Value element = PushElement(*frame, list.at, i);
      Scalar(*frame, field, field.tag, Zero::kWrite, element.type);
      if (i % kBatch == 0) lua_settop(lua_, list.at);
    }
    lua_settop(lua_, list.at);
  }
  frame->index = 0;
  CheckList(frame, list.at, length);
}

void Encoder::PackedList(Frame* frame, const FieldPlan& field, int list, int length) {
  const Hole hole = OpenLength(field);
  for (int i = 1; i <= length; ++i) {
    frame->index = i;
    const Value element = PushElement(*frame, list, i);
    Scalar(*frame, field, kNoTag, Zero::kWrite, element.type);
    if (i % kBatch == 0) lua_settop(lua_, list);
  }
  lua_settop(lua_, list);
  CloseLength(field, hole);
}

void Encoder::CheckList(Frame* frame, int list, int length) {
  if (state_->list_probe.IsList(lua_, list, length)) return;
  lua_pushinteger(lua_, 0);
  lua_pushvalue(lua_, -1);
  lua_gettable(lua_, list);
  frame->key = list + 1;
  if (!lua_isnil(lua_, -1)) ErrorAt(lua_, state_, keys_, *frame).Add("not a list index").Raise();
  lua_settop(lua_, list);
  lua_pushnil(lua_);
  while (lua_next(lua_, list) != 0) {
    lua_pop(lua_, 1);
    const double key = lua_type(lua_, -1) == LUA_TNUMBER ? lua_tonumber(lua_, -1) : 0;
    const bool inside = key >= 1 && key <= length && key == static_cast<int>(key);
    if (!inside) ErrorAt(lua_, state_, keys_, *frame).Add("not a list index").Raise();
  }
  frame->key = 0;
}

void Encoder::Map(Frame* frame, const FieldPlan& field, Value map, int depth) {
  if (map.type != LUA_TTABLE) BadType(*frame, "table");
  int seen = 0;
  if (MayRepeatKeys(field.message->fields[0], map.at)) {
    lua_createtable(lua_, 0, 0);
    seen = map.at + 1;
  }
  if (!deterministic_ || !SortedMap(frame, field, map.at, seen, depth + 1)) {
    const int key = (seen != 0 ? seen : map.at) + 1;
    lua_pushnil(lua_);
    while (lua_next(lua_, map.at) != 0) {
      MapEntry(frame, field, key, seen, depth + 1);
      lua_settop(lua_, key);
    }
  }
  frame->key = 0;
}

// Only 64-bit keys have several forms; numbers alone never repeat.
bool Encoder::MayRepeatKeys(const FieldPlan& key_field, int map) {
  if (!plan::Is64Bit(key_field.kind)) return false;
  lua_pushnil(lua_);
  while (lua_next(lua_, map) != 0) {
    lua_pop(lua_, 1);
    if (lua_type(lua_, -1) != LUA_TNUMBER) {
      lua_pop(lua_, 1);
      return true;
    }
  }
  return false;
}

// Writes the entries in key order. Returns false, with nothing done, when a key is none that the kind takes.
bool Encoder::SortedMap(Frame* frame, const FieldPlan& field, int map, int seen, int depth) {
  const Kind kind = field.message->fields[0].kind;
  const int top = seen != 0 ? seen : map;
  int count = 0;
  for (lua_pushnil(lua_); lua_next(lua_, map) != 0; lua_pop(lua_, 1)) ++count;
  // Both belong to the collector, so a Lua error leaks nothing.
  lua_createtable(lua_, count, 0);
  const int key_list = top + 1;
  auto* const entries = static_cast<SortedKey*>(lua_newuserdata(lua_, static_cast<size_t>(count) * sizeof(SortedKey)));
  int filled = 0;
  lua_pushnil(lua_);
  while (filled < count && lua_next(lua_, map) != 0) {
    lua_pop(lua_, 1);
    const MapKey key = ReadMapKey(lua_, state_->int64, kind, -1);
    if (key.error != MapKey::Error::kNone) {
      lua_settop(lua_, top);
      return false;
    }
    new (&entries[filled]) SortedKey{key, filled + 1};
    lua_pushvalue(lua_, -1);
    lua_rawseti(lua_, key_list, ++filled);
  }
  lua_settop(lua_, key_list + 1);
  std::sort(entries, entries + filled,
            [kind](const SortedKey& a, const SortedKey& b) { return MapKeyLess(kind, a.key, b.key); });
  const int key = key_list + 2;
  for (int i = 0; i < filled; ++i) {
    lua_rawgeti(lua_, key_list, entries[i].order);
    lua_pushvalue(lua_, key);
    lua_rawget(lua_, map);
    MapEntry(frame, field, key, seen, depth);
    lua_settop(lua_, key_list + 1);
  }
  return true;
}

// `depth` is the level of the entry; its key lies at `key`, its value above.
void Encoder::MapEntry(Frame* frame, const FieldPlan& field, int key, int seen, int depth) {
  const FieldPlan& key_field = field.message->fields[0];
  const FieldPlan& value_field = field.message->fields[1];
  frame->key = 0;
  CheckDepth(*frame, depth);
  frame->key = key;
  const MapKey checked = CheckKey(*frame, key_field, seen);
  const Hole hole = OpenLength(field);
  PutKey(key_field, checked);
  const int type = lua_type(lua_, -1);
  if (value_field.kind == Kind::kMessage) {
    SubMessage(frame, value_field, {key + 1, type}, depth);
  } else {
    Scalar(*frame, value_field, value_field.tag, Zero::kWrite, type);
  }
  CloseLength(field, hole);
}

MapKey Encoder::CheckKey(const Frame& frame, const FieldPlan& key_field, int seen) {
  const MapKey key = ReadMapKey(lua_, state_->int64, key_field.kind, frame.key);
  if (key.error != MapKey::Error::kNone) {
    ErrorText text = ErrorAt(lua_, state_, keys_, frame);
    if (key.error == MapKey::Error::kRange) {
      text.Add("key ").AddValue(frame.key).Add(" is out of range for ").Add(plan::KindName(key_field.kind)).Raise();
    }
    text.Add(MapKeyClass(key_field.kind)).Add(" key expected, got ");
    if (key.error == MapKey::Error::kType) text.AddTypeOf(frame.key).Raise();
    text.AddValue(frame.key).Raise();
  }
  if (seen != 0) {
    lua_pushlstring(lua_, reinterpret_cast<const char*>(&key.bits), sizeof key.bits);
    lua_pushvalue(lua_, -1);
    lua_rawget(lua_, seen);
    if (!lua_isnil(lua_, -1)) ErrorAt(lua_, state_, keys_, frame).Add("duplicate map key").Raise();
    lua_pop(lua_, 1);
    lua_pushboolean(lua_, 1);
    lua_rawset(lua_, seen);
  }
  if (key_field.utf8 && validate_utf8_ && !wire::IsValidUtf8(reinterpret_cast<const uint8_t*>(key.text), key.size)) {
    ErrorAt(lua_, state_, keys_, frame).Add("invalid UTF-8").Raise();
  }
  return key;
}

void Encoder::PutKey(const FieldPlan& key_field, const MapKey& key) {
  const TagBytes& tag = key_field.tag;
  switch (key_field.kind) {
    case Kind::kString:
      PutString(tag, key.text, key.size);
      return;
    case Kind::kSint32:
      PutVarint(tag, wire::ZigZagEncode32(static_cast<int32_t>(key.bits)));
      return;
    case Kind::kSint64:
      PutVarint(tag, wire::ZigZagEncode64(static_cast<int64_t>(key.bits)));
      return;
    case Kind::kFixed32:
    case Kind::kSfixed32:
      PutFixed(tag, static_cast<uint32_t>(key.bits));
      return;
    case Kind::kFixed64:
    case Kind::kSfixed64:
      PutFixed(tag, key.bits);
      return;
    default:
      PutVarint(tag, key.bits);
  }
}

}  // namespace pbb::luacodec
