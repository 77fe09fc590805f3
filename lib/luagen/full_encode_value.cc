#include "luagen/full_encode_value.h"

#include "luagen/full_decode_value.h"

namespace pbb::luagen {
namespace {

using plan::Kind;

// Emits the checks of a scalar, which leave the value to write in `u` or `v`. Returns the condition under which it is
// no zero.
std::string EmitCheck(FullScope* scope, const plan::Field& field) {
  LuaWriter* out = scope->out;
  const std::string wrong_type = "if type(v) ~= \"number\" then efail(w, root) end";
  switch (field.kind) {
    case Kind::kEnum: {
      const plan::Enum& enumeration = scope->plan.enums[field.enumeration];
      out->Line("if type(v) ~= \"number\" then v = enum_number(w, root, EN[{}].values, v) end",
                Quote(enumeration.full_name));
      out->Line("local u = tobit(v)");
      out->Line("if u ~= v then efail(w, root) end");
      if (enumeration.closed) out->Line("if not {}[u] then efail(w, root) end", scope->EnumSet(field.enumeration));
      return "u ~= 0";
    }
    case Kind::kInt32:
    case Kind::kSint32:
    case Kind::kSfixed32:
      out->Line("{}", wrong_type);
      out->Line("local u = tobit(v)");  // one conversion finds fractions, NaN and what is out of range
      out->Line("if u ~= v then efail(w, root) end");
      return "u ~= 0";
    case Kind::kUint32:
    case Kind::kFixed32:
      out->Line("{}", wrong_type);
      out->Line("local u = tobit(v)");
      out->Line("if u ~= v or u < 0 then u = check_u32(w, root, v) end");
      return "u ~= 0";
    case Kind::kInt64:
    case Kind::kSint64:
    case Kind::kSfixed64:
      return "some_i64(w, root, v)";
    case Kind::kUint64:
    case Kind::kFixed64:
      return "some_u64(w, root, v)";
    case Kind::kBool:
      out->Line("if v ~= true and v ~= false then efail(w, root) end");
      return "v";
    case Kind::kFloat:
    case Kind::kDouble:
      out->Line("{}", wrong_type);
      // A positive number up to 2^-150 narrows to a float zero; a negative one to -0.0, which is no zero.
      if (field.kind == Kind::kFloat) return "v > 0x1p-150 or v < 0 or v ~= v or 1 / v < 0";
      return "v ~= 0 or 1 / v < 0";
    default:
      return "";
  }
}

// Emits the store of a checked scalar `at` bytes after i, and moves i past it.
void EmitStore(LuaWriter* out, Kind kind, int at) {
  switch (kind) {
    case Kind::kEnum:
    case Kind::kInt32:
      out->Open("if band(u, -128) == 0 then");
      out->Line("set_byte(w, {}, u)", At(at));
      out->Line("i = i + {}", at + 1);
      out->Middle("else");
      out->Line("i = put_i32(w, {}, u)", At(at));
      out->Close();
      return;
    case Kind::kSint32:
      out->Line("u = bxor(lshift(u, 1), arshift(u, 31))");
      [[fallthrough]];
    case Kind::kUint32:
      out->Open("if band(u, -128) == 0 then");
      out->Line("set_byte(w, {}, u)", At(at));
      out->Line("i = i + {}", at + 1);
      out->Middle("else");
      out->Line("i = put_u32(w, {}, u)", At(at));
      out->Close();
      return;
    case Kind::kInt64:
      out->Line("i = put_int64(w, root, {}, v)", At(at));
      return;
    case Kind::kUint64:
      out->Line("i = put_uint64(w, root, {}, v)", At(at));
      return;
    case Kind::kSint64:
      out->Line("i = put_sint64(w, root, {}, v)", At(at));
      return;
    case Kind::kFixed32:
    case Kind::kSfixed32:
      out->Line("put_fixed32(w, {}, u)", At(at));
      out->Line("i = i + {}", at + 4);
      return;
    case Kind::kFixed64:
      out->Line("put_fixed64(w, root, {}, v)", At(at));
      out->Line("i = i + {}", at + 8);
      return;
    case Kind::kSfixed64:
      out->Line("put_sfixed64(w, root, {}, v)", At(at));
      out->Line("i = i + {}", at + 8);
      return;
    case Kind::kFloat:
      out->Line("put_float(w, root, {}, v)", At(at));
      out->Line("i = i + {}", at + 4);
      return;
    case Kind::kDouble:
      out->Line("put_double(w, {}, v)", At(at));
      out->Line("i = i + {}", at + 8);
      return;
    case Kind::kBool:
      out->Line("set_byte(w, {}, v and 1 or 0)", At(at));
      out->Line("i = i + {}", at + 1);
      return;
    default:
      return;
  }
}

void EmitString(FullScope* scope, const plan::Field& field, uint32_t tag, bool skip_zero, int rest, bool check_utf8) {
  LuaWriter* out = scope->out;
  out->Line("if type(v) ~= \"string\" then efail(w, root) end");
  out->Line("local n = #v");
  if (skip_zero) out->Open("if n > 0 then");
  out->Line("if i + n + {0} > w.cap then grow(w, root, i, n + {0}) end", rest + 10);
  const int at = EmitTag(out, tag);
  out->Open("if n < 128 then");
  out->Line("set_byte(w, {}, n)", At(at));
  out->Line("i = i + {}", at + 1);
  out->Middle("else");
  out->Line("i = put_u32(w, {}, n)", At(at));
  out->Close();
  out->Line("set_str(w, i, v, n)");
  if (field.utf8 && check_utf8) out->Line("if O.validate_utf8 and not utf8_in(w, i, n) then efail(w, root) end");
  out->Line("i = i + n");
  if (skip_zero) out->Close();
}

// The body is written in place after a one-byte length; `widen` moves it up when that does not do.
void EmitMessage(FullScope* scope, const plan::Field& field, uint32_t tag, int rest) {
  LuaWriter* out = scope->out;
  const int at = EmitTag(out, tag);
  const std::string encode = scope->Function("enc", field.message);
  if (field.kind == Kind::kGroup) {
    out->Line("i = {}(w, root, v, i + {}, d + 1)", encode, at);
    out->Line("if i + {0} > w.cap then grow(w, root, i, {0}) end", rest + 5);
    const int end = EmitTag(out, tag + 1);
    out->Line("i = i + {}", end);
    return;
  }
  out->Line("local b = i + {}", at + 1);
  out->Line("i = {}(w, root, v, b, d + 1)", encode);
  out->Line("if i - b < 128 then set_byte(w, b - 1, i - b) else i = widen(w, root, b, i) end");
  out->Line("if i + {0} > w.cap then grow(w, root, i, {0}) end", rest);
}

}  // namespace

int MaxValueBytes(const plan::Field& field) {
  switch (field.kind) {
    case Kind::kBool:
      return 1;
    case Kind::kFloat:
    case Kind::kFixed32:
    case Kind::kSfixed32:
      return 4;
    case Kind::kUint32:
    case Kind::kSint32:
      return 5;
    case Kind::kDouble:
    case Kind::kFixed64:
    case Kind::kSfixed64:
      return 8;
    default:
      return 10;
  }
}

int EmitTag(LuaWriter* out, uint32_t tag) {
  int bytes = 0;
  if (tag == 0) return 0;
  while (true) {
    const uint32_t low = tag & 0x7f;
    tag >>= 7;
    const uint32_t byte = tag != 0 ? low | 0x80 : low;
    out->Line("set_byte(w, {}, {})", At(bytes), byte);
    ++bytes;
    if (tag == 0) return bytes;
  }
}

void EmitPutValue(FullScope* scope, const plan::Field& field, uint32_t tag, bool skip_zero, int rest, bool check_utf8) {
  if (field.kind == Kind::kString || field.kind == Kind::kBytes) {
    EmitString(scope, field, tag, skip_zero, rest, check_utf8);
  } else if (plan::IsMessage(field.kind)) {
    EmitMessage(scope, field, tag, rest);
  } else {
    const std::string nonzero = EmitCheck(scope, field);
    if (skip_zero) scope->out->Open("if {} then", nonzero);
    const int at = EmitTag(scope->out, tag);
    EmitStore(scope->out, field.kind, at);
    if (skip_zero) scope->out->Close();
  }
}

}  // namespace pbb::luagen
