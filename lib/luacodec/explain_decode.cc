#include "luacodec/explain_decode.h"

#include "wire/utf8.h"
#include "wire/varint.h"

namespace pbb::luacodec {
namespace {

using plan::Kind;
using wire::WireType;

class Walker {
 public:
  Walker(const plan::Plan& plan, std::string_view bytes, bool validate_utf8)
      : plan_(plan), bytes_(bytes), validate_utf8_(validate_utf8) {}

  // Every walk returns false once an error is noted. `*at` moves on over what was read; `end` bounds the scope.
  // `message` is nullptr inside an unknown group; `group` is 0 outside of groups.
  bool Scope(const plan::Message* message, size_t* at, size_t end, int depth, uint32_t group) {
    while (*at < end) {
      const size_t tag_at = *at;
      uint32_t tag = 0;
      if (!Tag(at, end, &tag)) return false;
      if (static_cast<WireType>(tag & 7) == WireType::kEndGroup && tag >> 3 == group) return true;
      if (!Record(message, tag, tag_at, at, end, depth)) return false;
    }
    return group == 0 || Fail("unterminated group", end);
  }

  std::optional<DecodeError> error;

 private:
  bool Fail(const char* what, size_t at) {
    error = DecodeError{what, at};
    return false;
  }

  bool Varint(size_t* at, size_t end, int max_bytes, const char* too_long, uint64_t* value) {
    const size_t start = *at;
    *value = 0;
    for (int i = 0; i < max_bytes; ++i) {
      if (*at >= end) return Fail("truncated varint", start);
      const auto byte = static_cast<uint8_t>(bytes_[(*at)++]);
      *value |= static_cast<uint64_t>(byte & 0x7f) << (7 * i);
      if (byte < 0x80) return true;
    }
    return Fail(too_long, start);
  }

  bool Tag(size_t* at, size_t end, uint32_t* tag) {
    const size_t start = *at;
    uint64_t value = 0;
    if (!Varint(at, end, wire::kMaxTagBytes, "invalid tag", &value)) return false;
    if (value > 0xffffffffU || value < 8) return Fail("invalid tag", start);
    if ((value & 7) > 5) return Fail((value & 7) == 6 ? "invalid wire type 6" : "invalid wire type 7", start);
    *tag = static_cast<uint32_t>(value);
    return true;
  }

  bool Length(size_t* at, size_t end, size_t* length) {
    const size_t start = *at;
    uint64_t value = 0;
    if (!Varint(at, end, wire::kMaxLengthBytes, "invalid length", &value)) return false;
    if (value > wire::kMaxLength) return Fail("invalid length", start);
    if (value > end - *at) return Fail("length past the end", start);
    *length = static_cast<size_t>(value);
    return true;
  }

  bool Fixed(size_t* at, size_t end, size_t size) {
    if (end - *at < size) return Fail(size == 4 ? "truncated fixed32" : "truncated fixed64", *at);
    *at += size;
    return true;
  }

  bool Value(WireType type, size_t* at, size_t end) {
    uint64_t ignored = 0;
    size_t length = 0;
    switch (type) {
      case WireType::kVarint:
        return Varint(at, end, wire::kMaxVarintBytes, "varint over 10 bytes", &ignored);
      case WireType::kFixed64:
        return Fixed(at, end, 8);
      case WireType::kFixed32:
        return Fixed(at, end, 4);
      default:
        if (!Length(at, end, &length)) return false;
        *at += length;
        return true;
    }
  }

  bool String(bool utf8, size_t* at, size_t end) {
    size_t length = 0;
    if (!Length(at, end, &length)) return false;
    const auto* const text = reinterpret_cast<const uint8_t*>(bytes_.data()) + *at;
    if (utf8 && validate_utf8_ && !wire::IsValidUtf8(text, length)) return Fail("invalid UTF-8", *at);
    *at += length;
    return true;
  }

  bool Packed(WireType type, size_t* at, size_t end) {
    size_t length = 0;
    if (!Length(at, end, &length)) return false;
    const size_t run_end = *at + length;
    while (*at < run_end) {
      if (!Value(type, at, run_end)) return false;
    }
    return true;
  }

  bool SubMessage(const plan::Message& message, size_t* at, size_t end, int depth) {
    size_t length = 0;
    if (!Length(at, end, &length)) return false;
    return Scope(&message, at, *at + length, depth, 0);
  }

  const plan::Field* Find(const plan::Message* message, uint32_t number) const {
    if (message == nullptr) return nullptr;
    const plan::Field* const field = message->FindField(number);
    if (field != nullptr) return field;
    for (const int index : message->extensions) {
      if (plan_.extensions[index].field.number == number) return &plan_.extensions[index].field;
    }
    return nullptr;
  }

  // One record whose tag, at `tag_at`, has been read.
  bool Record(const plan::Message* message, uint32_t tag, size_t tag_at, size_t* at, size_t end, int depth) {
    const uint32_t number = tag >> 3;
    const auto type = static_cast<WireType>(tag & 7);
    const plan::Field* const field = Find(message, number);
    const WireType expected = field != nullptr ? plan::WireTypeOf(field->kind) : type;
    if (field != nullptr && type == WireType::kLen && field->repeated && plan::IsPackable(field->kind)) {
      return Packed(expected, at, end);
    }
    const bool known = field != nullptr && type == expected;
    const bool opens = type == WireType::kStartGroup || (known && field->kind == Kind::kMessage);
    if (type == WireType::kEndGroup) return Fail("unexpected end group", tag_at);
    if (opens && depth >= wire::kMaxDepth) return Fail("nesting over 100 levels", tag_at);
    const plan::Message* const inner =
        known && field->message != plan::kNone ? &plan_.messages[field->message] : nullptr;
    if (type == WireType::kStartGroup) return Scope(inner, at, end, depth + 1, number);
    if (opens) return SubMessage(*inner, at, end, depth + 1);
    if (known && field->kind == Kind::kString) return String(field->utf8, at, end);
    return Value(type, at, end);
  }

  const plan::Plan& plan_;
  const std::string_view bytes_;
  const bool validate_utf8_;
};

}  // namespace

std::optional<DecodeError> ExplainDecode(const plan::Plan& plan, int message, std::string_view bytes,
                                         bool validate_utf8) {
  Walker walker(plan, bytes, validate_utf8);
  size_t at = 0;
  walker.Scope(&plan.messages[message], &at, bytes.size(), 0, 0);
  return walker.error;
}

}  // namespace pbb::luacodec
