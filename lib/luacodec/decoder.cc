// The decoder's messages and singular fields.
#include "luacodec/decoder.h"

#include <algorithm>
#include <new>

#include "luacodec/decode_value.h"

namespace pbb::luacodec {

using wire::WireType;

namespace {

// A level needs fewer slots than kSlotsPerLevel (key, list, batch of 64-bit values...); asked for every kLevels levels.
constexpr int kSlotsPerLevel = 20;
constexpr int kLevels = 4;

// The unknown records of a message that came in pieces with others between. A userdata, its bytes behind this. Joined
// once, at the end: to put a longer string into the table each time would be quadratic.
struct Pending {
  size_t size;
  size_t capacity;

  uint8_t* bytes() { return reinterpret_cast<uint8_t*>(this + 1); }
};

}  // namespace

Decoder::Decoder(lua_State* lua, State* state, int keys)
    : lua_(lua),
      state_(state),
      keys_(keys),
      validate_utf8_(state->options.validate_utf8),
      int64_as_number_(state->options.int64_as_number),
      unknown_(&state->unknown) {}

bool Decoder::Run(const MessagePlan& root, const uint8_t* begin, const uint8_t* end) {
  Scope scope;
  Open(root, &scope);
  if (Fields(&scope, begin, end, 0, 0) == nullptr) return false;
  Close(&scope);
  return true;
}

void Decoder::Open(const MessagePlan& root, Scope* scope) {
  luaL_checkstack(lua_, kLevels * kSlotsPerLevel, nullptr);
  lua_pushnil(lua_);
  pending_ = lua_gettop(lua_);
  lua_createtable(lua_, 0, static_cast<int>(root.size_hint));
  Begin(scope, root, pending_ + 1);
}

void Decoder::Close(Scope* scope) {
  Finish(scope);
  if (!lua_isnil(lua_, pending_)) JoinPending();
}

void Decoder::CheckStack(int depth) {
  if (depth % kLevels == 0) luaL_checkstack(lua_, kLevels * kSlotsPerLevel, nullptr);
}

void Decoder::Begin(Scope* scope, const MessagePlan& plan, int table) {
  scope->plan = &plan;
  scope->table = table;
  scope->extensions = 0;
  scope->fresh = true;
  scope->fresh_extensions = true;
  scope->seen = 0;
  scope->unknown_from = unknown_size_;
  scope->count = 0;
}

// Leaves the message's table on top.
void Decoder::Finish(Scope* scope) {
  const MessagePlan& plan = *scope->plan;
  if ((plan.required_bits & ~scope->seen) != 0 || plan.required_wide) required_may_miss_ = true;
  if (scope->extensions != 0) {
    // Attached only now: an undeclared enum number may have left it empty.
    lua_pushnil(lua_);
    if (scope->fresh_extensions && lua_next(lua_, scope->extensions) != 0) {
      lua_pop(lua_, 2);
      lua_rawgeti(lua_, keys_, kExtensionsKey);
      lua_pushvalue(lua_, scope->extensions);
      lua_rawset(lua_, scope->table);
      ++scope->count;
    }
    lua_settop(lua_, scope->table);
  }
  if (unknown_size_ > scope->unknown_from) {
    PutUnknown(scope);
    unknown_size_ = scope->unknown_from;
    ++scope->count;
  }
  if (scope->fresh) plan.NoteSize(std::min(scope->count, plan.field_count + 2));
}

void Decoder::PutUnknown(Scope* scope) {
  const uint8_t* const from = unknown_.get()->data() + scope->unknown_from;
  const size_t size = unknown_size_ - scope->unknown_from;
  lua_rawgeti(lua_, keys_, kUnknownKey);
  if (!scope->fresh) {
    lua_pushvalue(lua_, -1);
    lua_rawget(lua_, scope->table);
    if (lua_type(lua_, -1) == LUA_TSTRING) {
      AppendPending(scope->table, from, size);
      lua_settop(lua_, scope->table);
      return;
    }
    lua_pop(lua_, 1);
  }
  lua_pushlstring(lua_, reinterpret_cast<const char*>(from), size);
  lua_rawset(lua_, scope->table);
}

void Decoder::AppendPending(int table, const uint8_t* from, size_t size) {
  if (lua_isnil(lua_, pending_)) {
    lua_createtable(lua_, 0, 1);
    lua_replace(lua_, pending_);
  }
  size_t old_size = 0;
  auto* old_bytes = reinterpret_cast<const uint8_t*>(lua_tolstring(lua_, -1, &old_size));
  lua_pushvalue(lua_, table);
  lua_rawget(lua_, pending_);
  auto* pending = static_cast<Pending*>(lua_touserdata(lua_, -1));
  if (pending != nullptr) {
    old_size = pending->size;
    old_bytes = pending->bytes();
  }
  if (pending == nullptr || pending->capacity - old_size < size) {
    const size_t capacity = 2 * (old_size + size);
    lua_pushvalue(lua_, table);
    pending = new (lua_newuserdata(lua_, sizeof(Pending) + capacity)) Pending{old_size, capacity};
    std::memcpy(pending->bytes(), old_bytes, old_size);
    lua_rawset(lua_, pending_);
  }
  std::memcpy(pending->bytes() + pending->size, from, size);
  pending->size += size;
}

void Decoder::JoinPending() {
  lua_pushnil(lua_);
  while (lua_next(lua_, pending_) != 0) {
    auto* const pending = static_cast<Pending*>(lua_touserdata(lua_, -1));
    lua_rawgeti(lua_, keys_, kUnknownKey);
    lua_pushlstring(lua_, reinterpret_cast<const char*>(pending->bytes()), pending->size);
    lua_rawset(lua_, -4);
    lua_pop(lua_, 1);
  }
}

void Decoder::Note(Scope* scope, const FieldPlan& field) {
  const uint64_t bit = field.bit();
  scope->count += (scope->seen & bit) == 0 ? 1 : 0;
  scope->seen |= bit;
}

int Decoder::ExtensionTable(Scope* scope) {
  if (scope->extensions != 0) return scope->extensions;
  if (!scope->fresh) {
    lua_rawgeti(lua_, keys_, kExtensionsKey);
    lua_rawget(lua_, scope->table);
    scope->fresh_extensions = lua_isnil(lua_, -1);
    if (scope->fresh_extensions) lua_pop(lua_, 1);
  }
  if (scope->fresh_extensions) lua_createtable(lua_, 0, 1);
  scope->extensions = scope->table + 1;
  return scope->extensions;
}

// The last record's member stays, the others go.
void Decoder::TakeOneof(Scope* scope, const FieldPlan& field) {
  const OneofPlan& oneof = scope->plan->oneofs[field.oneof];
  if ((scope->seen & oneof.bits & ~field.bit()) == 0 && !oneof.wide) return;
  for (const uint16_t index : oneof.members) {
    const FieldPlan& other = scope->plan->fields[index];
    if (index == field.index || !scope->MayHave(other)) continue;
    scope->seen &= ~other.bit();
    // Looked for first: writing nil to a key that is not there would make a place for it.
    lua_rawgeti(lua_, keys_, other.key);
    lua_rawget(lua_, scope->table);
    const bool present = !lua_isnil(lua_, -1);
    lua_pop(lua_, 1);
    if (!present) continue;
    lua_rawgeti(lua_, keys_, other.key);
    lua_pushnil(lua_);
    lua_rawset(lua_, scope->table);
  }
}

bool Decoder::OpenTable(Scope* scope, const FieldPlan& field, int target, int list_slots, int hash_slots) {
  if (scope->MayHave(field)) {
    lua_pushvalue(lua_, -1);
    lua_rawget(lua_, target);
    if (lua_istable(lua_, -1)) return true;
    lua_pop(lua_, 1);
  }
  lua_createtable(lua_, list_slots, hash_slots);
  return false;
}

const uint8_t* Decoder::Fields(Scope* scope, const uint8_t* p, const uint8_t* end, uint32_t end_tag, int depth) {
  const MessagePlan& plan = *scope->plan;
  // Canonical encoders write fields in number order, so the field after the last one is tried before anything is looked
  // up.
  const FieldPlan* predicted = plan.begin();
  while (p < end) {
    const uint8_t* const record = p;
    const FieldPlan* field = predicted;
    uint32_t tag = 0;
    if (end - p >= 8 && (Load<uint64_t>(p) & field->tag.mask) == field->tag.word) {
      p += field->tag.size;
      tag = wire::MakeTag(field->number, field->packed ? WireType::kLen : field->wire_type);
    } else {
      p = ReadTag(p, end, &tag);
      if (p == nullptr) return nullptr;
      if (static_cast<WireType>(tag & 7) == WireType::kEndGroup) return tag == end_tag ? p : nullptr;
      field = plan.Find(tag >> 3);
    }
    const auto type = static_cast<WireType>(tag & 7);
    const bool packed = field != nullptr && type != field->wire_type && type == WireType::kLen && field->packable;
    if (field == nullptr || (type != field->wire_type && !packed)) {
      p = Skip(p, end, tag, depth);
      if (p == nullptr) return nullptr;
      AppendUnknown(record, p);
      continue;
    }
    predicted = field + 1;
    const int target = field->extension ? ExtensionTable(scope) : scope->table;
    switch (field->shape) {
      case Shape::kScalar:
        p = Scalar(scope, *field, target, p, end);
        break;
      case Shape::kMessage:
      case Shape::kGroup:
        p = Message(scope, *field, target, p, end, depth + 1);
        break;
      case Shape::kList:
        p = packed ? Packed(scope, *field, target, p, end) : List(scope, *field, target, p, end);
        break;
      case Shape::kMessageList:
      case Shape::kGroupList:
        p = MessageList(scope, *field, target, p, end, depth + 1);
        break;
      case Shape::kMap:
        p = Map(scope, *field, target, record, p, end, depth + 1);
        break;
    }
    if (p == nullptr) return nullptr;
  }
  return end_tag == 0 ? p : nullptr;
}

inline const uint8_t* Decoder::Scalar(Scope* scope, const FieldPlan& field, int target, const uint8_t* p,
                                      const uint8_t* end) {
  if (field.closed_enum) {
    uint64_t bits = 0;
    const uint8_t* const after = ReadVarint(p, end, &bits);
    if (after == nullptr) return nullptr;
    if (!field.enumeration->Has(static_cast<int32_t>(bits))) {
      AppendUnknownEnum(field, static_cast<int32_t>(bits));
      return after;
    }
  }
  if (field.oneof != plan::kNone) TakeOneof(scope, field);
  Note(scope, field);
  lua_rawgeti(lua_, keys_, field.key);
  p = PushValue(field, p, end);
  if (p == nullptr) return nullptr;
  lua_rawset(lua_, target);
  return p;
}

const uint8_t* Decoder::Message(Scope* scope, const FieldPlan& field, int target, const uint8_t* p, const uint8_t* end,
                                int depth) {
  if (depth > wire::kMaxDepth) return nullptr;
  CheckStack(depth);
  if (field.oneof != plan::kNone) TakeOneof(scope, field);
  const int top = scope->top();
  lua_rawgeti(lua_, keys_, field.key);
  const bool existing = OpenTable(scope, field, target, 0, static_cast<int>(field.message->size_hint));
  Note(scope, field);
  Scope child;
  Begin(&child, *field.message, top + 2);
  if (existing) {
    child.fresh = false;
    child.seen = ~uint64_t{0};
  }
  // Records of one message in a row are read into one scope, so that merging many stays linear.
  for (;;) {
    p = MessageBody(&child, field, p, end, depth);
    if (p == nullptr) return nullptr;
    if (!Matches(field.tag, p, end)) break;
    p += field.tag.size;
  }
  Finish(&child);
  if (existing) {
    lua_settop(lua_, top);
  } else {
    lua_rawset(lua_, target);
  }
  return p;
}

void Decoder::AppendUnknown(const uint8_t* from, const uint8_t* to) {
  const auto size = static_cast<size_t>(to - from);
  Buffer* const buffer = unknown_.get();
  if (buffer == nullptr || !buffer->Reserve(unknown_size_ + size)) RaiseNoMemory(lua_);
  std::memcpy(buffer->data() + unknown_size_, from, size);
  unknown_size_ += size;
}

void Decoder::AppendUnknownEnum(const FieldPlan& field, int32_t number) {
  uint8_t record[16];
  uint8_t* p = wire::WriteVarint(record, wire::MakeTag(field.number, WireType::kVarint));
  p = wire::WriteVarint(p, static_cast<uint64_t>(static_cast<int64_t>(number)));
  AppendUnknown(record, p);
}

}  // namespace pbb::luacodec
