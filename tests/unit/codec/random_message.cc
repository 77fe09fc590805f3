#include "random_message.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/unknown_field_set.h>

#include <cmath>
#include <limits>
#include <set>
#include <vector>

namespace pbb::codec {
namespace {

namespace pb = google::protobuf;
using pb::FieldDescriptor;

class Filler {
 public:
  Filler(Random* random, const pb::DescriptorPool& pool) : random_(*random), pool_(pool) {}

  void Fill(pb::Message* message, int depth) {
    const pb::Descriptor& type = *message->GetDescriptor();
    if (type.options().map_entry()) return;
    std::vector<const FieldDescriptor*> fields;
    for (int i = 0; i < type.field_count(); ++i) fields.push_back(type.field(i));
    pool_.FindAllExtensions(&type, &fields);
    for (const FieldDescriptor* field : fields) FillField(message, *field, depth);
    if (Chance(0.15)) AddUnknown(message);
  }

 private:
  bool Chance(double p) { return std::uniform_real_distribution<>(0, 1)(random_) < p; }
  int Below(int n) { return static_cast<int>(random_() % static_cast<uint64_t>(n)); }

  void FillField(pb::Message* message, const FieldDescriptor& field, int depth) {
    const bool nested = field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
    const double p = nested && depth > 2 ? 0.1 : 0.5;
    if (!field.is_required() && !Chance(field.containing_type()->field_count() > 40 ? 0.2 : p)) return;
    if (nested && depth > (field.is_required() ? 12 : 6)) return;  // a required field may refer to its own type
    if (!field.is_repeated()) return Put(message, field, depth);
    const int count = Chance(0.1) ? 40 : 1 + Below(4);
    if (field.is_map()) return FillMap(message, field, count, depth);
    for (int i = 0; i < count; ++i) Put(message, field, depth);
  }

  // DynamicMessage keeps two entries of one key (a known fault of the oracle), so keys are kept distinct here.
  void FillMap(pb::Message* message, const FieldDescriptor& field, int count, int depth) {
    std::set<std::string> seen;
    for (int i = 0; i < count; ++i) {
      pb::Message* entry = message->GetReflection()->AddMessage(message, &field);
      Put(entry, *field.message_type()->map_key(), depth);
      if (!seen.insert(KeyText(*entry)).second) {
        message->GetReflection()->RemoveLast(message, &field);
        continue;
      }
      Put(entry, *field.message_type()->map_value(), depth + 1);
    }
  }

  static std::string KeyText(const pb::Message& entry) { return entry.SerializePartialAsString(); }

  int64_t Integer(bool is_signed, int bits) {
    const uint64_t mask = bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
    uint64_t value = 0;
    switch (Below(5)) {
      case 0:
        value = static_cast<uint64_t>(Below(3));
        break;
      case 1:
        value = uint64_t{1} << Below(bits);
        break;
      case 2:
        value = (uint64_t{1} << Below(bits)) - 1;
        break;
      case 3:
        value = ~static_cast<uint64_t>(Below(200));
        break;
      default:
        value = random_() >> Below(bits);
        break;
    }
    value &= mask;
    if (is_signed && bits == 32) return static_cast<int32_t>(static_cast<uint32_t>(value));
    return static_cast<int64_t>(value);
  }

  template <typename T>
  T Real() {
    switch (Below(7)) {
      case 0:
        return T{0};
      case 1:
        return -T{0};
      case 2:
        return std::numeric_limits<T>::infinity();
      case 3:
        return std::numeric_limits<T>::quiet_NaN();  // the canonical one: others are a named divergence
      case 4:
        return std::numeric_limits<T>::denorm_min();
      case 5:
        return std::numeric_limits<T>::max();
      default:
        return static_cast<T>(static_cast<double>(Integer(true, 32)) / 7);
    }
  }

  std::string Text(bool utf8) {
    static const char* const kPieces[] = {
        "", "a", "hello", "\xc3\xa9", "\xe4\xb8\xad", "\xf0\x9f\x98\x80", "\"\\\n", "0123456789abcdef"};
    std::string text;
    const int count = Chance(0.05) ? 40 : Below(5);
    for (int i = 0; i < count; ++i) text += kPieces[Below(8)];
    if (Chance(0.1)) text += '\0';
    if (!utf8 && Chance(0.3)) text += "\xff\x80";
    return text;
  }

