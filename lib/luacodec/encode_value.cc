// The encoder's scalars: type, range, and bytes.
#include <cmath>
#include <limits>

#include "luacodec/encode_error.h"
#include "luacodec/encoder.h"
#include "wire/utf8.h"

namespace pbb::luacodec {

using plan::Kind;

namespace {

constexpr double kTwo31 = 2147483648.0;
constexpr double kTwo32 = 4294967296.0;
constexpr double kTwo63 = 9223372036854775808.0;
constexpr double kTwo64 = 18446744073709551616.0;

bool IsUnsigned64(Kind kind) { return kind == Kind::kUint64 || kind == Kind::kFixed64; }

// The quiet NaN without sign or payload: the only one that is written.
template <typename T>
T Canonical(T number) {
  return std::isnan(number) ? std::numeric_limits<T>::quiet_NaN() : number;
}

// Zero as the bits have it: -0.0 is no zero.
template <typename T>
bool IsPlainZero(T number) {
  return number == 0 && !std::signbit(number);
}

}  // namespace

void Encoder::BadType(const Frame& frame, const char* expected) {
  ErrorAt(lua_, state_, keys_, frame).Add(expected).Add(" expected, got ").AddTypeOf(-1).Raise();
}

// On top: a number, or 64-bit cdata, that the kind does not hold.
void Encoder::BadNumber(const Frame& frame, const FieldPlan& field) {
  ErrorText text = ErrorAt(lua_, state_, keys_, frame);
  const double number = lua_type(lua_, -1) == LUA_TNUMBER ? lua_tonumber(lua_, -1) : 0;
  if (field.kind != Kind::kFloat && (number != std::floor(number) || std::isinf(number))) {
    text.Add("integer expected, got ").AddNumber(number).Raise();
  }
  text.AddValue(-1).Add(" is out of range for ").Add(plan::KindName(field.kind)).Raise();
}

int64_t Encoder::Integer(const Frame& frame, const FieldPlan& field, double low, double high, int type) {
  if (type != LUA_TNUMBER) BadType(frame, "integer");
  const double number = lua_tonumber(lua_, -1);
  if (!(number >= low && number < high)) BadNumber(frame, field);
  const auto value = static_cast<int64_t>(number);
  if (static_cast<double>(value) != number) BadNumber(frame, field);
  return value;
}

uint64_t Encoder::Integer64(const Frame& frame, const FieldPlan& field, int type) {
  const bool is_unsigned = IsUnsigned64(field.kind);
  if (type == LUA_TNUMBER) {
    const double number = lua_tonumber(lua_, -1);
    if (is_unsigned ? !(number >= 0 && number < kTwo64) : !(number >= -kTwo63 && number < kTwo63)) {
      BadNumber(frame, field);
    }
    const uint64_t bits =
        number < kTwo63 ? static_cast<uint64_t>(static_cast<int64_t>(number)) : static_cast<uint64_t>(number);
    // A double of 2^53 and more is whole.
    if (number < kTwo63 && static_cast<double>(static_cast<int64_t>(bits)) != number) BadNumber(frame, field);
    return bits;
  }
  uint64_t bits = 0;
  const Int64Bridge::Kind found = type == kTypeCdata ? state_->int64.Read(lua_, -1, &bits) : Int64Bridge::Kind::kOther;
  if (found == Int64Bridge::Kind::kOther) BadType(frame, "integer");
  if (static_cast<int64_t>(bits) < 0 && (found == Int64Bridge::Kind::kUnsigned) != is_unsigned) {
    BadNumber(frame, field);
  }
  return bits;
}

int64_t Encoder::EnumNumber(const Frame& frame, const FieldPlan& field, int type) {
  const EnumPlan& declared = *field.enumeration;
  if (type == LUA_TSTRING) {
    lua_rawgeti(lua_, keys_, declared.names_key);
    lua_pushvalue(lua_, -2);
    lua_rawget(lua_, -2);
    const bool known = lua_type(lua_, -1) == LUA_TNUMBER;
    const double number = lua_tonumber(lua_, -1);
    lua_pop(lua_, 2);
    if (known) return static_cast<int64_t>(number);
  } else {
    if (type != LUA_TNUMBER) BadType(frame, "number or name");
    const int64_t number = Integer(frame, field, -kTwo31, kTwo31, type);
    if (!field.closed_enum || declared.Has(static_cast<int32_t>(number))) return number;
  }
  ErrorAt(lua_, state_, keys_, frame).AddValue(-1).Add(" is not a value of ").Add(declared.declared->full_name).Raise();
}

double Encoder::Number(const Frame& frame, int type) {
  if (type != LUA_TNUMBER) BadType(frame, "number");
  return lua_tonumber(lua_, -1);
}

float Encoder::Float(const Frame& frame, const FieldPlan& field, int type) {
  const double number = Number(frame, type);
  const auto narrow = static_cast<float>(number);
  if (std::isinf(narrow) && !std::isinf(number)) BadNumber(frame, field);
  return Canonical(narrow);
}

void Encoder::PutString(const TagBytes& tag, const char* text, size_t size) {
  Room(size + 18);
  PutTag(tag);
  p_ = wire::WriteVarint(p_, size);
  std::memcpy(p_, text, size);
  p_ += size;
}

void Encoder::String(const Frame& frame, const FieldPlan& field, const TagBytes& tag, Zero zero, int type) {
  if (type != LUA_TSTRING) BadType(frame, "string");
  size_t size;
  const char* const text = lua_tolstring(lua_, -1, &size);
  if (zero == Zero::kSkip && size == 0) return;
  if (field.utf8 && validate_utf8_ && !wire::IsValidUtf8(reinterpret_cast<const uint8_t*>(text), size)) {
    ErrorAt(lua_, state_, keys_, frame).Add("invalid UTF-8").Raise();
  }
  PutString(tag, text, size);
}

void Encoder::Scalar(const Frame& frame, const FieldPlan& field, const TagBytes& tag, Zero zero, int type) {
  const bool skip = zero == Zero::kSkip;
  switch (field.kind) {
    case Kind::kString:
    case Kind::kBytes:
      String(frame, field, tag, zero, type);
      return;
    case Kind::kInt32: {
      const int64_t value = Integer(frame, field, -kTwo31, kTwo31, type);
      if (value != 0 || !skip) PutVarint(tag, static_cast<uint64_t>(value));
      return;
    }
    case Kind::kEnum: {
      const int64_t value = EnumNumber(frame, field, type);
      if (value != 0 || !skip) PutVarint(tag, static_cast<uint64_t>(value));
      return;
    }
    case Kind::kSint32: {
      const int64_t value = Integer(frame, field, -kTwo31, kTwo31, type);
      if (value != 0 || !skip) PutVarint(tag, wire::ZigZagEncode32(static_cast<int32_t>(value)));
      return;
    }
    case Kind::kUint32: {
      const int64_t value = Integer(frame, field, 0, kTwo32, type);
      if (value != 0 || !skip) PutVarint(tag, static_cast<uint64_t>(value));
      return;
    }
    case Kind::kFixed32: {
      const int64_t value = Integer(frame, field, 0, kTwo32, type);
      if (value != 0 || !skip) PutFixed(tag, static_cast<uint32_t>(value));
      return;
    }
    case Kind::kSfixed32: {
      const int64_t value = Integer(frame, field, -kTwo31, kTwo31, type);
      if (value != 0 || !skip) PutFixed(tag, static_cast<int32_t>(value));
      return;
    }
    case Kind::kInt64:
    case Kind::kUint64: {
      const uint64_t value = Integer64(frame, field, type);
      if (value != 0 || !skip) PutVarint(tag, value);
      return;
    }
    case Kind::kSint64: {
      const uint64_t value = Integer64(frame, field, type);
      if (value != 0 || !skip) PutVarint(tag, wire::ZigZagEncode64(static_cast<int64_t>(value)));
      return;
    }
    case Kind::kFixed64:
    case Kind::kSfixed64: {
      const uint64_t value = Integer64(frame, field, type);
      if (value != 0 || !skip) PutFixed(tag, value);
      return;
    }
    case Kind::kBool: {
      if (type != LUA_TBOOLEAN) BadType(frame, "boolean");
      const bool value = lua_toboolean(lua_, -1) != 0;
      if (value || !skip) PutVarint(tag, value ? 1 : 0);
      return;
    }
    case Kind::kDouble: {
      const double value = Canonical(Number(frame, type));
      if (!skip || !IsPlainZero(value)) PutFixed(tag, value);
      return;
    }
    case Kind::kFloat: {
      const float value = Float(frame, field, type);
      if (!skip || !IsPlainZero(value)) PutFixed(tag, value);
      return;
    }
    case Kind::kMessage:
    case Kind::kGroup:
      return;  // never come here
  }
}

}  // namespace pbb::luacodec
