#include "luagen/concat_record.h"

#include "luagen/concat_loop.h"
#include "luagen/concat_read.h"

namespace pbb::luagen {

using plan::Field;
using plan::Kind;
using wire::WireType;

namespace {

// Each branch of a oneof clears all other members: in line the code grows with the square of their number.
constexpr size_t kMaxMembersInLine = 8;

}  // namespace

void ConcatRecords::DeclareCounters(const Field& field) {
  if (counters_ && field.repeated && !field.is_map) out_->Line("local l{0}, n{0}", field.number);
}

void ConcatRecords::Branches(const Field& field, bool first) {
  Open(field.is_map ? TagOf(field, WireType::kLen) : ElementTag(field), first);
  Record(field, false);
  if (!field.repeated || !plan::IsPackable(field.kind)) return;
  Open(TagOf(field, WireType::kLen), false);
  Record(field, true);
}

void ConcatRecords::Record(const Field& field, bool packed) {
  if (packed) {
    Packed(field);
  } else if (field.is_map) {
    MapRecord(field);
  } else if (plan::IsMessage(field.kind)) {
    Message(field);
  } else {
    Scalar(field);
  }
}

void ConcatRecords::Open(uint32_t tag, bool first) {
  if (first) {
    out_->Open("if tag == {} then", tag);
  } else {
    out_->Middle("elseif tag == {} then", tag);
  }
}

std::string ConcatRecords::Fits(const Field& field, const std::string& v) {
  if (field.kind != Kind::kEnum || !scope_->plan().enums[field.enumeration].closed) return "";
  return fmt::format("{}.numbers[{}]", scope_->Enum(field.enumeration), v);
}

void ConcatRecords::Scalar(const Field& field) {
  out_->Line("local v");
  EmitReadScalar(out_, field, "v", "z", false);
  const std::string fits = Fits(field, "v");
  if (!fits.empty()) out_->Open("if {} then", fits);
  if (field.repeated) {
    Push(field, "v");
  } else {
    Store(field, "v");
  }
  if (fits.empty()) return;
  out_->Middle("else");
  out_->Line("keep_enum(t, {}, v)", VarintLiteral(TagOf(field, WireType::kVarint)));
  out_->Close();
}

void ConcatRecords::Message(const Field& field) {
  const bool group = field.kind == Kind::kGroup;
  out_->Line("if d >= 100 then return dfail(name, s) end");
  if (!group) EmitReadLength(out_);
  if (field.repeated) {
    out_->Line("local v = {}", scope_->NewTable(field.message));
    Push(field, "v");
  } else {
    const std::string place = Index(Container(field), KeyOf(field));
    out_->Line("local v = {}", place);
    out_->Open("if v == nil then");
    ClearSiblings(field);
    out_->Line("v = {}", scope_->NewTable(field.message));
    out_->Line("{} = v", place);
    out_->Close();
  }
  if (may_paste_ && IsPasted(*scope_, message_, field)) {
    out_->Open("do");
    out_->Line("local t, z, d, g = v, r, d + 1, -1");
    EmitConcatLoop(out_, scope_, scope_->plan().messages[field.message], true);
    return out_->Close();
  }
  const std::string decoder = scope_->Message(field.message);
  if (group) {
    out_->Line("p = {}.dec(s, p, z, v, d + 1, {}, name)", decoder, TagOf(field, WireType::kEndGroup));
  } else {
    out_->Line("{}.dec(s, p, r, v, d + 1, -1, name)", decoder);
    out_->Line("p = r");
  }
}

void ConcatRecords::Packed(const Field& field) {
  const WireType type = plan::WireTypeOf(field.kind);
  const int size = type == WireType::kFixed32 ? 4 : type == WireType::kFixed64 ? 8 : 0;
  EmitReadLength(out_);
  if (size > 0) out_->Line("if len % {} ~= 0 then return dfail(name, s) end", size);
  out_->Open("if len > 0 then");
  // A table is sized for the run: exactly for fixed values, for one varint a byte else. A closed enum's list may stay
  // away.
  const std::string fits = Fits(field, "v");
  ListNames list;
  if (fits.empty()) {
    const std::string fresh = size > 0 ? fmt::format("new_list(len / {})", size) : "new_list(len)";
    list = List(field, scope_->switches().presize_packed ? fresh : "{}");
  }
  out_->Open("while p < r do");
  out_->Line("local v");
  EmitReadScalar(out_, field, "v", "r", false);
  if (fits.empty()) {
    Append(list, "v");
  } else {
    out_->Open("if {} then", fits);
    Push(field, "v");
    out_->Middle("else");
    out_->Line("keep_enum(t, {}, v)", VarintLiteral(TagOf(field, WireType::kVarint)));
    out_->Close();
  }
  out_->Close();
  out_->Line("if p ~= r then return dfail(name, s) end");
  out_->Close();
}

std::string ConcatRecords::Container(const Field& field) {
  if (!field.extension) return "t";
  out_->Raw("local x = t._extensions\nif x == nil then\n  x = {}\n  t._extensions = x\nend");
  return "x";
}

ConcatRecords::ListNames ConcatRecords::List(const Field& field, const std::string& fresh) {
  if (!counters_) {
    const std::string place = Index(Container(field), KeyOf(field));
    out_->Line("local l = {}", place);
    out_->Open("if l == nil then");
    out_->Line("l = {}", fresh);
    out_->Line("{} = l", place);
    out_->Close();
    if (!scope_->switches().append_counter) return {"l", ""};
    out_->Line("local n = #l");
    return {"l", "n"};
  }
  const std::string l = fmt::format("l{}", field.number);
  const std::string n = fmt::format("n{}", field.number);
  out_->Open("if not {} then", l);
  const std::string place = Index(Container(field), KeyOf(field));
  out_->Line("{} = {}", l, place);
  out_->Open("if {} then", l);
  out_->Line("{} = #{}", n, l);
  out_->Middle("else");
  out_->Line("{}, {} = {}, 0", l, n, fresh);
  out_->Line("{} = {}", place, l);
  out_->Close();
  out_->Close();
  return {l, n};
}

void ConcatRecords::Append(const ListNames& list, const std::string& value) {
  if (list.second.empty()) return out_->Line("{0}[#{0} + 1] = {1}", list.first, value);
  out_->Line("{0} = {0} + 1", list.second);
  out_->Line("{}[{}] = {}", list.first, list.second, value);
}

void ConcatRecords::Push(const Field& field, const std::string& value) {
  // Groups have no length: to count them would be to read them.
  const bool counted = scope_->switches().presize_lists && plan::WireTypeOf(field.kind) == WireType::kLen;
  Append(List(field, counted ? fmt::format("new_list(count_records(s, q, z, {}))", field.tag()) : "{}"), value);
}

void ConcatRecords::Store(const Field& field, const std::string& value) {
  ClearSiblings(field);
  out_->Line("{} = {}", Index(Container(field), KeyOf(field)), value);
}

void ConcatRecords::ClearSiblings(const Field& field) {
  if (field.oneof == plan::kNone || message_ == nullptr) return;
  const plan::Oneof& oneof = message_->oneofs[field.oneof];
  if (oneof.members.size() > kMaxMembersInLine) {
    out_->Line("clear(t, {})", scope_->Members(*message_, oneof));
    return;
  }
  for (const int index : oneof.members) {
    const Field& member = message_->fields[index];
    // Only what is there: assigning nil to an absent key would make room for it.
    if (member.number != field.number) {
      out_->Line("if {0} ~= nil then {0} = nil end", Index("t", member.name));
    }
  }
}

void ConcatRecords::MapRecord(const Field& field) {
  const std::string entry = fmt::format("entry{}", field.number);
  if (entries_.insert(field.number).second) MapEntryReader(field, entry);
  out_->Line("if d >= 100 then return dfail(name, s) end");
  EmitReadLength(out_);
  out_->Line("{}(s, p, r, t, q, d, name)", entry);
  out_->Line("p = r");
}

// A function of its own: the entry at [p, z), whose tag began at q, goes into the map of `t`.
void ConcatRecords::MapEntryReader(const Field& field, const std::string& name) {
  const plan::Plan& plan = scope_->plan();
  const plan::Message& entry = plan.messages[field.message];
  const Field& key = *entry.FindField(1);
  const Field& value = *entry.FindField(2);
  LuaWriter body;
  body.Open("local function {}(s, p, z, t, q, d, name)", name);
  body.Line("local k, v");
  body.Open("while p < z do");
  EmitReadTag(&body, scope_->switches(), "local ");
  body.Open("if tag == {} then", ElementTag(key));
  EmitReadScalar(&body, key, "k", "z", true);
  body.Middle("elseif tag == {} then", ElementTag(value));
  const bool holds_message = value.message != plan::kNone;
  if (holds_message) {
    body.Line("if d >= 99 then return dfail(name, s) end");
    EmitReadLength(&body);
    body.Line("v = v or {}", scope_->NewTable(value.message));
    body.Line("{}.dec(s, p, r, v, d + 2, -1, name)", scope_->Message(value.message));
    body.Line("p = r");
  } else {
    EmitReadScalar(&body, value, "v", "z", false);
  }
  body.Middle("else");
  body.Line("p = skip(s, p, z, tag, d + 1)");
  body.Close();
  body.Close();
  body.Line("if p ~= z then return dfail(name, s) end");
  body.Line("if k == nil then k = {} end", ZeroOf(key, true));
  if (holds_message) {
    body.Open("if v == nil then");
    body.Line("v = {}", scope_->NewTable(value.message));
    if (plan.messages[value.message].needs_required_check) {
      // An empty run sees to required fields.
      body.Line("{}.dec(s, z, z, v, d + 2, -1, name)", scope_->Message(value.message));
    }
    body.Close();
  } else {
    body.Line("if v == nil then v = {} end", ZeroOf(value, false));
  }
  const std::string fits = Fits(value, "v");
  if (!fits.empty()) {
    body.Open("if not {} then", fits);
    body.Line("keep(t, q, z)");
    body.Line("return");
    body.Close();
  }
  const std::string place = Index("t", field.name);
  body.Line("local map = {}", place);
  body.Open("if map == nil then");
  body.Line("map = {{}}");
  body.Line("{} = map", place);
  body.Close();
  body.Line("map[k] = v");
  body.Close();
  scope_->AddFunction(body.text());
}

}  // namespace pbb::luagen