  void Put(pb::Message* message, const FieldDescriptor& field, int depth) {
    const pb::Reflection& r = *message->GetReflection();
    const bool list = field.is_repeated();
    switch (field.cpp_type()) {
      case FieldDescriptor::CPPTYPE_INT32: {
        const auto v = static_cast<int32_t>(Integer(true, 32));
        return list ? r.AddInt32(message, &field, v) : r.SetInt32(message, &field, v);
      }
      case FieldDescriptor::CPPTYPE_UINT32: {
        const auto v = static_cast<uint32_t>(Integer(false, 32));
        return list ? r.AddUInt32(message, &field, v) : r.SetUInt32(message, &field, v);
      }
      case FieldDescriptor::CPPTYPE_INT64: {
        const int64_t v = Integer(true, 64);
        return list ? r.AddInt64(message, &field, v) : r.SetInt64(message, &field, v);
      }
      case FieldDescriptor::CPPTYPE_UINT64: {
        const auto v = static_cast<uint64_t>(Integer(false, 64));
        return list ? r.AddUInt64(message, &field, v) : r.SetUInt64(message, &field, v);
      }
      case FieldDescriptor::CPPTYPE_FLOAT: {
        const auto v = Real<float>();
        return list ? r.AddFloat(message, &field, v) : r.SetFloat(message, &field, v);
      }
      case FieldDescriptor::CPPTYPE_DOUBLE: {
        const auto v = Real<double>();
        return list ? r.AddDouble(message, &field, v) : r.SetDouble(message, &field, v);
      }
      case FieldDescriptor::CPPTYPE_BOOL: {
        const bool v = Chance(0.5);
        return list ? r.AddBool(message, &field, v) : r.SetBool(message, &field, v);
      }
      case FieldDescriptor::CPPTYPE_ENUM: {
        const bool open = field.file()->syntax() == pb::FileDescriptor::SYNTAX_PROTO3;
        const int v = open && Chance(0.3) ? static_cast<int>(Integer(true, 32))
                                          : field.enum_type()->value(Below(field.enum_type()->value_count()))->number();
        return list ? r.AddEnumValue(message, &field, v) : r.SetEnumValue(message, &field, v);
      }
      case FieldDescriptor::CPPTYPE_STRING: {
        const bool utf8 =
            field.type() == FieldDescriptor::TYPE_STRING && field.file()->syntax() == pb::FileDescriptor::SYNTAX_PROTO3;
        return list ? r.AddString(message, &field, Text(utf8)) : r.SetString(message, &field, Text(utf8));
      }
      case FieldDescriptor::CPPTYPE_MESSAGE:
        return Fill(list ? r.AddMessage(message, &field) : r.MutableMessage(message, &field), depth + 1);
    }
  }

  // Numbers that no test schema declares.
  void AddUnknown(pb::Message* message) {
    pb::UnknownFieldSet* unknown = message->GetReflection()->MutableUnknownFields(message);
    for (int i = Below(3); i >= 0; --i) {
      const int number = 20'000'000 + Below(3);
      switch (Below(5)) {
        case 0:
          unknown->AddVarint(number, random_());
          break;
        case 1:
          unknown->AddFixed32(number, static_cast<uint32_t>(random_()));
          break;
        case 2:
          unknown->AddFixed64(number, random_());
          break;
        case 3:
          unknown->AddLengthDelimited(number, Text(false));
          break;
        default:
          unknown->AddGroup(number)->AddVarint(number, 1);
          break;
      }
    }
  }

  Random& random_;
  const pb::DescriptorPool& pool_;
};

}  // namespace

void FillRandomly(Random* random, pb::Message* message) {
  Filler(random, *message->GetDescriptor()->file()->pool()).Fill(message, 0);
}

std::string Damage(Random* random, std::string bytes) {
  const auto below = [random](size_t n) { return n == 0 ? 0 : (*random)() % n; };
  for (int edits = 1 + static_cast<int>(below(3)); edits > 0; --edits) {
    const size_t at = below(bytes.size() + 1);
    const size_t length = below(std::min<size_t>(bytes.size() - at + 1, 12));
    switch (below(6)) {
      case 0:
        if (at < bytes.size()) bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
        break;
      case 1:
        bytes.resize(at);
        break;
      case 2:
        bytes.insert(at, bytes.substr(at, length));
        break;
      case 3:
        bytes.erase(at, length);
        break;
      case 4:
        bytes.insert(at, 1, static_cast<char>(below(256)));
        break;
      default:
        bytes += bytes.substr(at);
        break;
    }
  }
  return bytes;
}

}  // namespace pbb::codec
