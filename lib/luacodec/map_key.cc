#include "luacodec/map_key.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace pbb::luacodec {

using plan::Kind;

namespace {

constexpr double kTwo63 = 9223372036854775808.0;

bool IsUnsignedKind(Kind kind) {
  return kind == Kind::kUint64 || kind == Kind::kFixed64 || kind == Kind::kUint32 || kind == Kind::kFixed32;
}

void ReadNumber(double number, Kind kind, MapKey* key) {
  if (number != std::floor(number) || std::isinf(number)) {
    key->error = MapKey::Error::kFraction;
    return;
  }
  const bool wide = plan::Is64Bit(kind);
  const double limit = wide ? kTwo63 : 2147483648.0;  // of the signed kind
  const bool fits = IsUnsignedKind(kind) ? number >= 0 && number < 2 * limit : number >= -limit && number < limit;
  if (!fits) {
    key->error = MapKey::Error::kRange;
  } else if (number < 0) {
    key->bits = static_cast<uint64_t>(static_cast<int64_t>(number));
  } else {
    key->bits = static_cast<uint64_t>(number);
  }
}

void ReadDecimal(const char* text, size_t size, Kind kind, MapKey* key) {
  bool negative;
  bool fits;
  uint64_t magnitude;
  if (!ParseDecimal(text, size, &negative, &magnitude, &fits)) {
    key->error = MapKey::Error::kNotDecimal;
    return;
  }
  const uint64_t top = uint64_t{1} << 63;
  fits = fits && (IsUnsignedKind(kind) ? !negative : magnitude < top || (negative && magnitude == top));
  if (!fits) key->error = MapKey::Error::kRange;
  key->bits = negative ? ~magnitude + 1 : magnitude;
}

}  // namespace

bool ParseDecimal(const char* text, size_t size, bool* negative, uint64_t* magnitude, bool* fits) {
  *negative = size > 0 && text[0] == '-';
  const size_t first = *negative ? 1 : 0;
  if (size == first) return false;
  if (text[first] == '0' && size > 1) return false;  // "0" alone
  uint64_t value = 0;
  *fits = true;
  for (size_t i = first; i < size; ++i) {
    if (text[i] < '0' || text[i] > '9') return false;
    uint64_t next;
    if (__builtin_mul_overflow(value, 10, &next) ||
        __builtin_add_overflow(next, static_cast<uint64_t>(text[i] - '0'), &value)) {
      *fits = false;
      value = 0;
    }
  }
  *magnitude = value;
  return true;
}

MapKey ReadMapKey(lua_State* lua, const Int64Bridge& bridge, Kind kind, int index) {
  MapKey key;
  const int type = lua_type(lua, index);
  if (kind == Kind::kString) {
    if (type == LUA_TSTRING) {
      key.text = lua_tolstring(lua, index, &key.size);
    } else {
      key.error = MapKey::Error::kType;
    }
  } else if (kind == Kind::kBool) {
    key.bits = static_cast<uint64_t>(lua_toboolean(lua, index));
    if (type != LUA_TBOOLEAN) key.error = MapKey::Error::kType;
  } else if (type == LUA_TNUMBER) {
    ReadNumber(lua_tonumber(lua, index), kind, &key);
  } else if (plan::Is64Bit(kind) && type == LUA_TSTRING) {
    size_t size;
    const char* const text = lua_tolstring(lua, index, &size);
    ReadDecimal(text, size, kind, &key);
  } else if (plan::Is64Bit(kind) && type == kTypeCdata) {
    const Int64Bridge::Kind found = bridge.Read(lua, index, &key.bits);
    if (found == Int64Bridge::Kind::kOther) {
      key.error = MapKey::Error::kType;
    } else if (static_cast<int64_t>(key.bits) < 0 && (found == Int64Bridge::Kind::kUnsigned) != IsUnsignedKind(kind)) {
      key.error = MapKey::Error::kRange;
    }
  } else {
    key.error = MapKey::Error::kType;
  }
  return key;
}

const char* MapKeyClass(Kind kind) {
  if (kind == Kind::kString) return "string";
  return kind == Kind::kBool ? "boolean" : "integer";
}

bool MapKeyLess(Kind kind, const MapKey& a, const MapKey& b) {
  if (kind == Kind::kString) {
    const size_t common = std::min(a.size, b.size);
    const int order = common == 0 ? 0 : std::memcmp(a.text, b.text, common);
    return order != 0 ? order < 0 : a.size < b.size;
  }
  if (IsUnsignedKind(kind) || kind == Kind::kBool) return a.bits < b.bits;
  return static_cast<int64_t>(a.bits) < static_cast<int64_t>(b.bits);
}

}  // namespace pbb::luacodec
