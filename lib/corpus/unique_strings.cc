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
constexpr size_t kLeading = 10;       // choices for the first byte: digits
constexpr size_t kCounterBytes = 10;  // that carry the counter: 10 * 62^9 strings, more than can ever be asked for

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

UniqueStrings::UniqueStrings(pb::Message* message, uint64_t seed) {
  std::map<std::string, uint64_t> counts;  // in one order, so that the seed alone decides
  WalkValues(message, [&](const ValueRef& value) {
    if (value.field->cpp_type() != pb::FieldDescriptor::CPPTYPE_STRING) return;
    const std::string text = Get(value);
    if (!text.empty()) ++counts[KindOf(text, value.field)];
  });
  SplitMix64 random(seed);
  capacity_ = counts.empty() ? 0 : std::numeric_limits<uint64_t>::max();
  for (const auto& [kind, count] : counts) {
    const Permutation order(SpaceOf(kind), random);
    capacity_ = std::min(capacity_, order.size() / count);
    kinds_.emplace(kind, Kind{order, random.Next(), 0});
  }
}

void UniqueStrings::Replace(pb::Message* message) {
  WalkValues(message, [&](const ValueRef& value) {
    if (value.field->cpp_type() != pb::FieldDescriptor::CPPTYPE_STRING) return;
    const std::string text = Get(value);
    if (text.empty()) return;
    std::string name = KindOf(text, value.field);
    Kind& kind = kinds_.at(name);
    const uint64_t number = kind.used++;
    Set(value, Fill(std::move(name), kind.order(number), SplitMix64(kind.filler_seed + number)));
  });
}

}  // namespace pbb
