// The decoder's single values: numbers, strings, 64-bit integers, map keys.
#include "luacodec/decode_value.h"

#include <cstdio>

namespace pbb::luacodec {

using plan::Kind;

namespace {

constexpr int64_t kExact = int64_t{1} << 53;  // up to here every integer is a double of its own

bool IsExact(uint64_t bits, bool is_unsigned) {
  if (is_unsigned) return bits <= static_cast<uint64_t>(kExact);
  const auto value = static_cast<int64_t>(bits);
  return value >= -kExact && value <= kExact;
}

double AsDouble(uint64_t bits, bool is_unsigned) {
  return is_unsigned ? static_cast<double>(bits) : static_cast<double>(static_cast<int64_t>(bits));
}

}  // namespace

void Decoder::PushInt64(uint64_t bits, bool is_unsigned) {
  if (int64_as_number_ && IsExact(bits, is_unsigned)) {
    lua_pushnumber(lua_, AsDouble(bits, is_unsigned));
  } else {
    state_->int64.Push(lua_, bits, is_unsigned);
  }
}

const uint8_t* Decoder::PushString(const FieldPlan& field, const uint8_t* p, const uint8_t* end) {
  size_t length = 0;
  p = ReadLength(p, end, &length);
  if (p == nullptr) return nullptr;
  if (field.utf8 && validate_utf8_ && !wire::IsValidUtf8(p, length)) return nullptr;
  lua_pushlstring(lua_, reinterpret_cast<const char*>(p), length);
  return p + length;
}

void Decoder::PushKey64(uint64_t bits, bool is_unsigned) {
  if (IsExact(bits, is_unsigned)) {
    lua_pushnumber(lua_, AsDouble(bits, is_unsigned));
    return;
  }
  char text[24];
  const int size = is_unsigned ? std::snprintf(text, sizeof text, "%llu", static_cast<unsigned long long>(bits))
                               : std::snprintf(text, sizeof text, "%lld", static_cast<long long>(bits));
  lua_pushlstring(lua_, text, static_cast<size_t>(size));
}

const uint8_t* Decoder::PushKey(const FieldPlan& field, const uint8_t* p, const uint8_t* end) {
  if (!plan::Is64Bit(field.kind)) return PushValue(field, p, end);
  uint64_t bits = 0;
  p = Read64(field.kind, p, end, &bits);
  if (p != nullptr) PushKey64(bits, IsUnsigned(field.kind));
  return p;
}

void Decoder::PushDefault(const FieldPlan& field, bool as_key) {
  switch (field.kind) {
    case Kind::kString:
    case Kind::kBytes:
      lua_pushlstring(lua_, "", 0);
      break;
    case Kind::kBool:
      lua_pushboolean(lua_, 0);
      break;
    case Kind::kMessage:
    case Kind::kGroup:
      lua_createtable(lua_, 0, 0);
      if (field.message->needs_required_check) required_may_miss_ = true;
      break;
    default:
      if (plan::Is64Bit(field.kind) && !as_key) {
        PushInt64(0, IsUnsigned(field.kind));
      } else {
        lua_pushnumber(lua_, 0);
      }
  }
}

// Pushes nothing and sets `undeclared` when the value is a number that a closed enum lacks.
const uint8_t* Decoder::PushMapValue(const FieldPlan& field, const uint8_t* p, const uint8_t* end, bool* undeclared) {
  if (!field.closed_enum) return PushValue(field, p, end);
  uint64_t bits = 0;
  p = ReadVarint(p, end, &bits);
  if (p == nullptr) return nullptr;
  const auto number = static_cast<int32_t>(bits);
  *undeclared = !field.enumeration->Has(number);
  if (!*undeclared) lua_pushnumber(lua_, number);
  return p;
}

}  // namespace pbb::luacodec
