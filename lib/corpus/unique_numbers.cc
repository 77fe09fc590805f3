// Varies the numbers of a message so that its encoded size stays and its bytes were never given out before.
#include "corpus/unique_numbers.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <vector>

#include "corpus/walk.h"

namespace pbb {
namespace {

namespace pb = google::protobuf;
using pb::FieldDescriptor;
using pb::internal::WireFormatLite;

constexpr uint64_t kMaxCapacity = uint64_t{1} << 62;
constexpr uint64_t kMax32 = std::numeric_limits<uint32_t>::max();
constexpr uint64_t kMax64 = std::numeric_limits<uint64_t>::max();
constexpr uint64_t kTop64 = uint64_t{1} << 63;  // the smallest that takes ten bytes

// Whether zero is written too, so that the value may be or become it.
bool KeepsZero(const ValueRef& value) { return value.index >= 0 || value.field->has_presence(); }

bool IsVaried(const ValueRef& value) {
  switch (value.field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_BOOL:
      return !value.is_in_map() && KeepsZero(value);
    case FieldDescriptor::CPPTYPE_ENUM:
      return !value.is_in_map();
    case FieldDescriptor::CPPTYPE_FLOAT:
    case FieldDescriptor::CPPTYPE_DOUBLE:
    case FieldDescriptor::CPPTYPE_INT32:
    case FieldDescriptor::CPPTYPE_UINT32:
    case FieldDescriptor::CPPTYPE_INT64:
    case FieldDescriptor::CPPTYPE_UINT64:
      return !value.is_map_key();
    default:
      return false;
  }
}

// Integers as 64 bits, signed ones sign-extended; floating-point numbers as their bits.
uint64_t Get(const ValueRef& value) {
  const pb::Reflection* reflection = value.message->GetReflection();
  const pb::Message& message = *value.message;
  const FieldDescriptor* field = value.field;
  const int i = value.index;
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return static_cast<uint64_t>(
          int64_t{i < 0 ? reflection->GetInt32(message, field) : reflection->GetRepeatedInt32(message, field, i)});
    case FieldDescriptor::CPPTYPE_UINT32:
      return i < 0 ? reflection->GetUInt32(message, field) : reflection->GetRepeatedUInt32(message, field, i);
    case FieldDescriptor::CPPTYPE_INT64:
      return static_cast<uint64_t>(i < 0 ? reflection->GetInt64(message, field)
                                         : reflection->GetRepeatedInt64(message, field, i));
    case FieldDescriptor::CPPTYPE_FLOAT:
      return std::bit_cast<uint32_t>(i < 0 ? reflection->GetFloat(message, field)
                                           : reflection->GetRepeatedFloat(message, field, i));
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return std::bit_cast<uint64_t>(i < 0 ? reflection->GetDouble(message, field)
                                           : reflection->GetRepeatedDouble(message, field, i));
    case FieldDescriptor::CPPTYPE_BOOL:
      return i < 0 ? reflection->GetBool(message, field) : reflection->GetRepeatedBool(message, field, i);
    case FieldDescriptor::CPPTYPE_ENUM:
      return static_cast<uint64_t>(int64_t{i < 0 ? reflection->GetEnumValue(message, field)
                                                 : reflection->GetRepeatedEnumValue(message, field, i)});
    default:
      return i < 0 ? reflection->GetUInt64(message, field) : reflection->GetRepeatedUInt64(message, field, i);
  }
}

void Set(const ValueRef& value, uint64_t bits) {
  const pb::Reflection* reflection = value.message->GetReflection();
  pb::Message* message = value.message;
  const FieldDescriptor* field = value.field;
  const int i = value.index;
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32: {
      const auto number = static_cast<int32_t>(bits);
      i < 0 ? reflection->SetInt32(message, field, number) : reflection->SetRepeatedInt32(message, field, i, number);
      break;
    }
    case FieldDescriptor::CPPTYPE_UINT32: {
      const auto number = static_cast<uint32_t>(bits);
      i < 0 ? reflection->SetUInt32(message, field, number) : reflection->SetRepeatedUInt32(message, field, i, number);
      break;
    }
    case FieldDescriptor::CPPTYPE_INT64: {
      const auto number = static_cast<int64_t>(bits);
      i < 0 ? reflection->SetInt64(message, field, number) : reflection->SetRepeatedInt64(message, field, i, number);
      break;
    }
    case FieldDescriptor::CPPTYPE_FLOAT: {
      const auto number = std::bit_cast<float>(static_cast<uint32_t>(bits));
      i < 0 ? reflection->SetFloat(message, field, number) : reflection->SetRepeatedFloat(message, field, i, number);
      break;
    }
    case FieldDescriptor::CPPTYPE_DOUBLE: {
      const auto number = std::bit_cast<double>(bits);
      i < 0 ? reflection->SetDouble(message, field, number) : reflection->SetRepeatedDouble(message, field, i, number);
      break;
    }
    case FieldDescriptor::CPPTYPE_BOOL:
      i < 0 ? reflection->SetBool(message, field, bits != 0)
            : reflection->SetRepeatedBool(message, field, i, bits != 0);
      break;
    case FieldDescriptor::CPPTYPE_ENUM: {
      const auto number = static_cast<int>(bits);
      i < 0 ? reflection->SetEnumValue(message, field, number)
            : reflection->SetRepeatedEnumValue(message, field, i, number);
      break;
    }
    default:
      i < 0 ? reflection->SetUInt64(message, field, bits) : reflection->SetRepeatedUInt64(message, field, i, bits);
  }
}

