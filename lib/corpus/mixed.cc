// Payloads of random shape around a template: what ring `mixed` is made of, and `shuffled` before its shuffling.
#include "corpus/mixed.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "corpus/unique_numbers.h"
#include "schema/pool.h"

namespace pbb {
namespace {

namespace pb = google::protobuf;
using pb::FieldDescriptor;

constexpr double kPresence = 0.6;
constexpr uint64_t kPresencePercent = 60;
constexpr uint64_t kUnit = 1000;            // scales are in thousandths
constexpr uint64_t kMostScale = 4 * kUnit;  // beyond it a payload would not look like the template any more
constexpr uint64_t kLeastJitter = 500;      // of a length, in thousandths; the most is as far above kUnit
constexpr double kNearEnough = 0.95;        // of the template's size

struct Scales {
  uint64_t lists;
  uint64_t strings;
};

bool IsMessage(const FieldDescriptor* field) { return field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE; }
bool IsString(const FieldDescriptor* field) { return field->cpp_type() == FieldDescriptor::CPPTYPE_STRING; }

// Neither a required field nor key or value of a map entry may be absent.
bool MayBeAbsent(const FieldDescriptor* field) {
  return !field->is_required() && !field->containing_type()->options().map_entry();
}

std::vector<const FieldDescriptor*> FieldsOf(const pb::Message& message) {
  std::vector<const FieldDescriptor*> fields;
  message.GetReflection()->ListFields(message, &fields);
  return fields;
}

const pb::Message& Element(const pb::Message& message, const FieldDescriptor* field, int index) {
  return index < 0 ? message.GetReflection()->GetMessage(message, field)
                   : message.GetReflection()->GetRepeatedMessage(message, field, index);
}

double ExpectedSize(const pb::Message& message, const Scales& scales);

double ExpectedElement(const pb::Message& message, const FieldDescriptor* field, int index, const Scales& scales) {
  const double size = ExpectedSize(Element(message, field, index), scales);
  const auto tag =
      static_cast<double>(pb::io::CodedOutputStream::VarintSize32(static_cast<uint32_t>(field->number()) << 3));
  if (field->type() == FieldDescriptor::TYPE_GROUP) return 2 * tag + size;
  return tag + static_cast<double>(pb::io::CodedOutputStream::VarintSize64(static_cast<uint64_t>(size))) + size;
}

double TextBytes(const pb::Message& message, const FieldDescriptor* field) {
  const pb::Reflection& reflection = *message.GetReflection();
  if (!field->is_repeated()) return static_cast<double>(reflection.GetString(message, field).size());
  double bytes = 0;
  for (int i = 0; i < reflection.FieldSize(message, field); ++i) {
    bytes += static_cast<double>(reflection.GetRepeatedString(message, field, i).size());
  }
  return bytes;
}

double ExpectedField(const pb::Message& message, const FieldDescriptor* field, const Scales& scales) {
  double size = 0;
  const int count = field->is_repeated() ? message.GetReflection()->FieldSize(message, field) : 1;
  if (IsMessage(field)) {
    for (int i = 0; i < count; ++i) size += ExpectedElement(message, field, field->is_repeated() ? i : -1, scales);
  } else {
    size = static_cast<double>(pb::internal::WireFormat::FieldByteSize(field, message));
    if (IsString(field)) size += TextBytes(message, field) * (static_cast<double>(scales.strings) / kUnit - 1);
  }
  return field->is_repeated() ? size * static_cast<double>(scales.lists) / kUnit : size;
}

// Mean encoded size of what Shape() makes of `message`.
double ExpectedSize(const pb::Message& message, const Scales& scales) {
  double size = 0;
  for (const FieldDescriptor* field : FieldsOf(message)) {
    size += (MayBeAbsent(field) ? kPresence : 1) * ExpectedField(message, field, scales);
  }
  return size;
}

// The least scale from kUnit to kMostScale with which the mean size is `wanted`; kMostScale when none is enough.
template <typename SizeAt>
uint64_t Solve(double wanted, const SizeAt& size_at) {
  uint64_t low = kUnit, high = kMostScale;
  while (low < high) {
    const uint64_t middle = (low + high) / 2;
    if (size_at(middle) < wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

// The first `size` bytes of `text` over and over, fewer where that would cut a character of a string field.
std::string Resized(const std::string& text, size_t size, const FieldDescriptor* field) {
  std::string out;
  while (out.size() < size) out += text;
  if (field->type() == FieldDescriptor::TYPE_STRING) {
    const auto inside = [&] { return size > 0 && size < out.size() && (out[size] & 0xc0) == 0x80; };
    while (inside()) --size;
  }
  out.resize(size);
  return out.empty() ? text : out;
}

class Shaper {
 public:
  Shaper(SplitMix64* random, const Scales& scales) : random_(*random), scales_(scales) {}

  void Shape(const pb::Message& from, pb::Message* to) {
    for (const FieldDescriptor* field : FieldsOf(from)) {
      if (MayBeAbsent(field) && random_.Next() % 100 >= kPresencePercent) continue;
      if (field->is_map()) {
        ShapeMap(from, field, to);
      } else if (field->is_repeated()) {
        const int count = from.GetReflection()->FieldSize(from, field);
        const uint64_t length = LengthNear(static_cast<uint64_t>(count), scales_.lists);
        for (uint64_t i = 0; i < length; ++i) Copy(from, field, static_cast<int>(i % static_cast<uint64_t>(count)), to);
      } else {
        Copy(from, field, -1, to);
      }
    }
  }

 private:
  uint64_t LengthNear(uint64_t length, uint64_t scale) {
    const uint64_t jitter = kLeastJitter + random_.Next() % (2 * (kUnit - kLeastJitter) + 1);
    return std::max<uint64_t>((length * scale * jitter + kUnit * kUnit / 2) / (kUnit * kUnit), 1);
  }

  // Entries beyond the template's get a key that no other one has. Strings are told apart when they are made new.
  void ShapeMap(const pb::Message& from, const FieldDescriptor* field, pb::Message* to) {
    const auto count = static_cast<uint64_t>(from.GetReflection()->FieldSize(from, field));
    const FieldDescriptor* key = field->message_type()->map_key();
    uint64_t length = LengthNear(count, scales_.lists);
    if (key->cpp_type() == FieldDescriptor::CPPTYPE_BOOL) length = std::min(length, count);
    std::set<int64_t> used;
    for (uint64_t i = 0; i < count && !IsString(key); ++i)
      used.insert(IntegerKey(Element(from, field, static_cast<int>(i)), key));
    int64_t next = 1;
    for (uint64_t i = 0; i < length; ++i) {
      pb::Message* entry = to->GetReflection()->AddMessage(to, field);
      Shape(Element(from, field, static_cast<int>(i % count)), entry);
      if (i < count) continue;
      if (IsString(key)) {
        // An empty one is not made new.
        if (entry->GetReflection()->GetString(*entry, key).empty()) {
          entry->GetReflection()->SetString(entry, key, "key" + std::to_string(i));
        }
        continue;
      }
      while (!used.insert(next).second) ++next;
      SetIntegerKey(entry, key, next);
    }
  }

  static int64_t IntegerKey(const pb::Message& entry, const FieldDescriptor* key) {
    const pb::Reflection& reflection = *entry.GetReflection();
    switch (key->cpp_type()) {
      case FieldDescriptor::CPPTYPE_INT32:
        return reflection.GetInt32(entry, key);
      case FieldDescriptor::CPPTYPE_UINT32:
        return reflection.GetUInt32(entry, key);
      case FieldDescriptor::CPPTYPE_INT64:
        return reflection.GetInt64(entry, key);
      case FieldDescriptor::CPPTYPE_UINT64:
        return static_cast<int64_t>(reflection.GetUInt64(entry, key));
      default:
        return reflection.GetBool(entry, key);
    }
  }

  static void SetIntegerKey(pb::Message* entry, const FieldDescriptor* key, int64_t value) {
    const pb::Reflection& reflection = *entry->GetReflection();
    switch (key->cpp_type()) {
      case FieldDescriptor::CPPTYPE_INT32:
        return reflection.SetInt32(entry, key, static_cast<int32_t>(value));
      case FieldDescriptor::CPPTYPE_UINT32:
        return reflection.SetUInt32(entry, key, static_cast<uint32_t>(value));
      case FieldDescriptor::CPPTYPE_INT64:
        return reflection.SetInt64(entry, key, value);
      default:
        return reflection.SetUInt64(entry, key, static_cast<uint64_t>(value));
    }
  }

  std::string TextOf(const FieldDescriptor* field, const std::string& text) {
    if (scales_.strings == kUnit || text.empty()) return text;
    return Resized(text, LengthNear(text.size(), scales_.strings), field);
  }

  // One value: `index` -1 for a singular field, else it is appended.
  void Copy(const pb::Message& from, const FieldDescriptor* field, int index, pb::Message* to) {
    const pb::Reflection& source = *from.GetReflection();
    const pb::Reflection& target = *to->GetReflection();
    const bool list = index >= 0;
    switch (field->cpp_type()) {
#define PBB_COPY(CPPTYPE, Name)                                                             \
  case FieldDescriptor::CPPTYPE:                                                            \
    return list ? target.Add##Name(to, field, source.GetRepeated##Name(from, field, index)) \
                : target.Set##Name(to, field, source.Get##Name(from, field))
      PBB_COPY(CPPTYPE_INT32, Int32);
      PBB_COPY(CPPTYPE_UINT32, UInt32);
      PBB_COPY(CPPTYPE_INT64, Int64);
      PBB_COPY(CPPTYPE_UINT64, UInt64);
      PBB_COPY(CPPTYPE_FLOAT, Float);
      PBB_COPY(CPPTYPE_DOUBLE, Double);
      PBB_COPY(CPPTYPE_BOOL, Bool);
      PBB_COPY(CPPTYPE_ENUM, EnumValue);
#undef PBB_COPY
      case FieldDescriptor::CPPTYPE_STRING:
        return list ? target.AddString(to, field, TextOf(field, source.GetRepeatedString(from, field, index)))
                    : target.SetString(to, field, TextOf(field, source.GetString(from, field)));
      case FieldDescriptor::CPPTYPE_MESSAGE:
        return Shape(Element(from, field, index),
                     list ? target.AddMessage(to, field) : target.MutableMessage(to, field));
    }
  }

  SplitMix64& random_;
  Scales scales_;
};

std::unique_ptr<pb::Message> CopyOf(const pb::Message& original) {
  std::unique_ptr<pb::Message> copy(original.New());
  copy->CopyFrom(original);
  return copy;
}

}  // namespace

MixedMaker::MixedMaker(const pb::Message& original, uint64_t seed)
    : original_(CopyOf(original)), random_(SplitMix64(seed).Next()), strings_(original_.get(), seed) {
  const auto wanted = static_cast<double>(original.ByteSizeLong());
  const auto with_lists = [&](uint64_t scale) { return ExpectedSize(original, {scale, kUnit}); };
  list_scale_ = Solve(wanted, with_lists);
  if (with_lists(list_scale_) >= kNearEnough * wanted) return;
  list_scale_ = static_cast<uint64_t>(kUnit / kPresence);
  string_scale_ = Solve(wanted, [&](uint64_t scale) { return ExpectedSize(original, {list_scale_, scale}); });
}

std::optional<std::string> MixedMaker::Next() {
  std::unique_ptr<pb::Message> message(original_->New());
  Shaper(&random_, {list_scale_, string_scale_}).Shape(*original_, message.get());
  if (strings_.empty()) {
    RandomizeNumbers(message.get(), &random_);
  } else if (!strings_.Replace(message.get())) {
    return std::nullopt;
  }
  return SerializeCanonical(*message);
}

}  // namespace pbb
