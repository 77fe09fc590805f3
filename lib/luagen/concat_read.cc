#include "luagen/concat_read.h"

namespace pbb::luagen {
namespace {

using plan::Kind;

struct Reader {
  const char* function;
  int size;  // bytes of a fixed value, 0 for a varint
};

Reader ReaderOf(Kind kind) {
  switch (kind) {
    case Kind::kUint32:
      return {"varint_u32", 0};
    case Kind::kSint32:
      return {"varint_s32", 0};
    case Kind::kBool:
      return {"varint_bool", 0};
    case Kind::kInt64:
      return {"varint_i64", 0};
    case Kind::kUint64:
      return {"varint_u64", 0};
    case Kind::kSint64:
      return {"varint_s64", 0};
    case Kind::kFixed32:
      return {"get_u32", 4};
    case Kind::kSfixed32:
      return {"get_i32", 4};
    case Kind::kFloat:
      return {"get_float", 4};
    case Kind::kFixed64:
      return {"get_u64", 8};
    case Kind::kSfixed64:
      return {"get_i64", 8};
    case Kind::kDouble:
      return {"get_double", 8};
    default:  // int32, enum
      return {"varint32", 0};
  }
}

void EmitReadVarint(LuaWriter* out, const plan::Field& field, const std::string& v, const char* function) {
  out->Line("{} = byte(s, p) or 128", v);
  out->Open("if {} < 128 then", v);
  out->Line("p = p + 1");
  if (field.kind == Kind::kSint32) out->Line("{0} = bxor(rshift({0}, 1), -band({0}, 1))", v);
  if (field.kind == Kind::kBool) out->Line("{0} = {0} ~= 0", v);
  out->Middle("else");
  out->Line("{}, p = {}(s, p)", v, function);
  out->Close();
}

}  // namespace

void EmitReadTag(LuaWriter* out, const ConcatSwitches& switches, const char* declare) {
  if (!switches.inline_tag) {
    if (*declare != '\0') out->Line("{}tag", declare);
    return out->Line("tag, p = tag_at(s, p)");
  }
  out->Line("{}tag = byte(s, p)", declare);
  out->Raw(R"(if tag < 128 then
  p = p + 1
else
  local second = byte(s, p + 1) or 128
  if second < 128 then
    tag = tag - 128 + second * 128
    p = p + 2
  else
    tag, p = long_tag(s, p)
  end
end)");
}

void EmitReadLength(LuaWriter* out) {
  out->Raw(R"(local len = byte(s, p) or 128
if len < 128 then
  p = p + 1
else
  len, p = long_length(s, p)
end
local r = p + len
if r > z then return dfail(name, s) end)");
}

void EmitReadScalar(LuaWriter* out, const plan::Field& field, const std::string& v, const std::string& limit,
                    bool is_key) {
  if (field.kind == Kind::kString || field.kind == Kind::kBytes) {
    EmitReadLength(out);
    out->Line("{} = sub(s, p, r - 1)", v);
    if (field.utf8) out->Line("if O.validate_utf8 and not valid({}) then return dfail(name, s) end", v);
    out->Line("p = r");
    return;
  }
  const Reader reader = ReaderOf(field.kind);
  const bool wide = plan::Is64Bit(field.kind);
  if (reader.size > 0) {
    out->Line("if p + {} > {} then return dfail(name, s) end", reader.size, limit);
    out->Line("{} = {}{}(s, p)", v, reader.function, wide && is_key ? "_key" : "");
    out->Line("p = p + {}", reader.size);
  } else if (wide) {
    out->Line("{}, p = {}{}(s, p)", v, reader.function, is_key ? "_key" : "");
  } else {
    EmitReadVarint(out, field, v, reader.function);
  }
}

std::string ZeroOf(const plan::Field& field, bool is_key) {
  switch (field.kind) {
    case Kind::kString:
    case Kind::kBytes:
      return "\"\"";
    case Kind::kBool:
      return "false";
    case Kind::kUint64:
    case Kind::kFixed64:
      return is_key ? "0" : "zero_u64()";
    default:
      return !is_key && plan::Is64Bit(field.kind) ? "zero_i64()" : "0";
  }
}

}  // namespace pbb::luagen