// The wire values that may stand in for one: `low` and the `count` - 1 after it.
struct Range {
  uint64_t low;
  uint64_t count;
};

Range Between(uint64_t low, uint64_t high) { return {low, std::min(high - low, kMaxCapacity - 1) + 1}; }

// Varints of the width of `wire`, up to `max`.
Range SameWidth(uint64_t wire, uint64_t max) {
  const size_t bytes = pb::io::CodedOutputStream::VarintSize64(wire);
  if (bytes == 10) return Between(kTop64, max);
  const uint64_t low = bytes == 1 ? 1 : uint64_t{1} << (7 * (bytes - 1));
  return Between(low, std::min((uint64_t{1} << (7 * bytes)) - 1, max));
}

// The declared values that may stand in for one, in declared order.
std::vector<uint64_t> EnumChoices(const ValueRef& value, uint64_t bits) {
  const size_t width = pb::io::CodedOutputStream::VarintSize64(bits);
  std::vector<uint64_t> choices;
  for (int i = 0; i < value.field->enum_type()->value_count(); ++i) {
    const auto number = static_cast<uint64_t>(int64_t{value.field->enum_type()->value(i)->number()});
    if (number == 0 && !KeepsZero(value)) continue;
    const bool seen = std::find(choices.begin(), choices.end(), number) != choices.end();  // allow_alias
    if (!seen && pb::io::CodedOutputStream::VarintSize64(number) == width) choices.push_back(number);
  }
  if (choices.empty()) choices.push_back(bits);  // an open enum's undeclared number
  return choices;
}

Range RangeOf(const ValueRef& value) {
  const uint64_t bits = Get(value);
  switch (value.field->type()) {
    case FieldDescriptor::TYPE_FLOAT:
      return {std::bit_cast<uint32_t>(1.0f), uint64_t{1} << 23};
    case FieldDescriptor::TYPE_DOUBLE:
      return {std::bit_cast<uint64_t>(1.0), uint64_t{1} << 52};
    case FieldDescriptor::TYPE_BOOL:
      return {0, 2};
    case FieldDescriptor::TYPE_ENUM:
      return {0, EnumChoices(value, bits).size()};
    case FieldDescriptor::TYPE_INT32:
      // A negative one is ten bytes whatever it is.
      return bits >= kTop64 ? Between(kMax64 - std::numeric_limits<int32_t>::max(), kMax64)
                            : SameWidth(bits, std::numeric_limits<int32_t>::max());
    case FieldDescriptor::TYPE_INT64:
      return bits >= kTop64 ? Between(kTop64, kMax64) : SameWidth(bits, kTop64 - 1);
    case FieldDescriptor::TYPE_UINT32:
      return SameWidth(bits, kMax32);
    case FieldDescriptor::TYPE_UINT64:
      return SameWidth(bits, kMax64);
    case FieldDescriptor::TYPE_SINT32:
      return SameWidth(WireFormatLite::ZigZagEncode32(static_cast<int32_t>(bits)), kMax32);
    case FieldDescriptor::TYPE_SINT64:
      return SameWidth(WireFormatLite::ZigZagEncode64(static_cast<int64_t>(bits)), kMax64);
    case FieldDescriptor::TYPE_FIXED32:
    case FieldDescriptor::TYPE_SFIXED32:
      return Between(1, kMax32);
    default:
      return Between(1, kMax64);
  }
}

uint64_t FromWire(const ValueRef& value, uint64_t wire) {
  const FieldDescriptor::Type type = value.field->type();
  if (type == FieldDescriptor::TYPE_ENUM) return EnumChoices(value, Get(value))[wire];
  if (type == FieldDescriptor::TYPE_SINT32) {
    return static_cast<uint64_t>(int64_t{WireFormatLite::ZigZagDecode32(static_cast<uint32_t>(wire))});
  }
  if (type == FieldDescriptor::TYPE_SINT64) return static_cast<uint64_t>(WireFormatLite::ZigZagDecode64(wire));
  return wire;
}

}  // namespace

UniqueNumbers::UniqueNumbers(pb::Message* message, uint64_t seed) {
  WalkValues(message, [&](const ValueRef& value) {
    if (!IsVaried(value)) return;
    const uint64_t count = RangeOf(value).count;
    capacity_ = count > kMaxCapacity / capacity_ ? kMaxCapacity : capacity_ * count;
  });
  SplitMix64 random(seed);
  order_.emplace(capacity_, random);
}

void UniqueNumbers::Replace(pb::Message* message) {
  uint64_t number = (*order_)(used_++);
  WalkValues(message, [&](const ValueRef& value) {
    if (!IsVaried(value)) return;
    const Range range = RangeOf(value);
    Set(value, FromWire(value, range.low + number % range.count));
    number /= range.count;
  });
}

void RandomizeNumbers(pb::Message* message, SplitMix64* random) {
  WalkValues(message, [&](const ValueRef& value) {
    if (!IsVaried(value)) return;
    const Range range = RangeOf(value);
    Set(value, FromWire(value, range.low + random->Next() % range.count));
  });
}

}  // namespace pbb
