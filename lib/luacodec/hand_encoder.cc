#include "luacodec/hand_encoder.h"

#include <cmath>
#include <limits>

#include "luacodec/encode_error.h"
#include "wire/utf8.h"

namespace pbb::luacodec {
namespace {

constexpr int kBatch = 8;                  // list elements dropped from the stack at a time
constexpr TagBytes kNoTag = {0, 0, 0};     // of elements in a packed run
constexpr uint32_t kExtCountTag = 0x06a0;  // bytes a0 06
constexpr uint32_t kExtLabelTag = 0x06aa;  // bytes aa 06
constexpr uint8_t kEndStats = 0x3c;

uint64_t Bits(int32_t value) { return static_cast<uint64_t>(static_cast<int64_t>(value)); }

}  // namespace

void HandEncoder::Run(int table) {
  Begin();
  const int top = lua_gettop(lua_);
  switch (root_.hand) {
    case HandType::kPerson:
      Person(root_, table, top, nullptr, 0);
      break;
    case HandType::kAddress:
      Address(root_, table, top, nullptr, 0);
      break;
    case HandType::kBenchPayload:
      BenchPayload(root_, table, top, nullptr, 0);
      break;
    case HandType::kInner:
      Inner(root_, table, top, nullptr, 0);
      break;
    case HandType::kStats:
      Stats(root_, table, top, nullptr, 0);
      break;
    case HandType::kNone:
      break;  // refused by the caller
  }
  PushResult();
}

// Where a walk does not do (Encoder::Walk), each field by ordinary indexing, to the same effect.
void HandEncoder::Find(const MessagePlan& plan, int table, int top, Found* found) {
  if (Walk(plan, table, top, found)) return;
  *found = Found();
  found->base = top;
  for (const FieldPlan* field = plan.begin(); field != plan.end() && !field->extension; ++field) {
    lua_rawgeti(lua_, keys_, field->key);
    lua_gettable(lua_, table);
    if (lua_isnil(lua_, -1)) {
      lua_pop(lua_, 1);
      continue;
    }
    found->place[field->index] = static_cast<uint8_t>(++found->kept);
    found->present |= field->bit();
  }
  for (const int key : {kExtensionsKey, kUnknownKey}) {
    lua_rawgeti(lua_, keys_, key);
    lua_gettable(lua_, table);
    (key == kExtensionsKey ? found->extensions : found->unknown) = top + ++found->kept;
  }
}

void HandEncoder::Finish(const Frame& frame, const Found& found, int top) {
  if (found.unknown != 0) {
    lua_pushvalue(lua_, found.unknown);
    UnknownFields(frame);
  }
  lua_settop(lua_, top);
}

void HandEncoder::Person(const MessagePlan& plan, int table, int top, const Frame* up, int depth) {
  using namespace person;  // NOLINT: the field names
  Frame frame{up, &plan, table, nullptr, 0, 0};
  Found found;
  Find(plan, table, top, &found);
  const FieldPlan* const f = plan.begin();
  const int floor = found.floor();
  if (const int at = found.at(kName)) Text<Zero::kSkip, true>(&frame, f[kName], 0x0a, at);
  if (const int at = found.at(kAge)) Int32<Zero::kSkip>(&frame, f[kAge], 0x10, at);
  if (const int at = found.at(kEmails)) Texts<true>(&frame, f[kEmails], 0x1a, at, floor, depth);
  if (const int at = found.at(kStatus)) Int32<Zero::kSkip>(&frame, f[kStatus], 0x20, at);
  if (const int at = found.at(person::kAddress)) {
    Sub<&HandEncoder::Address>(&frame, f[person::kAddress], at, floor, depth);
  }
  if (const int at = found.at(kFriends)) Messages<&HandEncoder::Person>(&frame, f[kFriends], at, floor, depth);
  if (const int at = found.at(kLuckyNumbers)) PackedInts(&frame, f[kLuckyNumbers], at, floor, depth);
  if (const int at = found.at(kAvatar)) Text<Zero::kSkip, false>(&frame, f[kAvatar], 0x42, at);
  if (const int at = found.at(kUserId)) Fixed64(&frame, f[kUserId], 0x49, at);
  if (const int at = found.at(kBalance)) Sint32(&frame, f[kBalance], 0x50, at);
  if (const int at = found.at(kWeightKg)) Double(&frame, f[kWeightKg], 0x59, at);
  if (const int at = found.at(kAgesByNickname)) {
    Pairs<&HandEncoder::AgeEntry>(&frame, f[kAgesByNickname], at, floor, depth);
  }
  if (const int at = found.at(kNicknameByAge)) {
    Pairs<&HandEncoder::NicknameEntry>(&frame, f[kNicknameByAge], at, floor, depth);
  }
  if (const int at = found.at(kAddressesByLabel)) {
    Pairs<&HandEncoder::AddressEntry>(&frame, f[kAddressesByLabel], at, floor, depth);
  }
  Finish(frame, found, top);
}

void HandEncoder::Address(const MessagePlan& plan, int table, int top, const Frame* up, int) {
  using namespace address;  // NOLINT: the field names
  Frame frame{up, &plan, table, nullptr, 0, 0};
  Found found;
  Find(plan, table, top, &found);
  const FieldPlan* const f = plan.begin();
  if (const int at = found.at(kStreet)) Text<Zero::kSkip, true>(&frame, f[kStreet], 0x0a, at);
  if (const int at = found.at(kCity)) Text<Zero::kSkip, true>(&frame, f[kCity], 0x12, at);
  if (const int at = found.at(kZip)) Int32<Zero::kSkip>(&frame, f[kZip], 0x18, at);
  if (const int at = found.at(kApartment)) Text<Zero::kWrite, true>(&frame, f[kApartment], 0x22, at);
  Finish(frame, found, top);
}

void HandEncoder::BenchPayload(const MessagePlan& plan, int table, int top, const Frame* up, int depth) {
  using namespace bench;  // NOLINT: the field names
  Frame frame{up, &plan, table, nullptr, 0, 0};
  Found found;
  Find(plan, table, top, &found);
  const FieldPlan* const f = plan.begin();
  const int floor = found.floor();
  int extensions = 0;
  if (found.extensions != 0) {
    lua_pushvalue(lua_, found.extensions);
    extensions = CheckExtensions(frame, found.extensions);
    lua_pop(lua_, 1);
  }
  if (const int at = found.at(kId)) {
    Int32<Zero::kWrite>(&frame, f[kId], 0x08, at);
  } else {
    MissingField(&frame, f[kId]);
  }
  if (const int at = found.at(kName)) Text<Zero::kWrite, false>(&frame, f[kName], 0x12, at);
  if (const int at = found.at(kRetries)) Int32<Zero::kWrite>(&frame, f[kRetries], 0x18, at);
  if (const int at = found.at(kLuckyNumbers)) PackedInts(&frame, f[kLuckyNumbers], at, floor, depth);
  if (const int at = found.at(kTags)) Texts<false>(&frame, f[kTags], 0x2a, at, floor, depth);
  if (const int at = found.at(bench::kInner)) {
    Sub<&HandEncoder::Inner>(&frame, f[bench::kInner], at, floor, depth);
  }
  if (const int at = found.at(bench::kStats)) {
    Sub<&HandEncoder::Stats>(&frame, f[bench::kStats], at, floor, depth);
  }
  if (extensions != 0) {
    lua_rawgeti(lua_, keys_, f[kExtCount].key);
    lua_gettable(lua_, extensions);
    if (!lua_isnil(lua_, -1)) Int32<Zero::kWrite>(&frame, f[kExtCount], kExtCountTag, floor + 1);
    lua_rawgeti(lua_, keys_, f[kExtLabel].key);
    lua_gettable(lua_, extensions);
    if (!lua_isnil(lua_, -1)) Text<Zero::kWrite, false>(&frame, f[kExtLabel], kExtLabelTag, floor + 2);
    lua_settop(lua_, floor);
  }
  Finish(frame, found, top);
}

void HandEncoder::Inner(const MessagePlan& plan, int table, int top, const Frame* up, int) {
  using namespace inner;  // NOLINT: the field names
  Frame frame{up, &plan, table, nullptr, 0, 0};
  Found found;
  Find(plan, table, top, &found);
  const FieldPlan* const f = plan.begin();
  if (const int at = found.at(kKey)) {
    Text<Zero::kWrite, false>(&frame, f[kKey], 0x0a, at);
  } else {
    MissingField(&frame, f[kKey]);
  }
  if (const int at = found.at(kWeight)) Int32<Zero::kWrite>(&frame, f[kWeight], 0x10, at);
  Finish(frame, found, top);
}

void HandEncoder::Stats(const MessagePlan& plan, int table, int top, const Frame* up, int) {
  using namespace stats;  // NOLINT: the field names
  Frame frame{up, &plan, table, nullptr, 0, 0};
  Found found;
  Find(plan, table, top, &found);
  const FieldPlan* const f = plan.begin();
  if (const int at = found.at(kLatencyNs)) Int32<Zero::kWrite>(&frame, f[kLatencyNs], 0x40, at);
  if (const int at = found.at(kAttempts)) Int32<Zero::kWrite>(&frame, f[kAttempts], 0x48, at);
  Finish(frame, found, top);
}

// What is no plain case: the plan's code writes it (an enum's name, 64-bit cdata) or raises its error.
__attribute__((noinline)) void HandEncoder::Odd(Frame* frame, const FieldPlan& field, Zero zero, int at) {
  frame->field = &field;
  const int top = lua_gettop(lua_);
  lua_pushvalue(lua_, at);
  Scalar(*frame, field, field.tag, zero, lua_type(lua_, -1));
  lua_settop(lua_, top);
}

bool HandEncoder::IsText(int at, bool utf8, const char** text, size_t* size) const {
  if (lua_type(lua_, at) != LUA_TSTRING) return false;
  *text = lua_tolstring(lua_, at, size);
  return !utf8 || !validate_utf8_ || wire::IsValidUtf8(reinterpret_cast<const uint8_t*>(*text), *size);
}

bool HandEncoder::IsInt32(int at, int32_t* value) const {
  if (lua_type(lua_, at) != LUA_TNUMBER) return false;
  const double number = lua_tonumber(lua_, at);
  if (!(number >= -2147483648.0 && number < 2147483648.0)) return false;
  *value = static_cast<int32_t>(number);
  return *value == number;
}

template <Encoder::Zero kZero, bool kUtf8>
inline void HandEncoder::Text(Frame* frame, const FieldPlan& field, uint32_t tag, int at) {
  const char* text = nullptr;
  size_t size = 0;
  if (!IsText(at, kUtf8, &text, &size)) return Odd(frame, field, kZero, at);
  if (kZero == Zero::kSkip && size == 0) return;
  Room(size + 18);
  Tag(tag);
  p_ = wire::WriteVarint(p_, size);
  std::memcpy(p_, text, size);
  p_ += size;
}

template <Encoder::Zero kZero>
inline void HandEncoder::Int32(Frame* frame, const FieldPlan& field, uint32_t tag, int at) {
  int32_t value = 0;
  if (!IsInt32(at, &value)) return Odd(frame, field, kZero, at);
  if (kZero == Zero::kSkip && value == 0) return;
  Room(18);
  Tag(tag);
  p_ = wire::WriteVarint(p_, Bits(value));
}

inline void HandEncoder::Sint32(Frame* frame, const FieldPlan& field, uint8_t tag, int at) {
  int32_t value = 0;
  if (!IsInt32(at, &value)) return Odd(frame, field, Zero::kSkip, at);
  if (value == 0) return;
  Room(18);
  *p_++ = tag;
  p_ = wire::WriteVarint(p_, wire::ZigZagEncode32(value));
}

inline void HandEncoder::Fixed64(Frame* frame, const FieldPlan& field, uint8_t tag, int at) {
  uint64_t bits = 0;
  if (lua_type(lua_, at) != kTypeCdata || state_->int64.Read(lua_, at, &bits) != Int64Bridge::Kind::kUnsigned) {
    return Odd(frame, field, Zero::kSkip, at);
  }
  if (bits == 0) return;
  Room(16);
  *p_++ = tag;
  std::memcpy(p_, &bits, sizeof bits);
  p_ += sizeof bits;
}

inline void HandEncoder::Double(Frame* frame, const FieldPlan& field, uint8_t tag, int at) {
  if (lua_type(lua_, at) != LUA_TNUMBER) return Odd(frame, field, Zero::kSkip, at);
  const double number = lua_tonumber(lua_, at);
  const double value = std::isnan(number) ? std::numeric_limits<double>::quiet_NaN() : number;
  if (value == 0 && !std::signbit(value)) return;
  Room(16);
  *p_++ = tag;
  std::memcpy(p_, &value, sizeof value);
  p_ += sizeof value;
}

// An element that is no plain case, on top of the stack.
__attribute__((noinline)) void HandEncoder::OddElement(Frame* frame, const FieldPlan& field, const TagBytes& tag,
                                                       int list, int index) {
  frame->field = &field;
  frame->index = index;
  lua_pop(lua_, 1);
  const Value element = PushElement(*frame, list, index);
  Scalar(*frame, field, tag, Zero::kWrite, element.type);
  frame->index = 0;
}

template <bool kUtf8>
void HandEncoder::Texts(Frame* frame, const FieldPlan& field, uint8_t tag, int at, int floor, int depth) {
  frame->field = &field;
  lua_pushvalue(lua_, at);
  const int list = floor + 1;
  if (lua_type(lua_, list) != LUA_TTABLE) List(frame, field, {list, lua_type(lua_, list)}, depth);  // raises
  const auto length = static_cast<int>(lua_objlen(lua_, list));
  for (int i = 1; i <= length; ++i) {
    lua_rawgeti(lua_, list, i);
    const char* text = nullptr;
    size_t size = 0;
    if (IsText(-1, kUtf8, &text, &size)) {
      Room(size + 18);
      *p_++ = tag;
      p_ = wire::WriteVarint(p_, size);
      std::memcpy(p_, text, size);
      p_ += size;
    } else {
      OddElement(frame, field, field.tag, list, i);
    }
    if (i % kBatch == 0) lua_settop(lua_, list);
  }
  lua_settop(lua_, list);
  CheckList(frame, list, length);
  lua_settop(lua_, floor);
}

void HandEncoder::PackedInts(Frame* frame, const FieldPlan& field, int at, int floor, int depth) {
  frame->field = &field;
  lua_pushvalue(lua_, at);
  const int list = floor + 1;
  if (lua_type(lua_, list) != LUA_TTABLE) List(frame, field, {list, lua_type(lua_, list)}, depth);  // raises
  const auto length = static_cast<int>(lua_objlen(lua_, list));
  if (length > 0) {
    const Hole hole = OpenLength(field);
    for (int i = 1; i <= length; ++i) {
      lua_rawgeti(lua_, list, i);
      int32_t value = 0;
      if (IsInt32(-1, &value)) {
        Room(18);
        p_ = wire::WriteVarint(p_, Bits(value));
      } else {
        OddElement(frame, field, kNoTag, list, i);
      }
      if (i % kBatch == 0) lua_settop(lua_, list);
    }
    lua_settop(lua_, list);
    CloseLength(field, hole);
  }
  CheckList(frame, list, length);
  lua_settop(lua_, floor);
}

template <HandEncoder::Body kBody>
void HandEncoder::Messages(Frame* frame, const FieldPlan& field, int at, int floor, int depth) {
  frame->field = &field;
  lua_pushvalue(lua_, at);
  const int list = floor + 1;
  if (lua_type(lua_, list) != LUA_TTABLE) List(frame, field, {list, lua_type(lua_, list)}, depth);  // raises
  const auto length = static_cast<int>(lua_objlen(lua_, list));
  for (int i = 1; i <= length; ++i) {
    frame->index = i;
    if (PushElement(*frame, list, i).type != LUA_TTABLE) BadType(*frame, "table");
    CheckDepth(*frame, depth + 1);
    const Hole hole = OpenLength(field);
    (this->*kBody)(*field.message, list + 1, list + 1, frame, depth + 1);
    CloseLength(field, hole);
    lua_settop(lua_, list);
  }
  frame->index = 0;
  CheckList(frame, list, length);
  lua_settop(lua_, floor);
}

template <HandEncoder::Body kBody>
inline void HandEncoder::Sub(Frame* frame, const FieldPlan& field, int at, int floor, int depth) {
  frame->field = &field;
  if (lua_type(lua_, at) != LUA_TTABLE) {
    lua_pushvalue(lua_, at);
    BadType(*frame, "table");
  }
  CheckDepth(*frame, depth + 1);
  if (field.shape == Shape::kGroup) {
    Room(8);
    PutTag(field.tag);
    (this->*kBody)(*field.message, at, floor, frame, depth + 1);
    Room(8);
    *p_++ = kEndStats;
    return;
  }
  const Hole hole = OpenLength(field);
  (this->*kBody)(*field.message, at, floor, frame, depth + 1);
  CloseLength(field, hole);
}

// In key order, the plan's code writes them.
template <HandEncoder::Entry kEntry>
void HandEncoder::Pairs(Frame* frame, const FieldPlan& field, int at, int floor, int depth) {
  frame->field = &field;
  lua_pushvalue(lua_, at);
  const int map = floor + 1;
  const int type = lua_type(lua_, map);
  if (type != LUA_TTABLE || deterministic_) {
    Map(frame, field, {map, type}, depth);
    lua_settop(lua_, floor);
    return;
  }
  const int key = map + 1;
  lua_pushnil(lua_);
  while (lua_next(lua_, map) != 0) {
    CheckDepth(*frame, depth + 1);
    if (!(this->*kEntry)(frame, field, key, depth + 1)) {
      MapEntry(frame, field, key, 0, depth + 1);
      frame->key = 0;
    }
    lua_settop(lua_, key);
  }
  lua_settop(lua_, floor);
}

bool HandEncoder::AgeEntry(Frame*, const FieldPlan&, int key, int) {
  const char* text = nullptr;
  size_t size = 0;
  int32_t value = 0;
  if (!IsText(key, true, &text, &size) || !IsInt32(key + 1, &value)) return false;
  const uint64_t bits = Bits(value);
  Room(size + 32);
  *p_++ = 0x6a;
  p_ = wire::WriteVarint(
      p_, 2 + static_cast<size_t>(wire::VarintSize(size)) + size + static_cast<size_t>(wire::VarintSize(bits)));
  *p_++ = 0x0a;
  p_ = wire::WriteVarint(p_, size);
  std::memcpy(p_, text, size);
  p_ += size;
  *p_++ = 0x10;
  p_ = wire::WriteVarint(p_, bits);
  return true;
}

bool HandEncoder::NicknameEntry(Frame*, const FieldPlan&, int key, int) {
  const char* text = nullptr;
  size_t size = 0;
  int32_t value = 0;
  if (!IsInt32(key, &value) || !IsText(key + 1, true, &text, &size)) return false;
  const uint64_t bits = Bits(value);
  Room(size + 32);
  *p_++ = 0x72;
  p_ = wire::WriteVarint(
      p_, 2 + static_cast<size_t>(wire::VarintSize(bits)) + static_cast<size_t>(wire::VarintSize(size)) + size);
  *p_++ = 0x08;
  p_ = wire::WriteVarint(p_, bits);
  *p_++ = 0x12;
  p_ = wire::WriteVarint(p_, size);
  std::memcpy(p_, text, size);
  p_ += size;
  return true;
}

bool HandEncoder::AddressEntry(Frame* frame, const FieldPlan& field, int key, int depth) {
  const FieldPlan& value_field = field.message->fields[1];
  const char* text = nullptr;
  size_t size = 0;
  if (!IsText(key, true, &text, &size) || lua_type(lua_, key + 1) != LUA_TTABLE) return false;
  frame->key = key;
  CheckDepth(*frame, depth + 1);
  const Hole entry = OpenLength(field);
  Room(size + 18);
  *p_++ = 0x0a;
  p_ = wire::WriteVarint(p_, size);
  std::memcpy(p_, text, size);
  p_ += size;
  const Hole value = OpenLength(value_field);
  Address(*value_field.message, key + 1, key + 1, frame, depth + 1);
  CloseLength(value_field, value);
  CloseLength(field, entry);
  frame->key = 0;
  return true;
}

}  // namespace pbb::luacodec
