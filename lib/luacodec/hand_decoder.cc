#include "luacodec/hand_decoder.h"

#include "luacodec/decode_value.h"

namespace pbb::luacodec {

using wire::WireType;

namespace {

constexpr uint32_t kEndStats = 0x3c;

bool At(uint8_t tag, const uint8_t* p, const uint8_t* end) { return p < end && *p == tag; }
bool At(uint8_t first, uint8_t second, const uint8_t* p, const uint8_t* end) {
  return end - p >= 2 && p[0] == first && p[1] == second;
}

// Records in a row, the first one's one-byte tag being read.
int CountTexts(uint8_t tag, const uint8_t* p, const uint8_t* end) {
  for (int count = 0;; ++count) {
    size_t length = 0;
    p = ReadLength(p, end, &length);
    if (p == nullptr) return count;
    p += length;
    if (!At(tag, p, end)) return count + 1;
    ++p;
  }
}

int CountVarints(const uint8_t* p, const uint8_t* end) {
  int count = 0;
  for (; p < end; ++p) count += *p < 0x80 ? 1 : 0;
  return count;
}

}  // namespace

bool HandDecoder::Run(const MessagePlan& root, const uint8_t* begin, const uint8_t* end) {
  Scope scope;
  Open(root, &scope);
  const uint8_t* p = nullptr;
  switch (root.hand) {
    case HandType::kPerson:
      p = Person(&scope, begin, end, 0);
      break;
    case HandType::kAddress:
      p = Address(&scope, begin, end, 0);
      break;
    case HandType::kBenchPayload:
      p = BenchPayload(&scope, begin, end, 0);
      break;
    case HandType::kInner:
      p = Inner(&scope, begin, end, 0);
      break;
    case HandType::kStats:
      p = StatsUntil(&scope, begin, end, 0, 0);
      break;
    case HandType::kNone:
      break;  // refused by the caller
  }
  if (p == nullptr) return false;
  Close(&scope);
  return true;
}

// Canonical encoders write fields in number order: one line of checks reads such a message whole. A record that is none
// of those expected from there on is read by its number, and the line begins anew.
const uint8_t* HandDecoder::Person(Scope* s, const uint8_t* p, const uint8_t* end, int depth) {
  using namespace person;  // NOLINT: the field names
  constexpr int kBase = kPersonKeys;
  for (;;) {
    if (At(0x0a, p, end) && (p = Text<kName, kBase + kName, true>(s, p + 1, end)) == nullptr) return nullptr;
    if (At(0x10, p, end) && (p = Int32<kAge, kBase + kAge>(s, p + 1, end)) == nullptr) return nullptr;
    if (At(0x1a, p, end) && (p = Texts<kEmails, kBase + kEmails, 0x1a, true>(s, p + 1, end)) == nullptr) return nullptr;
    if (At(0x20, p, end) && (p = Int32<kStatus, kBase + kStatus>(s, p + 1, end)) == nullptr) return nullptr;
    if (At(0x2a, p, end) && (p = Sub<kAddress, kBase + kAddress, 0x2a, &HandDecoder::WithLength<&HandDecoder::Address>>(
                                 s, p + 1, end, depth + 1)) == nullptr) {
      return nullptr;
    }
    if (At(0x32, p, end) && (p = Friends(s, p + 1, end, depth + 1)) == nullptr) return nullptr;
    if (At(0x3a, p, end) && (p = PackedInts<kLuckyNumbers, kBase + kLuckyNumbers>(s, p + 1, end)) == nullptr) {
      return nullptr;
    }
    if (At(0x42, p, end) && (p = Text<kAvatar, kBase + kAvatar, false>(s, p + 1, end)) == nullptr) return nullptr;
    if (At(0x49, p, end) && (p = Fixed64(s, p + 1, end)) == nullptr) return nullptr;
    if (At(0x50, p, end) && (p = Sint32(s, p + 1, end)) == nullptr) return nullptr;
    if (At(0x59, p, end) && (p = Double(s, p + 1, end)) == nullptr) return nullptr;
    if (At(0x6a, p, end) && (p = Pairs<kAgesByNickname, kBase + kAgesByNickname, 0x6a, &HandDecoder::AgeEntry>(
                                 s, p, p + 1, end, depth + 1)) == nullptr) {
      return nullptr;
    }
    if (At(0x72, p, end) && (p = Pairs<kNicknameByAge, kBase + kNicknameByAge, 0x72, &HandDecoder::NicknameEntry>(
                                 s, p, p + 1, end, depth + 1)) == nullptr) {
      return nullptr;
    }
    if (At(0x7a, p, end) && (p = Pairs<kAddressesByLabel, kBase + kAddressesByLabel, 0x7a, &HandDecoder::AddressEntry>(
                                 s, p, p + 1, end, depth + 1)) == nullptr) {
      return nullptr;
    }
    if (p >= end) return p;
    p = PersonRecord(s, p, end, depth);
    if (p == nullptr) return nullptr;
  }
}

// A record by its number; tags may be padded.
const uint8_t* HandDecoder::PersonRecord(Scope* s, const uint8_t* p, const uint8_t* end, int depth) {
  using namespace person;  // NOLINT: the field names
  constexpr int kBase = kPersonKeys;
  const uint8_t* const record = p;
  uint32_t tag = 0;
  p = ReadTag(p, end, &tag);
  if (p == nullptr) return nullptr;
  switch (tag) {
    case 0x0a:
      return Text<kName, kBase + kName, true>(s, p, end);
    case 0x10:
      return Int32<kAge, kBase + kAge>(s, p, end);
    case 0x1a:
      return Texts<kEmails, kBase + kEmails, 0x1a, true>(s, p, end);
    case 0x20:
      return Int32<kStatus, kBase + kStatus>(s, p, end);
    case 0x2a:
      return Sub<kAddress, kBase + kAddress, 0x2a, &HandDecoder::WithLength<&HandDecoder::Address>>(s, p, end,
                                                                                                    depth + 1);
    case 0x32:
      return Friends(s, p, end, depth + 1);
    case 0x38:
      return LooseInts<kLuckyNumbers>(s, p, end);
    case 0x3a:
      return PackedInts<kLuckyNumbers, kBase + kLuckyNumbers>(s, p, end);
    case 0x42:
      return Text<kAvatar, kBase + kAvatar, false>(s, p, end);
    case 0x49:
      return Fixed64(s, p, end);
    case 0x50:
      return Sint32(s, p, end);
    case 0x59:
      return Double(s, p, end);
    case 0x6a:
      return Pairs<kAgesByNickname, kBase + kAgesByNickname, 0x6a, &HandDecoder::AgeEntry>(s, record, p, end,
                                                                                           depth + 1);
    case 0x72:
      return Pairs<kNicknameByAge, kBase + kNicknameByAge, 0x72, &HandDecoder::NicknameEntry>(s, record, p, end,
                                                                                              depth + 1);
    case 0x7a:
      return Pairs<kAddressesByLabel, kBase + kAddressesByLabel, 0x7a, &HandDecoder::AddressEntry>(s, record, p, end,
                                                                                                   depth + 1);
    default:
      return Other(record, tag, p, end, depth);
  }
}

const uint8_t* HandDecoder::Address(Scope* s, const uint8_t* p, const uint8_t* end, int depth) {
  using namespace address;  // NOLINT: the field names
  constexpr int kBase = kAddressKeys;
  for (;;) {
    if (At(0x0a, p, end) && (p = Text<kStreet, kBase + kStreet, true>(s, p + 1, end)) == nullptr) return nullptr;
    if (At(0x12, p, end) && (p = Text<kCity, kBase + kCity, true>(s, p + 1, end)) == nullptr) return nullptr;
    if (At(0x18, p, end) && (p = Int32<kZip, kBase + kZip>(s, p + 1, end)) == nullptr) return nullptr;
    if (At(0x22, p, end) && (p = Text<kApartment, kBase + kApartment, true>(s, p + 1, end)) == nullptr) return nullptr;
    if (p >= end) return p;
    const uint8_t* const record = p;
    uint32_t tag = 0;
    p = ReadTag(p, end, &tag);
    if (p == nullptr) return nullptr;
    switch (tag) {
      case 0x0a:
        p = Text<kStreet, kBase + kStreet, true>(s, p, end);
        break;
      case 0x12:
        p = Text<kCity, kBase + kCity, true>(s, p, end);
        break;
      case 0x18:
        p = Int32<kZip, kBase + kZip>(s, p, end);
        break;
      case 0x22:
        p = Text<kApartment, kBase + kApartment, true>(s, p, end);
        break;
      default:
        p = Other(record, tag, p, end, depth);
    }
    if (p == nullptr) return nullptr;
  }
}

const uint8_t* HandDecoder::BenchPayload(Scope* s, const uint8_t* p, const uint8_t* end, int depth) {
  using namespace bench;  // NOLINT: the field names
  constexpr int kBase = kBenchKeys;
  for (;;) {
    if (At(0x08, p, end) && (p = Int32<kId, kBase + kId>(s, p + 1, end)) == nullptr) return nullptr;
    if (At(0x12, p, end) && (p = Text<kName, kBase + kName, false>(s, p + 1, end)) == nullptr) return nullptr;
    if (At(0x18, p, end) && (p = Int32<kRetries, kBase + kRetries>(s, p + 1, end)) == nullptr) return nullptr;
    if (At(0x22, p, end) && (p = PackedInts<kLuckyNumbers, kBase + kLuckyNumbers>(s, p + 1, end)) == nullptr) {
      return nullptr;
    }
    if (At(0x2a, p, end) && (p = Texts<kTags, kBase + kTags, 0x2a, false>(s, p + 1, end)) == nullptr) return nullptr;
    if (At(0x32, p, end) && (p = Sub<kInner, kBase + kInner, 0x32, &HandDecoder::WithLength<&HandDecoder::Inner>>(
                                 s, p + 1, end, depth + 1)) == nullptr) {
      return nullptr;
    }
    if (At(0x3b, p, end) &&
        (p = Sub<kStats, kBase + kStats, 0x3b, &HandDecoder::StatsGroup>(s, p + 1, end, depth + 1)) == nullptr)
      return nullptr;
    if (At(0xa0, 0x06, p, end) && (p = ExtCount(s, p + 2, end)) == nullptr) return nullptr;
    if (At(0xaa, 0x06, p, end) && (p = ExtLabel(s, p + 2, end)) == nullptr) return nullptr;
    if (p >= end) return p;
    p = BenchRecord(s, p, end, depth);
    if (p == nullptr) return nullptr;
  }
}

const uint8_t* HandDecoder::BenchRecord(Scope* s, const uint8_t* p, const uint8_t* end, int depth) {
  using namespace bench;  // NOLINT: the field names
  constexpr int kBase = kBenchKeys;
  const uint8_t* const record = p;
  uint32_t tag = 0;
  p = ReadTag(p, end, &tag);
  if (p == nullptr) return nullptr;
  switch (tag) {
    case 0x08:
      return Int32<kId, kBase + kId>(s, p, end);
    case 0x12:
      return Text<kName, kBase + kName, false>(s, p, end);
    case 0x18:
      return Int32<kRetries, kBase + kRetries>(s, p, end);
    case 0x20:
      return LooseInts<kLuckyNumbers>(s, p, end);
    case 0x22:
      return PackedInts<kLuckyNumbers, kBase + kLuckyNumbers>(s, p, end);
    case 0x2a:
      return Texts<kTags, kBase + kTags, 0x2a, false>(s, p, end);
    case 0x32:
      return Sub<kInner, kBase + kInner, 0x32, &HandDecoder::WithLength<&HandDecoder::Inner>>(s, p, end, depth + 1);
    case 0x3b:
      return Sub<kStats, kBase + kStats, 0x3b, &HandDecoder::StatsGroup>(s, p, end, depth + 1);
    case 0x320:
      return ExtCount(s, p, end);
    case 0x32a:
      return ExtLabel(s, p, end);
    default:
      return Other(record, tag, p, end, depth);
  }
}

const uint8_t* HandDecoder::Inner(Scope* s, const uint8_t* p, const uint8_t* end, int depth) {
  using namespace inner;  // NOLINT: the field names
  constexpr int kBase = kInnerKeys;
  for (;;) {
    if (At(0x0a, p, end) && (p = Text<kKey, kBase + kKey, false>(s, p + 1, end)) == nullptr) return nullptr;
    if (At(0x10, p, end) && (p = Int32<kWeight, kBase + kWeight>(s, p + 1, end)) == nullptr) return nullptr;
    if (p >= end) return p;
    const uint8_t* const record = p;
    uint32_t tag = 0;
    p = ReadTag(p, end, &tag);
    if (p == nullptr) return nullptr;
    if (tag == 0x0a) {
      p = Text<kKey, kBase + kKey, false>(s, p, end);
    } else if (tag == 0x10) {
      p = Int32<kWeight, kBase + kWeight>(s, p, end);
    } else {
      p = Other(record, tag, p, end, depth);
    }
    if (p == nullptr) return nullptr;
  }
}

const uint8_t* HandDecoder::StatsUntil(Scope* s, const uint8_t* p, const uint8_t* end, uint32_t end_tag, int depth) {
  using namespace stats;  // NOLINT: the field names
  constexpr int kBase = kStatsKeys;
  for (;;) {
    if (At(0x40, p, end) && (p = Int32<kLatencyNs, kBase + kLatencyNs>(s, p + 1, end)) == nullptr) return nullptr;
    if (At(0x48, p, end) && (p = Int32<kAttempts, kBase + kAttempts>(s, p + 1, end)) == nullptr) return nullptr;
    if (p >= end) return end_tag == 0 ? p : nullptr;
    const uint8_t* const record = p;
    uint32_t tag = 0;
    p = ReadTag(p, end, &tag);
    if (p == nullptr) return nullptr;
    if (tag == end_tag) return p;
    if (tag == 0x40) {
      p = Int32<kLatencyNs, kBase + kLatencyNs>(s, p, end);
    } else if (tag == 0x48) {
      p = Int32<kAttempts, kBase + kAttempts>(s, p, end);
    } else {
      p = Other(record, tag, p, end, depth);
    }
    if (p == nullptr) return nullptr;
  }
}

const uint8_t* HandDecoder::Other(const uint8_t* record, uint32_t tag, const uint8_t* p, const uint8_t* end,
                                  int depth) {
  if (static_cast<WireType>(tag & 7) == WireType::kEndGroup) return nullptr;
  p = Skip(p, end, tag, depth);
  if (p != nullptr) AppendUnknown(record, p);
  return p;
}

template <int kField>
inline void HandDecoder::Mark(Scope* scope) {
  constexpr uint64_t kBit = uint64_t{1} << kField;
  scope->count += (scope->seen & kBit) == 0 ? 1 : 0;
  scope->seen |= kBit;
}

template <int kField>
inline bool HandDecoder::OpenField(Scope* scope, int list_slots, int hash_slots) {
  const bool may_be_there = (scope->seen >> kField & 1) != 0;
  Mark<kField>(scope);
  if (may_be_there) return OpenTable(scope, scope->plan->fields[kField], scope->table, list_slots, hash_slots);
  lua_createtable(lua_, list_slots, hash_slots);
  return false;
}

template <bool kUtf8>
inline const uint8_t* HandDecoder::PushText(const uint8_t* p, const uint8_t* end) {
  size_t length = 0;
  p = ReadLength(p, end, &length);
  if (p == nullptr || (kUtf8 && validate_utf8_ && !wire::IsValidUtf8(p, length))) return nullptr;
  lua_pushlstring(lua_, reinterpret_cast<const char*>(p), length);
  return p + length;
}

inline const uint8_t* HandDecoder::PushInt32(const uint8_t* p, const uint8_t* end) {
  uint64_t bits = 0;
  p = ReadVarint(p, end, &bits);
  if (p != nullptr) lua_pushnumber(lua_, static_cast<int32_t>(bits));
  return p;
}

template <int kField, int kKey, bool kUtf8>
inline const uint8_t* HandDecoder::Text(Scope* scope, const uint8_t* p, const uint8_t* end) {
  Mark<kField>(scope);
  PushHandKey(kKey);
  p = PushText<kUtf8>(p, end);
  if (p != nullptr) lua_rawset(lua_, scope->table);
  return p;
}

template <int kField, int kKey>
inline const uint8_t* HandDecoder::Int32(Scope* scope, const uint8_t* p, const uint8_t* end) {
  Mark<kField>(scope);
  PushHandKey(kKey);
  p = PushInt32(p, end);
  if (p != nullptr) lua_rawset(lua_, scope->table);
  return p;
}

inline const uint8_t* HandDecoder::Fixed64(Scope* scope, const uint8_t* p, const uint8_t* end) {
  if (end - p < 8) return nullptr;
  Mark<person::kUserId>(scope);
  PushHandKey(kPersonKeys + person::kUserId);
  PushInt64(Load<uint64_t>(p), true);
  lua_rawset(lua_, scope->table);
  return p + 8;
}

inline const uint8_t* HandDecoder::Sint32(Scope* scope, const uint8_t* p, const uint8_t* end) {
  uint64_t bits = 0;
  p = ReadVarint(p, end, &bits);
  if (p == nullptr) return nullptr;
  Mark<person::kBalance>(scope);
  PushHandKey(kPersonKeys + person::kBalance);
  lua_pushnumber(lua_, wire::ZigZagDecode32(static_cast<uint32_t>(bits)));
  lua_rawset(lua_, scope->table);
  return p;
}

inline const uint8_t* HandDecoder::Double(Scope* scope, const uint8_t* p, const uint8_t* end) {
  if (end - p < 8) return nullptr;
  Mark<person::kWeightKg>(scope);
  PushHandKey(kPersonKeys + person::kWeightKg);
  lua_pushnumber(lua_, Load<double>(p));
  lua_rawset(lua_, scope->table);
  return p + 8;
}

const uint8_t* HandDecoder::ExtCount(Scope* scope, const uint8_t* p, const uint8_t* end) {
  const int target = ExtensionTable(scope);
  Mark<bench::kExtCount>(scope);
  PushHandKey(kBenchKeys + bench::kExtCount);
  p = PushInt32(p, end);
  if (p != nullptr) lua_rawset(lua_, target);
  return p;
}

const uint8_t* HandDecoder::ExtLabel(Scope* scope, const uint8_t* p, const uint8_t* end) {
  const int target = ExtensionTable(scope);
  Mark<bench::kExtLabel>(scope);
  PushHandKey(kBenchKeys + bench::kExtLabel);
  p = PushText<false>(p, end);
  if (p != nullptr) lua_rawset(lua_, target);
  return p;
}

template <int kField, int kKey, uint8_t kTag, bool kUtf8>
const uint8_t* HandDecoder::Texts(Scope* scope, const uint8_t* p, const uint8_t* end) {
  const int list = scope->top() + 2;
  PushHandKey(kKey);
  const bool existing = OpenField<kField>(scope, CountTexts(kTag, p, end), 0);
  int length = existing ? static_cast<int>(lua_objlen(lua_, list)) : 0;
  for (;;) {
    p = PushText<kUtf8>(p, end);
    if (p == nullptr) return nullptr;
    lua_rawseti(lua_, list, ++length);
    if (!At(kTag, p, end)) break;
    ++p;
  }
  if (existing) {
    lua_settop(lua_, list - 2);
  } else {
    lua_rawset(lua_, scope->table);
  }
  return p;
}

template <int kField, int kKey>
const uint8_t* HandDecoder::PackedInts(Scope* scope, const uint8_t* p, const uint8_t* end) {
  size_t size = 0;
  p = ReadLength(p, end, &size);
  if (p == nullptr) return nullptr;
  const uint8_t* const run_end = p + size;
  const int count = CountVarints(p, run_end);
  if (count == 0) return size == 0 ? p : nullptr;
  const int list = scope->top() + 2;
  PushHandKey(kKey);
  const bool existing = OpenField<kField>(scope, count, 0);
  int length = existing ? static_cast<int>(lua_objlen(lua_, list)) : 0;
  while (p < run_end) {
    p = PushInt32(p, run_end);
    if (p == nullptr) return nullptr;
    lua_rawseti(lua_, list, ++length);
  }
  if (existing) {
    lua_settop(lua_, list - 2);
  } else {
    lua_rawset(lua_, scope->table);
  }
  return p;
}

// Elements by themselves, as no encoder of these schemas writes them.
template <int kField>
const uint8_t* HandDecoder::LooseInts(Scope* scope, const uint8_t* p, const uint8_t* end) {
  return List(scope, scope->plan->fields[kField], scope->table, p, end);
}

template <HandDecoder::Body kBody>
inline const uint8_t* HandDecoder::WithLength(Scope* child, const uint8_t* p, const uint8_t* end, int depth) {
  size_t length = 0;
  p = ReadLength(p, end, &length);
  return p == nullptr ? nullptr : (this->*kBody)(child, p, p + length, depth);
}

const uint8_t* HandDecoder::StatsGroup(Scope* child, const uint8_t* p, const uint8_t* end, int depth) {
  return StatsUntil(child, p, end, kEndStats, depth);
}

template <int kField, int kKey, uint8_t kTag, HandDecoder::Body kRecord>
const uint8_t* HandDecoder::Sub(Scope* scope, const uint8_t* p, const uint8_t* end, int depth) {
  if (depth > wire::kMaxDepth) return nullptr;
  CheckStack(depth);
  const MessagePlan& plan = *scope->plan->fields[kField].message;
  const int top = scope->top();
  PushHandKey(kKey);
  const bool existing = OpenField<kField>(scope, 0, static_cast<int>(plan.size_hint));
  Scope child;
  Begin(&child, plan, top + 2);
  if (existing) {
    child.fresh = false;
    child.seen = ~uint64_t{0};
  }
  for (;;) {
    p = (this->*kRecord)(&child, p, end, depth);
    if (p == nullptr) return nullptr;
    if (!At(kTag, p, end)) break;
    ++p;
  }
  Finish(&child);
  if (existing) {
    lua_settop(lua_, top);
  } else {
    lua_rawset(lua_, scope->table);
  }
  return p;
}

const uint8_t* HandDecoder::Friends(Scope* scope, const uint8_t* p, const uint8_t* end, int depth) {
  if (depth > wire::kMaxDepth) return nullptr;
  CheckStack(depth);
  const MessagePlan& plan = *scope->plan->fields[person::kFriends].message;
  const int list = scope->top() + 2;
  PushHandKey(kPersonKeys + person::kFriends);
  const bool existing = OpenField<person::kFriends>(scope, CountTexts(0x32, p, end), 0);
  int length = existing ? static_cast<int>(lua_objlen(lua_, list)) : 0;
  for (;;) {
    size_t size = 0;
    p = ReadLength(p, end, &size);
    if (p == nullptr) return nullptr;
    lua_createtable(lua_, 0, static_cast<int>(plan.size_hint));
    Scope child;
    Begin(&child, plan, list + 1);
    p = Person(&child, p, p + size, depth);
    if (p == nullptr) return nullptr;
    Finish(&child);
    lua_rawseti(lua_, list, ++length);
    if (!At(0x32, p, end)) break;
    ++p;
  }
  if (existing) {
    lua_settop(lua_, list - 2);
  } else {
    lua_rawset(lua_, scope->table);
  }
  return p;
}

// `depth` is the level of the entries; `record` is where the first entry's tag stands.
template <int kField, int kKey, uint8_t kTag, HandDecoder::Plain kPlain>
const uint8_t* HandDecoder::Pairs(Scope* scope, const uint8_t* record, const uint8_t* p, const uint8_t* end,
                                  int depth) {
  if (depth > wire::kMaxDepth) return nullptr;
  CheckStack(depth);
  const FieldPlan& field = scope->plan->fields[kField];
  const int map = scope->top() + 2;
  PushHandKey(kKey);
  const bool existing = OpenField<kField>(scope, 0, CountTexts(kTag, p, end));
  bool put = false;
  for (;;) {
    size_t length = 0;
    p = ReadLength(p, end, &length);
    if (p == nullptr) return nullptr;
    Entry entry = Entry::kBad;
    if (!(this->*kPlain)(field, map, p, p + length, depth, &entry)) entry = AnyEntry(field, map, p, p + length, depth);
    if (entry == Entry::kBad) return nullptr;
    p += length;
    if (entry == Entry::kUnknown) AppendUnknown(record, p);
    put = put || entry == Entry::kPut;
    if (!At(kTag, p, end)) break;
    record = p++;
  }
  if (existing || !put) {
    lua_settop(lua_, map - 2);
  } else {
    lua_rawset(lua_, scope->table);
  }
  return p;
}

bool HandDecoder::AgeEntry(const FieldPlan&, int map, const uint8_t* p, const uint8_t* end, int, Entry* result) {
  if (!At(0x0a, p, end)) return false;
  *result = Entry::kBad;
  p = PushText<true>(p + 1, end);
  if (p == nullptr) return true;
  if (!At(0x10, p, end)) {
    lua_settop(lua_, map);
    return false;
  }
  p = PushInt32(p + 1, end);
  if (p == nullptr) return true;
  if (p != end) {
    lua_settop(lua_, map);
    return false;
  }
  lua_rawset(lua_, map);
  *result = Entry::kPut;
  return true;
}

bool HandDecoder::NicknameEntry(const FieldPlan&, int map, const uint8_t* p, const uint8_t* end, int, Entry* result) {
  if (!At(0x08, p, end)) return false;
  *result = Entry::kBad;
  p = PushInt32(p + 1, end);
  if (p == nullptr) return true;
  if (!At(0x12, p, end)) {
    lua_settop(lua_, map);
    return false;
  }
  p = PushText<true>(p + 1, end);
  if (p == nullptr) return true;
  if (p != end) {
    lua_settop(lua_, map);
    return false;
  }
  lua_rawset(lua_, map);
  *result = Entry::kPut;
  return true;
}

bool HandDecoder::AddressEntry(const FieldPlan& field, int map, const uint8_t* p, const uint8_t* end, int depth,
                               Entry* result) {
  if (!At(0x0a, p, end)) return false;
  *result = Entry::kBad;
  p = PushText<true>(p + 1, end);
  if (p == nullptr) return true;
  if (!At(0x12, p, end)) {
    lua_settop(lua_, map);
    return false;
  }
  size_t length = 0;
  p = ReadLength(p + 1, end, &length);
  if (p == nullptr || depth + 1 > wire::kMaxDepth) return true;
  if (p + length != end) {
    lua_settop(lua_, map);
    return false;
  }
  CheckStack(depth + 1);
  const MessagePlan& plan = *field.message->fields[1].message;
  lua_createtable(lua_, 0, static_cast<int>(plan.size_hint));
  Scope child;
  Begin(&child, plan, map + 2);
  if (Address(&child, p, end, depth + 1) == nullptr) return true;
  Finish(&child);
  lua_rawset(lua_, map);
  *result = Entry::kPut;
  return true;
}

}  // namespace pbb::luacodec
