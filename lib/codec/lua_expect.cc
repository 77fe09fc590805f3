#include "codec/lua_expect.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/unknown_field_set.h>

#include <limits>
#include <string>
#include <vector>

namespace pbb::codec {
namespace {

namespace pb = google::protobuf;
using pb::FieldDescriptor;

constexpr int64_t kLargestExact = int64_t{1} << 53;

class Pusher {
 public:
  Pusher(lua_State* l, int harness, bool int64_as_number) : l_(l), harness_(harness), as_number_(int64_as_number) {}

  void PushMessage(const pb::Message& message) {
    luaL_checkstack(l_, 10, "expected value");
    lua_newtable(l_);
    const pb::Reflection& reflection = *message.GetReflection();
    std::vector<const FieldDescriptor*> fields;
    reflection.ListFields(message, &fields);
    bool extensions = false;
    for (const FieldDescriptor* field : fields) {
      if (field->is_extension()) {
        extensions = true;
        continue;
      }
      PushField(message, *field);
      SetField(field->name());
    }
    if (extensions) PushExtensions(message, fields);
    const pb::UnknownFieldSet& unknown = reflection.GetUnknownFields(message);
    if (!unknown.empty()) {
      std::string bytes;
      unknown.SerializeToString(&bytes);
      PushString(bytes);
      SetField("_unknown_fields");
    }
  }

 private:
  void SetField(const std::string& name) {
    PushString(name);
    lua_insert(l_, -2);
    lua_rawset(l_, -3);
  }

  void PushString(const std::string& text) { lua_pushlstring(l_, text.data(), text.size()); }

  void PushExtensions(const pb::Message& message, const std::vector<const FieldDescriptor*>& fields) {
    lua_newtable(l_);
    for (const FieldDescriptor* field : fields) {
      if (!field->is_extension()) continue;
      PushField(message, *field);
      SetField(field->full_name());
    }
    SetField("_extensions");
  }

  void PushField(const pb::Message& message, const FieldDescriptor& field) {
    if (!field.is_repeated()) {
      PushValue(message, field, -1);
      return;
    }
    const int size = message.GetReflection()->FieldSize(message, &field);
    lua_newtable(l_);
    for (int i = 0; i < size; ++i) {
      if (field.is_map()) {
        const pb::Message& entry = message.GetReflection()->GetRepeatedMessage(message, &field, i);
        PushKey(entry, *field.message_type()->map_key());
        PushValue(entry, *field.message_type()->map_value(), -1);
        lua_rawset(l_, -3);
      } else {
        PushValue(message, field, i);
        lua_rawseti(l_, -2, i + 1);
      }
    }
  }

  // A 64-bit key is a number where it is exact and a decimal string beyond.
  void PushKey(const pb::Message& entry, const FieldDescriptor& key) {
    const pb::Reflection& reflection = *entry.GetReflection();
    if (key.cpp_type() == FieldDescriptor::CPPTYPE_INT64) {
      const int64_t value = reflection.GetInt64(entry, &key);
      if (value < -kLargestExact || value > kLargestExact) return PushString(std::to_string(value));
      lua_pushnumber(l_, static_cast<double>(value));
    } else if (key.cpp_type() == FieldDescriptor::CPPTYPE_UINT64) {
      const uint64_t value = reflection.GetUInt64(entry, &key);
      if (value > static_cast<uint64_t>(kLargestExact)) return PushString(std::to_string(value));
      lua_pushnumber(l_, static_cast<double>(value));
    } else {
      PushValue(entry, key, -1);
    }
  }

  void PushNumber(double value) {
    lua_pushnumber(l_, value == value ? value : std::numeric_limits<double>::quiet_NaN());
  }

  void PushInt64(int64_t value) {
    if (as_number_ && value >= -kLargestExact && value <= kLargestExact) return PushNumber(static_cast<double>(value));
    Push64("make_int64", static_cast<uint64_t>(value), static_cast<double>(static_cast<int32_t>(value >> 32)));
  }

  void PushUint64(uint64_t value) {
    if (as_number_ && value <= static_cast<uint64_t>(kLargestExact)) return PushNumber(static_cast<double>(value));
    Push64("make_uint64", value, static_cast<double>(value >> 32));
  }

  void Push64(const char* maker, uint64_t value, double high) {
    lua_getfield(l_, harness_, maker);
    lua_pushnumber(l_, static_cast<double>(value & 0xffffffffU));
    lua_pushnumber(l_, high);
    lua_call(l_, 2, 1);
  }

  // `index` -1: a singular field.
  void PushValue(const pb::Message& message, const FieldDescriptor& field, int index) {
    const pb::Reflection& reflection = *message.GetReflection();
    const bool single = index < 0;
    std::string scratch;
    switch (field.cpp_type()) {
      case FieldDescriptor::CPPTYPE_INT32:
        return PushNumber(single ? reflection.GetInt32(message, &field)
                                 : reflection.GetRepeatedInt32(message, &field, index));
      case FieldDescriptor::CPPTYPE_UINT32:
        return PushNumber(single ? reflection.GetUInt32(message, &field)
                                 : reflection.GetRepeatedUInt32(message, &field, index));
      case FieldDescriptor::CPPTYPE_INT64:
        return PushInt64(single ? reflection.GetInt64(message, &field)
                                : reflection.GetRepeatedInt64(message, &field, index));
      case FieldDescriptor::CPPTYPE_UINT64:
        return PushUint64(single ? reflection.GetUInt64(message, &field)
                                 : reflection.GetRepeatedUInt64(message, &field, index));
      case FieldDescriptor::CPPTYPE_FLOAT:
        return PushNumber(single ? reflection.GetFloat(message, &field)
                                 : reflection.GetRepeatedFloat(message, &field, index));
      case FieldDescriptor::CPPTYPE_DOUBLE:
        return PushNumber(single ? reflection.GetDouble(message, &field)
                                 : reflection.GetRepeatedDouble(message, &field, index));
      case FieldDescriptor::CPPTYPE_ENUM:
        return PushNumber(single ? reflection.GetEnumValue(message, &field)
                                 : reflection.GetRepeatedEnumValue(message, &field, index));
      case FieldDescriptor::CPPTYPE_BOOL:
        lua_pushboolean(
            l_, single ? reflection.GetBool(message, &field) : reflection.GetRepeatedBool(message, &field, index));
        return;
      case FieldDescriptor::CPPTYPE_STRING:
        return PushString(single ? reflection.GetStringReference(message, &field, &scratch)
                                 : reflection.GetRepeatedStringReference(message, &field, index, &scratch));
      case FieldDescriptor::CPPTYPE_MESSAGE:
        return PushMessage(single ? reflection.GetMessage(message, &field)
                                  : reflection.GetRepeatedMessage(message, &field, index));
    }
  }

  lua_State* l_;
  int harness_;
  bool as_number_;
};

}  // namespace

void PushExpected(lua_State* l, int harness, const google::protobuf::Message& message, bool int64_as_number) {
  Pusher(l, harness, int64_as_number).PushMessage(message);
}

}  // namespace pbb::codec
