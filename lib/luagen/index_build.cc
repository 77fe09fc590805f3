#include "luagen/index_build.h"

#include <algorithm>

#include "plan/index_layout.h"

namespace pbb::luagen {
namespace {

using plan::Kind;

constexpr size_t kMaxTemplateKeys = 16;

// A place in the index: `base`, plus some words.
std::string Place(const char* base, int words) { return words == 0 ? base : fmt::format("{} + {}", base, words); }

// An expression for the value at `at`.
std::string ValueAt(const FullScope& scope, const plan::Field& field, const std::string& at, bool key) {
  switch (field.kind) {
    case Kind::kString:
    case Kind::kBytes:
      return fmt::format("text(r, {})", at);
    case Kind::kMessage:
    case Kind::kGroup:
      return fmt::format("build[{}](r, word(r, {}))", Quote(scope.plan.messages[field.message].full_name), at);
    case Kind::kBool:
      return fmt::format("word(r, {}) ~= 0", at);
    case Kind::kUint32:
    case Kind::kFixed32:
      return fmt::format("unsigned_at(r, {})", at);
    case Kind::kInt64:
    case Kind::kSint64:
    case Kind::kSfixed64:
      return fmt::format("{}(i64_at(r, {}))", key ? "key_of_signed" : "as_i64", at);
    case Kind::kUint64:
    case Kind::kFixed64:
      return fmt::format("{}(u64_at(r, {}))", key ? "key_of_unsigned" : "as_u64", at);
    case Kind::kFloat:
    case Kind::kDouble:
      return fmt::format("double_at(r, {})", at);
    default:
      return fmt::format("word(r, {})", at);
  }
}

// Emits the code that puts the field, whose slot is at `words` from b, into t when the presence word x says so.
void EmitField(FullScope* scope, const plan::Field& field, const plan::IndexSlot& slot) {
  LuaWriter* out = scope->out;
  const std::string target = fmt::format("{}[{}]", field.extension ? "extensions(t)" : "t",
                                         Quote(field.extension ? field.full_name : field.name));
  out->Open("if band(x, {}) ~= 0 then", 1 << slot.bit);
  if (!field.repeated) {
    out->Line("{} = {}", target, ValueAt(*scope, field, Place("b", slot.offset), false));
    out->Close();
    return;
  }
  out->Line("local n, i = word(r, {}), word(r, {})", Place("b", slot.offset), Place("b", slot.offset + 1));
  if (field.is_map) {
    const plan::Message& entry = scope->plan.messages[field.message];
    const plan::Field& key = *entry.FindField(1);
    const plan::Field& value = *entry.FindField(2);
    const int key_words = plan::IndexValueWords(key.kind);
    out->Line("local l = tnew(0, n)");
    out->Open("for _ = 1, n do");
    out->Line("l[{}] = {}", ValueAt(*scope, key, "i", true), ValueAt(*scope, value, Place("i", key_words), false));
    out->Line("i = i + {}", key_words + plan::IndexValueWords(value.kind));
  } else {
    out->Line("local l = tnew(n, 0)");
    out->Open("for k = 1, n do");
    out->Line("l[k] = {}", ValueAt(*scope, field, "i", false));
    out->Line("i = i + {}", plan::IndexValueWords(field.kind));
  }
  out->Close();
  out->Line("{} = l", target);
  out->Close();
}

plan::IndexLayout LayOut(const std::vector<FullMember>& members) {
  std::vector<bool> is_repeated;
  std::vector<Kind> kinds;
  for (const FullMember& member : members) {
    is_repeated.push_back(member.field->repeated);
    kinds.push_back(member.field->kind);
  }
  return plan::LayOutIndex(is_repeated, kinds);
}

std::string Reference(const plan::Plan& plan, const plan::Field& field) {
  if (field.message != plan::kNone) return plan.messages[field.message].full_name;
  if (field.enumeration != plan::kNone && plan.enums[field.enumeration].closed) {
    return plan.enums[field.enumeration].full_name;
  }
  return "-";
}

std::string FieldText(const plan::Plan& plan, const plan::Field& field) {
  unsigned flags = 0;
  if (field.repeated) flags |= plan::kIndexRepeated;
  if (field.packed) flags |= plan::kIndexPacked;
  if (field.required) flags |= plan::kIndexRequired;
  if (field.utf8) flags |= plan::kIndexUtf8;
  if (field.is_map) flags |= plan::kIndexMap;
  std::string text = fmt::format("\n{} {} {} {} {}", field.number, static_cast<int>(field.kind), flags, field.oneof,
                                 Reference(plan, field));
  if (field.is_map) {
    for (const plan::Field& part : plan.messages[field.message].fields) text += FieldText(plan, part);
  }
  return text;
}

// The new table has its final size at once, and its slots are known on trace.
std::string Template(const std::vector<FullMember>& members) {
  std::string keys;
  for (size_t m = 0; m < std::min(members.size(), kMaxTemplateKeys); ++m) {
    if (!members[m].field->extension) keys += fmt::format("[{}] = nil, ", members[m].Key());
  }
  return keys;
}

}  // namespace

std::string IndexText(const plan::Plan& plan, const plan::Message& message) {
  const std::vector<FullMember> members = MembersOf(plan, message);
  const unsigned flags = message.extension_ranges.empty() ? 0U : plan::kIndexExtendable;
  std::string text = fmt::format("{} {} {}", flags, members.size(), message.oneofs.size());
  for (const FullMember& member : members) text += FieldText(plan, *member.field);
  return Quote(text);
}

void EmitBuild(FullScope* scope, const plan::Message& message) {
  LuaWriter* out = scope->out;
  const std::vector<FullMember> members = MembersOf(scope->plan, message);
  const plan::IndexLayout layout = LayOut(members);
  const size_t groups = layout.words.size();
  if (groups > 1) out->Line("local parts = {{}}");
  for (size_t group = 1; group < groups; ++group) {
    out->Open("parts[{}] = function(r, t, b)", group);
    out->Line("local x = word(r, b)");
    for (size_t m = 0; m < members.size(); ++m) {
      if (layout.slots[m].group == static_cast<int>(group)) EmitField(scope, *members[m].field, layout.slots[m]);
    }
    out->Close();
  }
  out->Open("build[{}] = function(r, b)", Quote(message.full_name));
  out->Line("local t = {{{}}}", Template(members));
  if (!members.empty()) out->Line("local x = word(r, b)");
  for (size_t m = 0; m < members.size(); ++m) {
    if (layout.slots[m].group == 0) EmitField(scope, *members[m].field, layout.slots[m]);
  }
  for (size_t group = 1; group < groups; ++group) {
    const std::string link = Place("b", static_cast<int>(group) + 1);
    out->Line("if word(r, {0}) ~= 0 then parts[{1}](r, t, word(r, {0})) end", link, group);
  }
  out->Line("if word(r, b + 1) ~= 0 then rare(r, t, word(r, b + 1)) end");
  out->Line("return t");
  out->Close();
}

void EmitIndexExtension(FullScope* scope, const plan::Extension& extension) {
  LuaWriter* out = scope->out;
  const plan::Field& field = extension.field;
  out->Open("local function build_late(r, t, b)");
  out->Line("local x = word(r, b)");
  EmitField(scope, field, plan::LayOutIndex({field.repeated}, {field.kind}).slots[0]);
  out->Close();
  out->Line("R.index_extension({}, {}, build_late)", Quote(scope->plan.messages[extension.extendee].full_name),
            Quote("0 1 0" + FieldText(scope->plan, field)));
}

}  // namespace pbb::luagen
