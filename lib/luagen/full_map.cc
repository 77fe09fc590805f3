#include "luagen/full_map.h"

#include "luagen/full_decode_value.h"
#include "luagen/full_encode_value.h"

namespace pbb::luagen {
namespace {

using plan::Kind;

constexpr int kEntryRoom = 64;  // tags, lengths, key and value without string contents

const char* KeyType(Kind kind) {
  if (kind == Kind::kString) return "string";
  return kind == Kind::kBool ? "boolean" : "number";
}

bool IsSigned(Kind kind) { return kind == Kind::kInt64 || kind == Kind::kSint64 || kind == Kind::kSfixed64; }

// What an entry without a value (or key) has.
std::string Default(FullScope* scope, const plan::Field& field) {
  switch (field.kind) {
    case Kind::kString:
    case Kind::kBytes:
      return "\"\"";
    case Kind::kBool:
      return "false";
    case Kind::kInt64:
    case Kind::kSint64:
    case Kind::kSfixed64:
      return "as_i64(0LL)";
    case Kind::kUint64:
    case Kind::kFixed64:
      return "as_u64(0ULL)";
    case Kind::kEnum:
      return std::to_string(scope->plan.enums[field.enumeration].values.front().number);
    case Kind::kMessage:
      return scope->Function("dec", field.message) + "(r, 0, 0, 0)";
    default:
      return "0";
  }
}

// Reads key or value at i + `at` into `name`.
void EmitPart(FullScope* scope, const plan::Field& field, int at, bool merge) {
  LuaWriter* out = scope->out;
  const bool key = field.number == 1;
  if (merge && field.kind == Kind::kMessage) {
    out->Open("if x ~= nil then");
    EmitLength(out, at, "e");
    out->Line("i = {}(r, x, i, b, d + 2, 0)", scope->InTable("A", field.message));
    out->Middle("else");
    EmitRead(scope, field, at, "e", false, 2);
    out->Line("x = v");
    out->Close();
    return;
  }
  EmitRead(scope, field, at, "e", key, 2);
  if (key && plan::Is64Bit(field.kind)) {
    out->Line("k = {}(v)", IsSigned(field.kind) ? "key_of_signed" : "key_of_unsigned");
  } else {
    out->Line("{} = v", key ? "k" : "x");
  }
}

}  // namespace

void EmitPutEntry(FullScope* scope, const plan::Field& field, int number) {
  LuaWriter* out = scope->out;
  const plan::Message& entry = scope->plan.messages[field.message];
  const plan::Field& key = *entry.FindField(1);
  const plan::Field& value = *entry.FindField(2);
  out->Open("P[{}] = function(w, root, k, m, i, d)", number);
  out->Line("if d >= 100 then efail(w, root) end");
  out->Line("d = d + 1");
  out->Line("if i + {0} > w.cap then grow(w, root, i, {0}) end", kEntryRoom);
  const int at = EmitTag(out, field.tag());
  out->Line("local body = i + {}", at + 1);
  out->Line("i = body");
  out->Open("do");
  out->Line("local v = k");
  if (plan::Is64Bit(key.kind)) {
    out->Line("if type(v) ~= \"number\" then v = {}(w, root, k) end", IsSigned(key.kind) ? "to_i64_key" : "to_u64_key");
  } else {
    out->Line("if type(v) ~= \"{}\" then efail(w, root) end", KeyType(key.kind));
  }
  EmitPutValue(scope, key, key.tag(), false, kEntryRoom);
  out->Close();
  out->Line("local v = m");
  EmitPutValue(scope, value, value.tag(), false, 16);
  out->Line("if i - body < 128 then set_byte(w, body - 1, i - body) else i = widen(w, root, body, i) end");
  out->Line("return i");
  out->Close();
}

void EmitGetEntry(FullScope* scope, const plan::Field& field, int number) {
  LuaWriter* out = scope->out;
  const plan::Message& entry = scope->plan.messages[field.message];
  const plan::Field& key = *entry.FindField(1);
  const plan::Field& value = *entry.FindField(2);
  out->Open("Q[{}] = function(r, t, m, i, e, d, a)", number);
  out->Line("if d >= 100 then dfail(r) end");
  out->Line("local k, x");
  out->Open("if i < e and byte(r, i) == {} then", key.tag());
  EmitPart(scope, key, 1, false);
  out->Close();
  out->Open("if i < e and byte(r, i) == {} then", value.tag());
  EmitPart(scope, value, 1, false);
  out->Close();
  out->Open("while i < e do");
  out->Line("local c");
  out->Line("c, i = tag(r, i, e)");
  out->Open("if c == {} then", key.tag());
  EmitPart(scope, key, 0, true);
  out->Middle("elseif c == {} then", value.tag());
  EmitPart(scope, value, 0, true);
  out->Middle("else");
  out->Line("i = skip(r, c, i, e, d + 1)");
  out->Close();
  out->Close();
  out->Line("if i > e then dfail(r) end");
  const std::string no_key = plan::Is64Bit(key.kind) ? "0" : Default(scope, key);
  out->Line("if k == nil then k = {} end", no_key);
  out->Line("if x == nil then x = {} end", Default(scope, value));
  if (value.kind == Kind::kEnum && scope->plan.enums[value.enumeration].closed) {
    out->Open("if not {}[x] then", scope->EnumSet(value.enumeration));
    out->Line("keep(r, t, a, e)");
    out->Line("return");
    out->Close();
  }
  out->Line("m[k] = x");
  out->Close();
}

}  // namespace pbb::luagen
