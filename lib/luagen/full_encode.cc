#include "luagen/full_encode.h"

#include <algorithm>

#include "luagen/full_encode_value.h"

namespace pbb::luagen {
namespace {

using plan::Kind;

constexpr size_t kFieldsPerPart = 24;  // keeps a function under 200 locals and one trace at a sensible length
constexpr int kMaxTag = 5;
constexpr uint32_t kMaxNumber = (1U << 29) - 1;

void EmitList(FullScope* scope, const plan::Field& field, int rest) {
  LuaWriter* out = scope->out;
  const int each = MaxValueBytes(field) + kMaxTag;
  out->Line("if type(v) ~= \"table\" then efail(w, root) end");
  out->Line("local l, n = v, #v");
  if (field.packed) {
    out->Open("if n > 0 then");
    const int at = EmitTag(out, field.tag());
    out->Line("local b = i + {}", at + 1);
    out->Line("i = b");
    out->Open("for k = 1, n do");
    out->Line("local v = l[k]");
    out->Line("if i + {0} > w.cap then grow(w, root, i, {0}) end", each + rest);
    EmitPutValue(scope, field, 0, false, rest);
    out->Close();
    out->Line("if i - b < 128 then set_byte(w, b - 1, i - b) else i = widen(w, root, b, i) end");
    out->Line("if i + {0} > w.cap then grow(w, root, i, {0}) end", rest);
    out->Close();
  } else {
    // One UTF-8 check for the whole list: tags and the last bytes of lengths are characters of their own, so what is
    // valid as a whole is so string by string. The converse fails for lengths over 127, which are then looked at one by
    // one.
    const bool one_check = field.utf8 && field.tag() < 128;
    if (one_check) out->Line("local from = i");
    out->Open("for k = 1, n do");
    out->Line("local v = l[k]");
    if (field.kind != Kind::kString && field.kind != Kind::kBytes) {
      out->Line("if i + {0} > w.cap then grow(w, root, i, {0}) end", each + rest);
    }
    EmitPutValue(scope, field, field.tag(), false, rest, !one_check);
    out->Close();
    if (one_check) {
      out->Line("if O.validate_utf8 and not utf8_in(w, from, i - from) then check_strings(w, root, l, n) end");
    }
  }
  out->Line("check_list(w, root, l, n)");
}

// A field whose value is nil, or absent for its kind, is left out.
void EmitMember(FullScope* scope, const plan::Message& message, const FullMember& member, int number, int rest) {
  LuaWriter* out = scope->out;
  const plan::Field& field = *member.field;
  out->Open("{}", field.extension ? "if x ~= nil then" : "do");
  out->Line("local v = {}[{}]", field.extension ? "x" : "t", member.Key());
  if (field.required) out->Line("if v == nil then efail(w, root) end");
  if (!field.required) out->Open("if v ~= nil then");
  if (field.oneof != plan::kNone) {
    std::string others;
    for (const int other : message.oneofs[field.oneof].members) {
      const plan::Field& later = message.fields[other];
      if (later.number > field.number)
        others += fmt::format("{}t[{}] ~= nil", others.empty() ? "" : " or ", Quote(later.name));
    }
    if (!others.empty()) out->Line("if {} then efail(w, root) end", others);
  }
  EmitPutField(scope, field, number, rest);
  if (!field.required) out->Close();
  out->Close();
}

// Extensions that other files register may lie between `after` and `before`.
void EmitLate(FullScope* scope, const plan::Message& message, uint32_t after, uint32_t before, int rest) {
  const bool possible = std::any_of(message.extension_ranges.begin(), message.extension_ranges.end(),
                                    [&](const auto& range) { return range.last > after && range.first < before; });
  if (!possible) return;
  LuaWriter* out = scope->out;
  out->Open("if x ~= nil and L.n > 0 then");
  out->Line("i = put_late(w, root, L, x, i, d, {}, {})", after + 1, before - 1);
  out->Line("if i + {0} > w.cap then grow(w, root, i, {0}) end", rest);
  out->Close();
}

}  // namespace

int FixedBytes(const plan::Field& field) { return kMaxTag + MaxValueBytes(field); }

void EmitPutField(FullScope* scope, const plan::Field& field, int number, int rest) {
  LuaWriter* out = scope->out;
  if (field.is_map) {
    out->Line("if type(v) ~= \"table\" then efail(w, root) end");
    out->Line("local put = P[{}]", number);
    const plan::Field& key = *scope->plan.messages[field.message].FindField(1);
    if (plan::Is64Bit(key.kind)) out->Line("check_wide_keys(w, root, v, \"{}\")", plan::KindName(key.kind));
    out->Open("if O.deterministic then");
    out->Line("i = put_sorted(w, root, v, \"{}\", put, i, d)", plan::KindName(key.kind));
    out->Middle("else");
    out->Line("local k, m = next(v)");
    out->Open("while k ~= nil do");
    out->Line("i = put(w, root, k, m, i, d)");
    out->Line("k, m = next(v, k)");
    out->Close();
    out->Close();
    out->Line("if i + {0} > w.cap then grow(w, root, i, {0}) end", rest);
  } else if (field.repeated) {
    EmitList(scope, field, rest);
  } else {
    const bool skip_zero = !field.presence && !field.required && !field.extension && !plan::IsMessage(field.kind);
    EmitPutValue(scope, field, field.tag(), skip_zero, rest);
  }
}

std::vector<FullMember> MembersOf(const plan::Plan& plan, const plan::Message& message) {
  std::vector<FullMember> members;
  for (const plan::Field& field : message.fields) members.push_back({&field});
  for (const int index : message.extensions) {
    const plan::Extension& extension = plan.extensions[index];
    if (extension.file == message.file) members.push_back({&extension.field});
  }
  std::stable_sort(members.begin(), members.end(),
                   [](const FullMember& a, const FullMember& b) { return a.field->number < b.field->number; });
  return members;
}

void EmitEncode(FullScope* scope, const plan::Message& message) {
  LuaWriter* out = scope->out;
  const std::vector<FullMember> members = MembersOf(scope->plan, message);
  const bool extensible = !message.extension_ranges.empty();
  const char* x = extensible ? ", x" : "";

  // Writes members begin..end with room for all their fixed bytes made at once; what is of variable size sees to it
  // that as much is still there for those that follow.
  const auto emit_range = [&](size_t begin, size_t end) {
    int rest = 16;
    for (size_t i = begin; i < end; ++i) rest += FixedBytes(*members[i].field);
    out->Line("if i + {0} > w.cap then grow(w, root, i, {0}) end", rest);
    for (size_t i = begin; i < end; ++i) {
      if (extensible)
        EmitLate(scope, message, i > 0 ? members[i - 1].field->number : 0, members[i].field->number, rest);
      rest -= FixedBytes(*members[i].field);
      EmitMember(scope, message, members[i], static_cast<int>(i) + 1, rest);
    }
  };

  const bool in_parts = members.size() > kFieldsPerPart;
  if (in_parts) {
    out->Line("local enc_parts = {{}}");
    size_t part = 0;
    for (size_t begin = 0; begin < members.size(); begin += kFieldsPerPart) {
      out->Open("enc_parts[{}] = function(w, root, t{}, i, d)", ++part, x);
      emit_range(begin, std::min(begin + kFieldsPerPart, members.size()));
      out->Line("return i");
      out->Close();
    }
  }
  out->Open("local function enc(w, root, t, i, d)");
  out->Line("if type(t) ~= \"table\" or d > 100 then efail(w, root) end");
  if (extensible) {
    out->Line("local x = t[\"_extensions\"]");
    out->Line("if x ~= nil and type(x) ~= \"table\" then efail(w, root) end");
  }
  if (in_parts) {
    for (size_t part = 1; part <= (members.size() + kFieldsPerPart - 1) / kFieldsPerPart; ++part) {
      out->Line("i = enc_parts[{}](w, root, t{}, i, d)", part, x);
    }
  } else {
    scope->self_is_local = true;
    emit_range(0, members.size());
    scope->self_is_local = false;
  }
  if (extensible) EmitLate(scope, message, members.empty() ? 0 : members.back().field->number, kMaxNumber + 1, 16);
  out->Line("local u = t[\"_unknown_fields\"]");
  out->Line("if u ~= nil then i = put_raw(w, root, i, u) end");
  out->Line("return i");
  out->Close();
}

}  // namespace pbb::luagen
