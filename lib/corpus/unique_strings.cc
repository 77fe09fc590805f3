// Replaces every string and bytes value of a message by one that was never given out before, of the same length.
#include "corpus/unique_strings.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <string_view>

#include "corpus/walk.h"

namespace pbb {
namespace {

namespace pb = google::protobuf;

constexpr std::string_view kAlphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr uint64_t kPoolStrings = 16;  // of each kind, for those that repeat
constexpr size_t kLeading = 10;        // choices for the first byte: digits
constexpr size_t kCounterBytes = 10;   // that carry the counter: 10 * 62^9 strings, more than can ever be asked for

// `value` with every byte that may change set to 0.
std::string KindOf(std::string value, const pb::FieldDescriptor* field) {
  const bool is_text = field->type() == pb::FieldDescriptor::TYPE_STRING;
  for (char& byte : value) {
    if (!is_text || static_cast<unsigned char>(byte) < 0x80) byte = '\0';
  }
  return value;
}

uint64_t SpaceOf(const std::string& kind) {
  const auto free = static_cast<size_t>(std::count(kind.begin(), kind.end(), '\0'));
  uint64_t space = free == 0 ? 1 : kLeading;
  for (size_t i = 1; i < std::min(free, kCounterBytes); ++i) space *= kAlphabet.size();
  return space;
}

// The string of `kind` with number `number`; what the number does not reach is filled from `filler`.
std::string Fill(std::string kind, uint64_t number, SplitMix64 filler) {
  size_t at = 0;
  for (char& byte : kind) {
    if (byte != '\0') continue;
    const size_t base = at == 0 ? kLeading : kAlphabet.size();
    if (at < kCounterBytes) {
      byte = kAlphabet[number % base];
      number /= base;
    } else {
      byte = kAlphabet[filler.Next() % base];
    }
    ++at;
  }
  return kind;
}

std::string Get(const ValueRef& value) {
  const pb::Reflection* reflection = value.message->GetReflection();
  return value.index < 0 ? reflection->GetString(*value.message, value.field)
                         : reflection->GetRepeatedString(*value.message, value.field, value.index);
}

void Set(const ValueRef& value, std::string text) {
  const pb::Reflection* reflection = value.message->GetReflection();
  if (value.index < 0) {
    reflection->SetString(value.message, value.field, std::move(text));
  } else {
    reflection->SetRepeatedString(value.message, value.field, value.index, std::move(text));
  }
}

}  // namespace

UniqueStrings::Kind UniqueStrings::MakeKind(const std::string& name, SplitMix64& random) const {
  const Permutation order(SpaceOf(name), random);
  const uint64_t pool = repeat_percent_ == 0 ? 0 : std::min<uint64_t>(kPoolStrings, order.size() / 4);
  return {order, random.Next(), 0, pool};
}

UniqueStrings::UniqueStrings(pb::Message* message, uint64_t seed, unsigned repeat_percent)
    : seed_(seed), repeat_percent_(repeat_percent), choices_(~seed) {
  std::map<std::string, uint64_t> counts;  // in one order, so that the seed alone decides
  WalkValues(message, [&](const ValueRef& value) {
    if (value.field->cpp_type() != pb::FieldDescriptor::CPPTYPE_STRING) return;
    const std::string text = Get(value);
    if (!text.empty()) ++counts[KindOf(text, value.field)];
  });
  SplitMix64 random(seed);
  capacity_ = counts.empty() ? 0 : std::numeric_limits<uint64_t>::max();
  for (const auto& [kind, count] : counts) {
    const auto added = kinds_.emplace(kind, MakeKind(kind, random)).first;
    capacity_ = std::min(capacity_, added->second.order.size() / count);
  }
}

// One that the constructor did not see gets its numbers from its own name, so that what came before it does not matter.
UniqueStrings::Kind& UniqueStrings::KindFor(const std::string& name) {
  const auto found = kinds_.find(name);
  if (found != kinds_.end()) return found->second;
  uint64_t bits = name.size();
  for (const char byte : name) bits = SplitMix64(bits ^ static_cast<unsigned char>(byte)).Next();
  SplitMix64 random(seed_ ^ bits);
  return kinds_.emplace(name, MakeKind(name, random)).first->second;
}

std::optional<uint64_t> UniqueStrings::Draw(Kind* kind, bool is_key, std::set<std::pair<const Kind*, uint64_t>>* keys) {
  if (kind->pool > 0 && choices_.Next() % 100 < repeat_percent_) {
    const uint64_t number = kind->order.size() - 1 - choices_.Next() % kind->pool;
    if (!is_key || keys->insert({kind, number}).second) return number;
  }
  if (kind->exhausted()) return std::nullopt;
  return kind->used++;
}

bool UniqueStrings::Replace(pb::Message* message) {
  std::set<std::pair<const Kind*, uint64_t>> keys;
  bool fine = true;
  WalkValues(message, [&](const ValueRef& value) {
    if (!fine || value.field->cpp_type() != pb::FieldDescriptor::CPPTYPE_STRING) return;
    const std::string text = Get(value);
    if (text.empty()) return;
    std::string name = KindOf(text, value.field);
    Kind& kind = KindFor(name);
    const std::optional<uint64_t> number = Draw(&kind, value.is_map_key(), &keys);
    fine = number.has_value();
    if (fine) Set(value, Fill(std::move(name), kind.order(*number), SplitMix64(kind.filler_seed + *number)));
  });
  return fine;
}

}  // namespace pbb
