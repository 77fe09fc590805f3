// What the numbers of FieldDescriptorProto.Type mean on the wire, and look-ups in a plan.
#include "plan/plan.h"

namespace pbb::plan {

using wire::WireType;

const char* KindName(Kind kind) {
  switch (kind) {
    case Kind::kDouble:
      return "double";
    case Kind::kFloat:
      return "float";
    case Kind::kInt64:
      return "int64";
    case Kind::kUint64:
      return "uint64";
    case Kind::kInt32:
      return "int32";
    case Kind::kFixed64:
      return "fixed64";
    case Kind::kFixed32:
      return "fixed32";
    case Kind::kBool:
      return "bool";
    case Kind::kString:
      return "string";
    case Kind::kGroup:
      return "group";
    case Kind::kMessage:
      return "message";
    case Kind::kBytes:
      return "bytes";
    case Kind::kUint32:
      return "uint32";
    case Kind::kEnum:
      return "enum";
    case Kind::kSfixed32:
      return "sfixed32";
    case Kind::kSfixed64:
      return "sfixed64";
    case Kind::kSint32:
      return "sint32";
    case Kind::kSint64:
      return "sint64";
  }
  return "unknown";
}

WireType WireTypeOf(Kind kind) {
  switch (kind) {
    case Kind::kDouble:
    case Kind::kFixed64:
    case Kind::kSfixed64:
      return WireType::kFixed64;
    case Kind::kFloat:
    case Kind::kFixed32:
    case Kind::kSfixed32:
      return WireType::kFixed32;
    case Kind::kString:
    case Kind::kBytes:
    case Kind::kMessage:
      return WireType::kLen;
    case Kind::kGroup:
      return WireType::kStartGroup;
    default:
      return WireType::kVarint;
  }
}

bool IsPackable(Kind kind) {
  const WireType type = WireTypeOf(kind);
  return type != WireType::kLen && type != WireType::kStartGroup;
}

bool Is64Bit(Kind kind) {
  return kind == Kind::kInt64 || kind == Kind::kUint64 || kind == Kind::kSint64 || kind == Kind::kFixed64 ||
         kind == Kind::kSfixed64;
}

bool IsMessage(Kind kind) { return kind == Kind::kMessage || kind == Kind::kGroup; }

uint32_t Field::tag() const { return wire::MakeTag(number, packed ? WireType::kLen : WireTypeOf(kind)); }

const Field* Message::FindField(uint32_t number) const {
  size_t low = 0;
  size_t high = fields.size();
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (fields[middle].number < number) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < fields.size() && fields[low].number == number ? &fields[low] : nullptr;
}

int Plan::FindMessage(std::string_view full_name) const {
  const auto it = message_index.find(full_name);
  return it == message_index.end() ? kNone : it->second;
}

}  // namespace pbb::plan
