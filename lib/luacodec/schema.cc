#include "luacodec/schema.h"

#include <algorithm>
#include <cstring>

#include "luacodec/hand_types.h"

namespace pbb::luacodec {
namespace {

// Field numbers up to this get a slot each, however few fields there are; beyond it only dense messages do.
constexpr uint32_t kSmallNumber = 64;
constexpr uint32_t kPresizeAtFirst = 16;

Shape ShapeOf(const plan::Field& field) {
  if (field.is_map) return Shape::kMap;
  if (field.kind == plan::Kind::kMessage) return field.repeated ? Shape::kMessageList : Shape::kMessage;
  if (field.kind == plan::Kind::kGroup) return field.repeated ? Shape::kGroupList : Shape::kGroup;
  return field.repeated ? Shape::kList : Shape::kScalar;
}

}  // namespace

TagBytes TagBytes::Of(uint32_t tag) {
  uint8_t bytes[8] = {};
  TagBytes result;
  result.size = static_cast<uint32_t>(wire::WriteVarint(bytes, tag) - bytes);
  std::memcpy(&result.word, bytes, 8);
  result.mask = ~uint64_t{0} >> (64 - 8 * result.size);
  return result;
}

bool EnumPlan::Has(int32_t number) const {
  if (number >= 0 && number < 64) return (low >> number & 1) != 0;
  return std::binary_search(numbers.begin(), numbers.end(), number);
}

const FieldPlan* MessagePlan::FindFar(uint32_t number) const {
  const FieldPlan* found =
      std::lower_bound(begin(), end(), number, [](const FieldPlan& f, uint32_t n) { return f.number < n; });
  return found != end() && found->number == number ? found : nullptr;
}

Schema::Schema(plan::Plan plan) : plan_(std::move(plan)) {
  keys_ = {"", "_extensions", "_unknown_fields"};  // place 0 is no place in a Lua array
  CompileEnums();
  messages_.resize(plan_.messages.size());
  for (size_t i = 0; i < messages_.size(); ++i) CompileMessage(static_cast<int>(i));
  RefuseMessageSets();
  for (MessagePlan& message : messages_) message.hand = MatchHandType(message);
}

// To the fixed point: a message is refused when anything it can hold is.
void Schema::RefuseMessageSets() {
  const auto refused = [](const FieldPlan& field) { return field.message != nullptr && field.message->refused; };
  for (MessagePlan& message : messages_) message.refused = message.declared->message_set;
  for (bool changed = true; changed;) {
    changed = false;
    for (MessagePlan& message : messages_) {
      if (message.refused || std::none_of(message.begin(), message.end(), refused)) continue;
      message.refused = true;
      changed = true;
    }
  }
}

const MessagePlan* Schema::Find(std::string_view full_name) const {
  const int index = plan_.FindMessage(full_name);
  if (index == plan::kNone || plan_.messages[index].is_map_entry) return nullptr;
  return &messages_[index];
}

void NameTable::Reserve(size_t names) {
  size_t size = 4;
  while (size < 2 * names) size *= 2;
  slots_.assign(size, {});
  mask_ = size - 1;
}

void NameTable::Add(const void* name, uint8_t field) {
  size_t i = Hash(name);
  while (slots_[i & mask_].name != nullptr) ++i;
  slots_[i & mask_] = {name, field};
}

void Schema::BindNames(const std::vector<const void*>& names) {
  for (MessagePlan& message : messages_) {
    if (message.field_count > NameTable::kMaxFields) continue;
    message.by_name.Reserve(message.field_count + 2);
    // A field of one of these two names comes first: it is found first.
    for (const FieldPlan& field : message.fields) {
      if (field.declared != nullptr && !field.extension) {
        message.by_name.Add(names[static_cast<size_t>(field.key)], static_cast<uint8_t>(field.index));
      }
    }
    message.by_name.Add(names[kExtensionsKey], NameTable::kExtensions);
    message.by_name.Add(names[kUnknownKey], NameTable::kUnknown);
  }
}

int Schema::Key(const std::string& name) {
  const auto [it, fresh] = key_index_.emplace(name, static_cast<int>(keys_.size()));
  if (fresh) keys_.push_back(name);
  return it->second;
}

void Schema::CompileEnums() {
  enums_.resize(plan_.enums.size());
  for (size_t i = 0; i < enums_.size(); ++i) {
    EnumPlan& result = enums_[i];
    result.declared = &plan_.enums[i];
    // A place of its own, filled with a table instead of a string; the name below can be no field's.
    result.names_key = Key("enum " + result.declared->full_name);
    for (const plan::EnumValue& value : result.declared->values) {
      if (value.number >= 0 && value.number < 64) result.low |= uint64_t{1} << value.number;
      result.numbers.push_back(value.number);
    }
    std::sort(result.numbers.begin(), result.numbers.end());
  }
}

FieldPlan Schema::CompileField(const plan::Field& field) {
  FieldPlan result;
  result.declared = &field;
  result.number = field.number;
  result.kind = field.kind;
  result.shape = ShapeOf(field);
  result.wire_type = plan::WireTypeOf(field.kind);
  result.packable = field.repeated && plan::IsPackable(field.kind);
  result.packed = field.packed;
  result.tag = TagBytes::Of(field.tag());
  result.element = TagBytes::Of(result.element_tag());
  result.required = field.required;
  result.presence = field.presence;
  result.utf8 = field.utf8;
  result.extension = field.extension;
  result.oneof = static_cast<int16_t>(field.oneof);
  result.key = Key(field.extension ? field.full_name : field.name);
  if (field.message != plan::kNone) result.message = &messages_[field.message];
  if (field.enumeration != plan::kNone) {
    result.enumeration = &enums_[field.enumeration];
    result.closed_enum = result.enumeration->closed();
  }
  return result;
}

void Schema::CompileMessage(int index) {
  MessagePlan& message = messages_[index];
  const plan::Message& declared = plan_.messages[index];
  message.declared = &declared;
  message.index = index;
  message.extendable = !declared.extension_ranges.empty();
  message.needs_required_check = declared.needs_required_check;
  for (const plan::Field& field : declared.fields) message.fields.push_back(CompileField(field));
  for (const int extension : declared.extensions) {
    message.fields.push_back(CompileField(plan_.extensions[extension].field));
  }
  std::sort(message.fields.begin(), message.fields.end(),
            [](const FieldPlan& a, const FieldPlan& b) { return a.number < b.number; });
  message.field_count = static_cast<uint32_t>(message.fields.size());
  if (message.field_count > UINT16_MAX - 1 || declared.oneofs.size() > INT16_MAX) {
    error_ = declared.full_name + ": more fields than 65534, or more oneofs than 32767";
    return;
  }
  message.size_hint = std::min(message.field_count, kPresizeAtFirst);
  message.oneofs.resize(declared.oneofs.size());
  for (size_t i = 0; i < declared.oneofs.size(); ++i) message.oneofs[i].declared = &declared.oneofs[i];
  const uint32_t dense_limit = std::max(kSmallNumber, 4 * message.field_count);
  for (uint32_t i = 0; i < message.field_count; ++i) {
    FieldPlan& field = message.fields[i];
    field.index = static_cast<uint16_t>(i);
    if (field.number < dense_limit) {
      message.by_number.resize(field.number + 1);
      message.by_number[field.number] = static_cast<uint16_t>(i + 1);
    }
    if (field.required) {
      message.required_bits |= field.bit();
      message.required_wide = message.required_wide || field.bit() == 0;
    }
    if (field.extension) message.extension_bits |= field.bit();
    if (field.oneof != plan::kNone) {
      OneofPlan& oneof = message.oneofs[field.oneof];
      oneof.members.push_back(field.index);
      oneof.bits |= field.bit();
      oneof.wide = oneof.wide || field.bit() == 0;
    }
  }
  message.fields.emplace_back();
}

}  // namespace pbb::luacodec
