#include "luagen/concat_scalar.h"

namespace pbb::luagen {
namespace {

using plan::Kind;

void FailIf(LuaWriter* out, const std::string& condition) {
  out->Line("if {} then return efail(name, root) end", condition);
}

EncodedValue EmitInt32(LuaWriter* out, const plan::Field& field, const std::string& v, const std::string& id) {
  if (field.kind == Kind::kUint32 || field.kind == Kind::kFixed32) {
    FailIf(out,
           fmt::format("type({0}) ~= \"number\" or not ({0} >= 0 and {0} <= 4294967295 and {0} == floor({0}))", v));
  } else {
    // One comparison: tobit gives back what is integral and in range, and only that.
    FailIf(out, fmt::format("type({0}) ~= \"number\" or tobit({0}) ~= {0}", v));
  }
  const std::string set = v + " ~= 0";
  switch (field.kind) {
    case Kind::kFixed32:
    case Kind::kSfixed32:
      return {{fmt::format("fixed32({})", v)}, "4", set};
    case Kind::kSint32:
      out->Line("local b{0} = bxor(lshift({1}, 1), arshift({1}, 31))", id, v);
      out->Line("b{0} = b{0} >= 0 and b{0} < 128 and B[b{0}] or uint32(b{0})", id);
      break;
    case Kind::kUint32:
      out->Line("local b{0} = {1} < 128 and B[{1}] or uint32({1})", id, v);
      break;
    default:
      out->Line("local b{0} = {1} >= 0 and {1} < 128 and B[{1}] or int32({1})", id, v);
  }
  return {{"b" + id}, "#b" + id, set};
}

EncodedValue EmitInt64(LuaWriter* out, const plan::Field& field, const std::string& v, const std::string& id, Use use) {
  const bool fixed = plan::WireTypeOf(field.kind) == wire::WireType::kFixed64;
  out->Line("local b{} = {}{}({})", id, plan::KindName(field.kind), use == Use::kMapKey ? "_key" : "", v);
  FailIf(out, "not b" + id);
  return {{"b" + id}, "#b" + id, fmt::format("b{} ~= {}", id, fixed ? R"("\0\0\0\0\0\0\0\0")" : R"("\0")")};
}

EncodedValue EmitString(LuaWriter* out, const ConcatSwitches& switches, const plan::Field& field, const std::string& v,
                        const std::string& id) {
  std::string wrong = fmt::format("type({}) ~= \"string\"", v);
  if (field.utf8) wrong += fmt::format(" or O.validate_utf8 and not valid({})", v);
  FailIf(out, wrong);
  out->Line("local c{} = #{}", id, v);
  out->Line("local b{} = {}", id, LengthPrefix(switches, "c" + id));
  return {{"b" + id, v}, fmt::format("#b{0} + c{0}", id), fmt::format("c{} > 0", id)};
}

EncodedValue EmitMessage(LuaWriter* out, ConcatScope* scope, const plan::Field& field, const std::string& v,
                         const std::string& id, const std::string& depth) {
  out->Line("local a{} = {}.enc({}, {}, root, name)", id, scope->Message(field.message), v, depth);
  if (field.kind == Kind::kGroup) {
    return {{"a" + id, VarintLiteral(TagOf(field, wire::WireType::kEndGroup))}, "", "true"};
  }
  out->Line("local c{0} = #a{0}", id);
  out->Line("local b{} = {}", id, LengthPrefix(scope->switches(), "c" + id));
  return {{"b" + id, "a" + id}, fmt::format("#b{0} + c{0}", id), "true"};
}

}  // namespace

std::string LengthPrefix(const ConcatSwitches& switches, const std::string& length) {
  const bool from_table = switches.length_table;
  if (!switches.inline_length) return fmt::format("{}({})", from_table ? "any_length" : "char_length", length);
  const std::string one = fmt::format(fmt::runtime(from_table ? "B[{}]" : "char({})"), length);
  return fmt::format("{0} < 128 and {1} or length({0})", length, one);
}

EncodedValue EmitEncodedValue(LuaWriter* out, ConcatScope* scope, const plan::Field& field, const std::string& v,
                              const std::string& id, const std::string& depth, Use use) {
  switch (field.kind) {
    case Kind::kString:
    case Kind::kBytes:
      return EmitString(out, scope->switches(), field, v, id);
    case Kind::kMessage:
    case Kind::kGroup:
      return EmitMessage(out, scope, field, v, id, depth);
    case Kind::kBool:
      FailIf(out, fmt::format("type({}) ~= \"boolean\"", v));
      return {{fmt::format("({} and \"\\1\" or \"\\0\")", v)}, "1", v};
    case Kind::kEnum: {
      const bool closed = scope->plan().enums[field.enumeration].closed;
      out->Line("local a{} = {}({}, {})", id, closed ? "closed_enum" : "open_enum", v, scope->Enum(field.enumeration));
      FailIf(out, "not a" + id);
      out->Line("local b{0} = a{0} >= 0 and a{0} < 128 and B[a{0}] or int32(a{0})", id);
      return {{"b" + id}, "#b" + id, fmt::format("a{} ~= 0", id)};
    }
    case Kind::kDouble:
      FailIf(out, fmt::format("type({}) ~= \"number\"", v));
      return {{fmt::format("double({})", v)}, "8", fmt::format("({0} ~= 0 or 1 / {0} < 0)", v)};
    case Kind::kFloat:
      out->Line("local b{0} = type({1}) == \"number\" and float({1})", id, v);
      FailIf(out, "not b" + id);
      // Zero is judged after narrowing: 1e-46 is a float zero.
      return {{"b" + id}, "4", fmt::format(R"(b{} ~= "\0\0\0\0")", id)};
    default:
      return plan::Is64Bit(field.kind) ? EmitInt64(out, field, v, id, use) : EmitInt32(out, field, v, id);
  }
}

void EmitAppend(LuaWriter* out, const std::vector<std::string>& parts) {
  for (size_t i = 0; i < parts.size(); ++i) out->Line("out[n + {}] = {}", i + 1, parts[i]);
  out->Line("n = n + {}", parts.size());
}

}  // namespace pbb::luagen
