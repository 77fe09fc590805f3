#include "luacodec/hand_types.h"

#include <iterator>

namespace pbb::luacodec {
namespace {

using plan::Kind;

enum Flag : uint8_t { kPlain = 0, kPacked = 1, kPresence = 2, kRequired = 4, kUtf8 = 8, kExtension = 16 };

struct HandField {
  const char* name;  // full name of an extension
  uint32_t number;
  Kind kind;
  Shape shape;
  uint8_t flags;
  const char* message;  // full name, of messages, groups and maps
};

struct HandMessage {
  const char* full_name;
  HandType type;
  const HandField* fields;
  uint32_t count;
  bool extendable;
};

constexpr HandField kPersonFields[] = {
    {"name", 1, Kind::kString, Shape::kScalar, kUtf8, nullptr},
    {"age", 2, Kind::kInt32, Shape::kScalar, kPlain, nullptr},
    {"emails", 3, Kind::kString, Shape::kList, kUtf8, nullptr},
    {"status", 4, Kind::kEnum, Shape::kScalar, kPlain, nullptr},
    {"address", 5, Kind::kMessage, Shape::kMessage, kPresence, "hello.Address"},
    {"friends", 6, Kind::kMessage, Shape::kMessageList, kPlain, "hello.Person"},
    {"lucky_numbers", 7, Kind::kInt32, Shape::kList, kPacked, nullptr},
    {"avatar", 8, Kind::kBytes, Shape::kScalar, kPlain, nullptr},
    {"user_id", 9, Kind::kFixed64, Shape::kScalar, kPlain, nullptr},
    {"balance", 10, Kind::kSint32, Shape::kScalar, kPlain, nullptr},
    {"weight_kg", 11, Kind::kDouble, Shape::kScalar, kPlain, nullptr},
    {"ages_by_nickname", 13, Kind::kMessage, Shape::kMap, kPlain, "hello.Person.AgesByNicknameEntry"},
    {"nickname_by_age", 14, Kind::kMessage, Shape::kMap, kPlain, "hello.Person.NicknameByAgeEntry"},
    {"addresses_by_label", 15, Kind::kMessage, Shape::kMap, kPlain, "hello.Person.AddressesByLabelEntry"},
};
constexpr HandField kAddressFields[] = {
    {"street", 1, Kind::kString, Shape::kScalar, kUtf8, nullptr},
    {"city", 2, Kind::kString, Shape::kScalar, kUtf8, nullptr},
    {"zip", 3, Kind::kInt32, Shape::kScalar, kPlain, nullptr},
    {"apartment", 4, Kind::kString, Shape::kScalar, kUtf8 | kPresence, nullptr},
};
constexpr HandField kAgesEntryFields[] = {
    {"key", 1, Kind::kString, Shape::kScalar, kUtf8, nullptr},
    {"value", 2, Kind::kInt32, Shape::kScalar, kPlain, nullptr},
};
constexpr HandField kNicknameEntryFields[] = {
    {"key", 1, Kind::kInt32, Shape::kScalar, kPlain, nullptr},
    {"value", 2, Kind::kString, Shape::kScalar, kUtf8, nullptr},
};
constexpr HandField kAddressEntryFields[] = {
    {"key", 1, Kind::kString, Shape::kScalar, kUtf8, nullptr},
    {"value", 2, Kind::kMessage, Shape::kMessage, kPresence, "hello.Address"},
};
constexpr HandField kBenchFields[] = {
    {"id", 1, Kind::kInt32, Shape::kScalar, kRequired | kPresence, nullptr},
    {"name", 2, Kind::kString, Shape::kScalar, kPresence, nullptr},
    {"retries", 3, Kind::kInt32, Shape::kScalar, kPresence, nullptr},
    {"lucky_numbers", 4, Kind::kInt32, Shape::kList, kPacked, nullptr},
    {"tags", 5, Kind::kString, Shape::kList, kPlain, nullptr},
    {"inner", 6, Kind::kMessage, Shape::kMessage, kPresence, "proto2_basic.BenchPayload.Inner"},
    {"stats", 7, Kind::kGroup, Shape::kGroup, kPresence, "proto2_basic.BenchPayload.Stats"},
    {"proto2_basic.ext_count", 100, Kind::kInt32, Shape::kScalar, kPresence | kExtension, nullptr},
    {"proto2_basic.ext_label", 101, Kind::kString, Shape::kScalar, kPresence | kExtension, nullptr},
};
constexpr HandField kInnerFields[] = {
    {"key", 1, Kind::kString, Shape::kScalar, kRequired | kPresence, nullptr},
    {"weight", 2, Kind::kInt32, Shape::kScalar, kPresence, nullptr},
};
constexpr HandField kStatsFields[] = {
    {"latency_ns", 8, Kind::kInt32, Shape::kScalar, kPresence, nullptr},
    {"attempts", 9, Kind::kInt32, Shape::kScalar, kPresence, nullptr},
};

template <size_t kSize>
constexpr HandMessage Define(const char* name, HandType type, const HandField (&fields)[kSize], bool extendable) {
  return {name, type, fields, kSize, extendable};
}

// In the order of the keys: kPersonKeys, kAddressKeys... Map entries, which have no keys, come last.
constexpr HandMessage kMessages[] = {
    Define("hello.Person", HandType::kPerson, kPersonFields, false),
    Define("hello.Address", HandType::kAddress, kAddressFields, false),
    Define("proto2_basic.BenchPayload", HandType::kBenchPayload, kBenchFields, true),
    Define("proto2_basic.BenchPayload.Inner", HandType::kInner, kInnerFields, false),
    Define("proto2_basic.BenchPayload.Stats", HandType::kStats, kStatsFields, false),
    Define("hello.Person.AgesByNicknameEntry", HandType::kNone, kAgesEntryFields, false),
    Define("hello.Person.NicknameByAgeEntry", HandType::kNone, kNicknameEntryFields, false),
    Define("hello.Person.AddressesByLabelEntry", HandType::kNone, kAddressEntryFields, false),
};

const HandMessage* Find(std::string_view full_name) {
  for (const HandMessage& message : kMessages) {
    if (full_name == message.full_name) return &message;
  }
  return nullptr;
}

uint8_t FlagsOf(const FieldPlan& field) {
  int flags = field.packed ? kPacked : 0;
  flags |= field.presence ? kPresence : 0;
  flags |= field.required ? kRequired : 0;
  flags |= field.utf8 ? kUtf8 : 0;
  flags |= field.extension ? kExtension : 0;
  return static_cast<uint8_t>(flags);
}

bool Matches(const MessagePlan& message, const HandMessage& hand);

bool Matches(const MessagePlan& owner, const FieldPlan& field, const HandField& hand) {
  const std::string& name = field.extension ? field.declared->full_name : field.declared->name;
  if (name != hand.name || field.number != hand.number || field.kind != hand.kind || field.shape != hand.shape ||
      FlagsOf(field) != hand.flags || field.oneof != plan::kNone || field.closed_enum) {
    return false;
  }
  if (hand.message == nullptr || field.message == nullptr) return hand.message == nullptr && field.message == nullptr;
  if (field.message == &owner) return owner.declared->full_name == hand.message;
  const HandMessage* const inner = Find(hand.message);
  return field.message->declared->full_name == hand.message && inner != nullptr && Matches(*field.message, *inner);
}

bool Matches(const MessagePlan& message, const HandMessage& hand) {
  if (message.field_count != hand.count || message.extendable != hand.extendable) return false;
  for (uint32_t i = 0; i < hand.count; ++i) {
    if (!Matches(message, message.fields[i], hand.fields[i])) return false;
  }
  return true;
}

}  // namespace

const char* HandKey(int place) {
  auto left = static_cast<uint32_t>(place);
  const HandMessage* message = kMessages;
  for (; left >= message->count; ++message) left -= message->count;
  return message->fields[left].name;
}

HandType MatchHandType(const MessagePlan& message) {
  const HandMessage* const hand = Find(message.declared->full_name);
  return hand != nullptr && Matches(message, *hand) ? hand->type : HandType::kNone;
}

bool IsHandName(std::string_view full_name) {
  const HandMessage* const hand = Find(full_name);
  return hand != nullptr && hand->type != HandType::kNone;
}

}  // namespace pbb::luacodec
