#include "luagen/full_decode.h"

#include <algorithm>

#include "luagen/full_decode_value.h"

namespace pbb::luagen {
namespace {

using plan::Kind;

constexpr size_t kFieldsPerPart = 24;
constexpr size_t kMaxTemplateKeys = 16;
constexpr size_t kFewKeys = 4;
constexpr int kShortBody = 128;

// The next tag's first byte into c. A value that ran over the end of the scope ends here.
void EmitNext(LuaWriter* out) { out->Raw("if i < e then c = byte(r, i) elseif i == e then c = 0 else dfail(r) end"); }

std::string Key(const plan::Field& field) { return Quote(field.extension ? field.full_name : field.name); }

// Emits `into`[key] = `value`.
void EmitSet(LuaWriter* out, const plan::Field& field, const char* value) {
  out->Line("{}[{}] = {}", field.extension ? "extensions(t)" : "t", Key(field), value);
}

// Emits `local l = ` the field's present value.
void EmitGet(LuaWriter* out, const plan::Field& field) {
  if (field.extension) {
    out->Line("local l = t[\"_extensions\"]");
    out->Line("if l ~= nil then l = l[{}] end", Key(field));
  } else {
    out->Line("local l = t[{}]", Key(field));
  }
}

bool ByLength(Kind kind) { return kind == Kind::kString || kind == Kind::kBytes || kind == Kind::kMessage; }

// A member of a oneof removes the others: those before it in the straight line, all of them elsewhere.
void EmitClear(LuaWriter* out, const plan::Message* message, const plan::Field& field, bool only_before) {
  if (field.oneof == plan::kNone || message == nullptr) return;
  for (const int other : message->oneofs[field.oneof].members) {
    const plan::Field& sibling = message->fields[other];
    if (&sibling == &field || (only_before && sibling.number > field.number)) continue;
    out->Line("t[{}] = nil", Quote(sibling.name));
  }
}

void EmitElement(FullScope* scope, const plan::Field& field) {
  LuaWriter* out = scope->out;
  const std::string keep = KeepCondition(scope, field);
  EmitRead(scope, field, TagBytes(field.tag()), "e", false, 1);
  if (!keep.empty()) out->Open("if {} then", keep);
  out->Line("k = k + 1");
  out->Line("l[k] = v");
  if (!keep.empty()) {
    out->Middle("else");
    out->Line("keep_enum(r, t, {}, v)", VarintTag(field));
    out->Close();
  }
  EmitNext(out);
}

// Records of one-byte tag and one-byte length are counted first, so that the list has its size at once (growing by
// doubling re-counts the table at every step: 1.2x on 26 strings), the loop over them has a known trip count and no
// checks in it, and their UTF-8 is checked in one call: tags and lengths below 128 between the strings are characters
// of their own, so the whole is valid exactly when each string is (1.05x to 1.15x on 26 and 266 strings).
void EmitCountedRun(FullScope* scope, const plan::Field& field) {
  LuaWriter* out = scope->out;
  out->Line("local k, j = run(r, i, e, {})", field.tag());
  out->Line("local l = tnew(k, 0)");
  if (field.utf8) out->Line("if O.validate_utf8 and not utf8_at(r, i, j - i) then dfail(r) end");
  out->Open("for at = 1, k do");
  out->Line("local n = byte(r, i + 1)");
  if (field.kind == Kind::kMessage) {
    out->Line("l[at] = {}(r, i + 2, i + 2 + n, d + 1)", scope->Function("dec", field.message));
  } else {
    out->Line("l[at] = str(r, i + 2, n)");
  }
  out->Line("i = i + 2 + n");
  out->Close();
  EmitNext(out);
  out->Open("while c == {} do", field.tag());
  EmitElement(scope, field);
  out->Close();
  EmitSet(out, field, "l");
}

void EmitPredictedRun(FullScope* scope, const plan::Field& field) {
  if (ByLength(field.kind) && field.tag() < 128) {
    EmitCountedRun(scope, field);
    return;
  }
  LuaWriter* out = scope->out;
  out->Line("local l, k = {{}}, 0");
  out->Open("repeat");
  EmitElement(scope, field);
  out->Close(fmt::format("until not ({})", TagMatches(field.tag())));
  const bool closed = !KeepCondition(scope, field).empty();
  if (closed) out->Open("if k > 0 then");
  EmitSet(out, field, "l");
  if (closed) out->Close();
}

void EmitPredictedMap(FullScope* scope, const plan::Field& field, int number) {
  LuaWriter* out = scope->out;
  const uint32_t tag = field.tag();
  out->Line("local m, get = {{}}, Q[{}]", number);
  out->Open("repeat");
  out->Line("local a = i");
  EmitLength(out, TagBytes(tag), "e");
  out->Line("get(r, t, m, i, b, d, a)");
  out->Line("i = b");
  EmitNext(out);
  out->Close(fmt::format("until not ({})", TagMatches(tag)));
  out->Line("if next(m) ~= nil then t[{}] = m end", Key(field));
}

void EmitPredicted(FullScope* scope, const plan::Message& message, const FullMember& member, int number) {
  LuaWriter* out = scope->out;
  const plan::Field& field = *member.field;
  const uint32_t tag = field.tag();
  out->Open("if {} then", TagMatches(tag));
  if (field.is_map) {
    EmitPredictedMap(scope, field, number);
  } else if (field.repeated && field.packed) {
    EmitLength(out, TagBytes(tag), "e");
    out->Open("if n > 0 then");
    EmitPackedRun(scope, field, "");
    const bool closed = !KeepCondition(scope, field).empty();
    if (closed) out->Open("if k > 0 then");
    EmitSet(out, field, "l");
    if (closed) out->Close();
    out->Close();
    EmitNext(out);
  } else if (field.repeated) {
    EmitPredictedRun(scope, field);
  } else {
    if (field.kind == Kind::kMessage) out->Line("c = 0");  // a value less to keep during the call
    EmitRead(scope, field, TagBytes(tag), "e", false, 1);
    const std::string keep = KeepCondition(scope, field);
    if (!keep.empty()) out->Open("if {} then", keep);
    EmitClear(out, &message, field, true);
    EmitSet(out, field, "v");
    if (!keep.empty()) {
      out->Middle("else");
      out->Line("keep_enum(r, t, {}, v)", VarintTag(field));
      out->Close();
    }
    EmitNext(out);
  }
  out->Close();
}

// Keys of a table literal that are there with nil: the new table has its final size and its slots are known on trace.
std::string Template(const std::vector<FullMember>& members) {
  std::string keys;
  size_t count = 0;
  for (const FullMember& member : members) {
    if (member.field->extension) continue;
    if (++count > kMaxTemplateKeys) break;
    keys += fmt::format("[{}] = nil, ", member.Key());
  }
  for (const FullMember& member : members) {
    if (!member.field->extension) continue;
    keys += "[\"_extensions\"] = nil, ";
    break;
  }
  return keys;
}

// A short body has few fields, for which growing an empty table is cheaper than filling a wide one (two of 14 fields:
// 88 ns against 107); a long one saves four growths (mixed 1 KB: 2.3 to 2.9 us against 2.8 to 3.3).
void EmitNewTable(LuaWriter* out, const std::vector<FullMember>& members) {
  if (members.size() <= kFewKeys) {
    out->Line("local t = {{{}}}", Template(members));
  } else {
    out->Line("local t");
    out->Line("if e - i < {} then t = {{}} else t = {{{}}} end", kShortBody, Template(members));
  }
}

void EmitRequired(LuaWriter* out, const plan::Message& message) {
  for (const plan::Field& field : message.fields) {
    if (field.required) out->Line("if t[{}] == nil then missing(r) end", Quote(field.name));
  }
}

void EmitPredictedFunction(FullScope* scope, const plan::Message& message, const std::vector<FullMember>& members,
                           bool group) {
  LuaWriter* out = scope->out;
  const bool in_parts = members.size() > kFieldsPerPart;
  if (in_parts && !group) {
    out->Line("local dec_parts = {{}}");
    size_t part = 0;
    for (size_t begin = 0; begin < members.size(); begin += kFieldsPerPart) {
      out->Open("dec_parts[{}] = function(r, t, i, e, d)", ++part);
      out->Line("local c = byte(r, i)");
      for (size_t m = begin; m < std::min(begin + kFieldsPerPart, members.size()); ++m) {
        EmitPredicted(scope, message, members[m], static_cast<int>(m) + 1);
      }
      out->Line("return i");
      out->Close();
    }
  }
  out->Open("local function {}(r, i, e, d{})", group ? "decg" : "dec", group ? ", g" : "");
  out->Line("if d > 100 then dfail(r) end");
  EmitNewTable(out, members);
  if (in_parts) {
    for (size_t part = 1; part <= (members.size() + kFieldsPerPart - 1) / kFieldsPerPart; ++part) {
      out->Line("if i < e then i = dec_parts[{}](r, t, i, e, d) end", part);
    }
  } else {
    if (!members.empty() || group) out->Line("local c = 0");
    if (!members.empty() || group) out->Line("if i < e then c = byte(r, i) end");
    scope->self_is_local = !group;
    for (size_t m = 0; m < members.size(); ++m) EmitPredicted(scope, message, members[m], static_cast<int>(m) + 1);
    scope->self_is_local = false;
  }
  if (group) {
    if (in_parts) out->Line("local c = i < e and byte(r, i) or 0");
    out->Open("if c == g and g < 128 then");
    out->Line("i = i + 1");
    out->Middle("elseif g > 127 and i + 1 < e and byte(r, i) + (byte(r, i + 1) - 1) * 128 == g then");  // an end tag of
                                                                                                        // two bytes
    out->Line("i = i + 2");
    out->Middle("else");
    out->Line("left(r)");
    out->Line("i = any(r, t, i, e, d, g)");
    out->Close();
  } else {
    out->Open("if i < e then");
    out->Line("left(r)");
    out->Line("any(r, t, i, e, d, 0)");
    out->Close();
  }
  EmitRequired(out, message);
  out->Raw(group ? "return t, i" : "return t");
  out->Close();
}

}  // namespace

void EmitHandlers(FullScope* scope, const plan::Message* message, const plan::Field& field, int number) {
  LuaWriter* out = scope->out;
  const auto open = [&](uint32_t tag) { out->Open("H[{}] = function(r, t, i, e, d, a)", tag); };
  const auto close = [&] {
    out->Line("return i");
    out->Close();
  };
  if (field.is_map) {
    open(field.tag());
    EmitLength(out, 0, "e");
    EmitGet(out, field);
    out->Line("local m = l or {{}}");
    out->Line("Q[{}](r, t, m, i, b, d, a)", number);
    out->Line("i = b");
    out->Open("if l == nil and next(m) ~= nil then");
    EmitSet(out, field, "m");
    out->Close();
    close();
    return;
  }
  if (field.repeated && plan::IsPackable(field.kind)) {
    open(wire::MakeTag(field.number, wire::WireType::kLen));
    EmitLength(out, 0, "e");
    out->Open("if n > 0 then");
    EmitGet(out, field);
    out->Line("local old = l");
    EmitPackedRun(scope, field, "old");
    out->Open("if old == nil and k > 0 then");
    EmitSet(out, field, "l");
    out->Close();
    out->Close();
    close();
  }
  open(wire::MakeTag(field.number, plan::WireTypeOf(field.kind)));
  const std::string keep = KeepCondition(scope, field);
  if (!field.repeated && plan::IsMessage(field.kind)) {
    const bool group = field.kind == Kind::kGroup;
    EmitGet(out, field);
    out->Open("if l ~= nil then");
    if (group) {
      out->Line("i = {}(r, l, i, e, d + 1, {})", scope->InTable("A", field.message), field.tag() + 1);
    } else {
      EmitLength(out, 0, "e");
      out->Line("i = {}(r, l, i, b, d + 1, 0)", scope->InTable("A", field.message));
    }
    out->Middle("else");
    EmitRead(scope, field, 0, "e", false, 1);
    EmitClear(out, message, field, false);
    EmitSet(out, field, "v");
    out->Close();
    close();
    return;
  }
  EmitRead(scope, field, 0, "e", false, 1);
  if (!keep.empty()) out->Open("if {} then", keep);
  if (field.repeated) {
    EmitGet(out, field);
    out->Open("if l == nil then");
    EmitSet(out, field, "{v}");
    out->Middle("else");
    out->Line("l[#l + 1] = v");
    out->Close();
  } else {
    EmitClear(out, message, field, false);
    EmitSet(out, field, "v");
  }
  if (!keep.empty()) {
    out->Middle("else");
    out->Line("keep_enum(r, t, {}, v)", VarintTag(field));
    out->Close();
  }
  close();
}

void EmitDecode(FullScope* scope, const plan::Message& message, bool as_group) {
  LuaWriter* out = scope->out;
  const std::vector<FullMember> members = MembersOf(scope->plan, message);
  out->Line("local H = {{}}");
  for (size_t m = 0; m < members.size(); ++m) {
    EmitHandlers(scope, &message, *members[m].field, static_cast<int>(m) + 1);
  }
  out->Open("local function any(r, t, i, e, d, g)");
  out->Line("if d > 100 then dfail(r) end");
  out->Open("while i < e do");
  out->Line("local a, v = i");
  out->Line("v, i = tag(r, i, e)");
  out->Line("local h = H[v]");
  out->Open("if h then");
  out->Line("i = h(r, t, i, e, d, a)");
  out->Line("if i > e then dfail(r) end");
  out->Middle("elseif v == g then");
  out->Line("return i");
  out->Middle("else");
  if (message.extension_ranges.empty()) {
    out->Line("i = other(r, t, v, i, e, d, a)");
  } else {
    out->Line("i = other_late(r, t, L, v, i, e, d, a)");
  }
  out->Close();
  out->Close();
  out->Line("if g ~= 0 then dfail(r) end");
  out->Line("return i");
  out->Close();
  EmitPredictedFunction(scope, message, members, false);
  if (as_group) EmitPredictedFunction(scope, message, members, true);
}

}  // namespace pbb::luagen
