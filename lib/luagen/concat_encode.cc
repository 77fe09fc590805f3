#include "luagen/concat_encode.h"

#include <algorithm>

#include "luagen/concat_scalar.h"
#include "luagen/concat_scope.h"

namespace pbb::luagen {
namespace {

using plan::Field;
using plan::Message;
using plan::Plan;

constexpr char kFail[] = "return efail(name, root)";

// A field, or a stretch of numbers where extensions of other files may come.
struct Item {
  const Field* field = nullptr;
  uint32_t first = 0;
  uint32_t last = 0;
};

std::vector<Item> ItemsOf(const Plan& plan, const ConcatSwitches& switches, const Message& message) {
  std::vector<Item> fields;
  for (const Field& field : message.fields) fields.push_back({&field});
  for (const plan::Extension* own : InlineExtensions(plan, switches, message)) fields.push_back({&own->field});
  std::sort(fields.begin(), fields.end(),
            [](const Item& a, const Item& b) { return a.field->number < b.field->number; });
  if (message.extension_ranges.empty()) return fields;
  std::vector<Item> items;
  uint32_t next = 1;  // the lowest number not yet passed
  const auto add_gap = [&](uint32_t last) {
    for (const plan::ExtensionRange& range : message.extension_ranges) {
      if (range.first <= last && range.last >= next) {
        items.push_back({nullptr, next, last});
        return;
      }
    }
  };
  for (const Item& item : fields) {
    if (item.field->number > next) add_gap(item.field->number - 1);
    items.push_back(item);
    next = item.field->number + 1;
  }
  if (next <= wire::kMaxFieldNumber) add_gap(wire::kMaxFieldNumber);
  return items;
}

class Encoder {
 public:
  Encoder(LuaWriter* out, ConcatScope* scope) : out_(out), scope_(scope) {}

  // One value in local v, not nil unless it comes from a list.
  void Value(const Field& field) {
    const EncodedValue value = EmitEncodedValue(out_, scope_, field, "v", "", "d + 1");
    const bool implicit = !field.presence && !field.repeated && !field.required && !field.extension;
    if (implicit) out_->Open("if {} then", value.is_set);
    Append(VarintLiteral(ElementTag(field)), value);
    if (implicit) out_->Close();
  }

  // A list in local v.
  void List(const Field& field) {
    CheckTable();
    out_->Line("local l, count = v, #v");
    if (field.packed) out_->Line("local parts = table_new(count, 0)");
    out_->Open("for i = 1, count do");
    out_->Line("local v = l[i]");
    if (field.packed) {
      out_->Line("parts[i] = {}", EmitEncodedValue(out_, scope_, field, "v", "", "").parts[0]);
    } else {
      Value(field);
    }
    out_->Close();
    out_->Line("if other_keys(l, count) then {} end", kFail);
    if (!field.packed) return;
    out_->Open("if count > 0 then");
    out_->Line("local body = concat(parts)");
    out_->Line("local size = #body");
    EmitAppend(out_, {VarintLiteral(field.tag()), LengthPrefix(scope_->switches(), "size"), "body"});
    out_->Close();
  }

  // A map in local v.
  void Map(const Field& field) {
    const std::string entry = fmt::format("entry{}", field.number);
    const Message& message = scope_->plan().messages[field.message];
    const char* key_kind = plan::KindName(message.FindField(1)->kind);
    MapEntry(field, message, entry);
    CheckTable();
    if (plan::Is64Bit(message.FindField(1)->kind)) {
      out_->Line("if has_duplicates(v, \"{}\") then {} end", key_kind, kFail);
    }
    out_->Open("if O.deterministic then");
    out_->Line("local keys, count = sorted_keys(v, \"{}\")", key_kind);
    out_->Line("if not keys then {} end", kFail);
    out_->Open("for i = 1, count do");
    out_->Line("n = {}(out, n, keys[i], v[keys[i]], d, root, name)", entry);
    out_->Close();
    out_->Middle("else");
    out_->Line("local key, value = next(v)");
    out_->Open("while key ~= nil do");
    out_->Line("n = {}(out, n, key, value, d, root, name)", entry);
    out_->Line("key, value = next(v, key)");
    out_->Close();
    out_->Close();
  }

  void FieldValue(const Field& field) {
    if (field.is_map) {
      Map(field);
    } else if (field.repeated) {
      List(field);
    } else {
      Value(field);
    }
  }

 private:
  void CheckTable() { out_->Line("if type(v) ~= \"table\" then {} end", kFail); }

  void Append(const std::string& tag, const EncodedValue& value) {
    std::vector<std::string> parts = {tag};
    parts.insert(parts.end(), value.parts.begin(), value.parts.end());
    EmitAppend(out_, parts);
  }

  void MapEntry(const Field& field, const Message& message, const std::string& name) {
    LuaWriter body;
    body.Open("local function {}(out, n, k, v, d, root, name)", name);
    body.Line("if d >= 100 then {} end", kFail);
    const Field& key_field = *message.FindField(1);
    const Field& value_field = *message.FindField(2);
    const EncodedValue key = EmitEncodedValue(&body, scope_, key_field, "k", "k", "", Use::kMapKey);
    const EncodedValue value = EmitEncodedValue(&body, scope_, value_field, "v", "v", "d + 2");
    body.Line("local size = 2 + {} + {}", key.size, value.size);
    std::vector<std::string> parts = {VarintLiteral(field.tag()), LengthPrefix(scope_->switches(), "size"),
                                      VarintLiteral(key_field.tag())};
    parts.insert(parts.end(), key.parts.begin(), key.parts.end());
    parts.push_back(VarintLiteral(value_field.tag()));
    parts.insert(parts.end(), value.parts.begin(), value.parts.end());
    EmitAppend(&body, parts);
    body.Line("return n");
    body.Close();
    scope_->AddFunction(body.text());
  }

  LuaWriter* out_;
  ConcatScope* scope_;
};

void EmitItem(LuaWriter* out, ConcatScope* scope, const Message& message, const Item& item, size_t own_extensions) {
  if (item.field == nullptr) {
    const std::string ext = scope->Extensions(message);
    out->Open("if x and {}.n ~= {} then", ext, own_extensions);
    out->Line("n = write_extensions({}, out, n, x, {}, {}, d, root, name)", ext, item.first, item.last);
    out->Close();
    return;
  }
  const Field& field = *item.field;
  out->Open("do");
  out->Line("local v = {}{}", field.extension ? "x and " : "", Index(field.extension ? "x" : "t", KeyOf(field)));
  out->Open("if v ~= nil then");
  Encoder(out, scope).FieldValue(field);
  if (field.required) {
    out->Middle("else");
    out->Line(kFail);
  }
  out->Close();
  out->Close();
}

// Before the fields: two members of one oneof.
void EmitOneofChecks(LuaWriter* out, const Message& message) {
  for (const plan::Oneof& oneof : message.oneofs) {
    if (oneof.members.size() < 2) continue;
    out->Open("do");
    out->Line("local seen = {} ~= nil", Index("t", message.fields[oneof.members[0]].name));
    for (size_t i = 1; i < oneof.members.size(); ++i) {
      out->Open("if {} ~= nil then", Index("t", message.fields[oneof.members[i]].name));
      out->Line("if seen then {} end", kFail);
      if (i + 1 < oneof.members.size()) out->Line("seen = true");
      out->Close();
    }
    out->Close();
  }
}

// Items [begin, end) that fit one function.
size_t ChunkEnd(const std::vector<Item>& items, size_t begin) {
  size_t references = 0;
  size_t end = begin;
  while (end < items.size() && end - begin < kMaxFields && references < kMaxReferences) {
    references += items[end].field != nullptr ? ReferencesOf(*items[end].field) : 1;
    ++end;
  }
  return end;
}

}  // namespace

void EmitConcatEncoder(LuaWriter* out, const Plan& plan, const ConcatSwitches& switches, const Message& message) {
  const std::vector<Item> items = ItemsOf(plan, switches, message);
  const size_t own = InlineExtensions(plan, switches, message).size();
  const bool whole = ChunkEnd(items, 0) == items.size();
  size_t chunks = 0;
  for (size_t begin = 0; !whole && begin < items.size(); ++chunks) {
    const size_t end = ChunkEnd(items, begin);
    LuaWriter body;
    ConcatScope scope(plan, switches);
    body.Open("write[{}] = function(out, n, t, x, d, root, name)", chunks);
    for (; begin < end; ++begin) EmitItem(&body, &scope, message, items[begin], own);
    body.Line("return n");
    body.Close();
    if (chunks == 0) out->Line("local write = {{}}");
    out->Open("do");
    scope.Declare(out);
    out->Raw(body.text());
    out->Close();
  }
  LuaWriter body;
  ConcatScope scope(plan, switches);
  body.Open("m.enc = function(t, d, root, name)");
  body.Line("if type(t) ~= \"table\" or d > 100 then {} end", kFail);
  // Room for eight strings: to grow a list from nothing was half of all instructions of a 10-byte message (callgrind:
  // 2,614 with an empty list, 1,297 with eight slots, 1,594 with sixteen).
  body.Line("local out, n = {{nil, nil, nil, nil, nil, nil, nil, nil}}, 0");
  EmitOneofChecks(&body, message);
  if (!message.extension_ranges.empty()) {
    body.Line("local x = t._extensions");
    body.Line("if x ~= nil and type(x) ~= \"table\" then {} end", kFail);
  }
  for (size_t i = 0; whole && i < items.size(); ++i) EmitItem(&body, &scope, message, items[i], own);
  for (size_t i = 0; i < chunks; ++i) {
    body.Line("n = write[{}](out, n, t, {}, d, root, name)", i, message.extension_ranges.empty() ? "nil" : "x");
  }
  body.Raw(R"(local unknown = t._unknown_fields
if unknown ~= nil then
  if type(unknown) ~= "string" then return efail(name, root) end
  n = n + 1
  out[n] = unknown
end
if E.big > 2147483647 then over(name, root) end
return concat(out, "", 1, n))");
  body.Close();
  scope.Declare(out);
  out->Raw(body.text());
}

void EmitConcatExtensionWriter(LuaWriter* out, const Plan& plan, const ConcatSwitches& switches, const Field& field) {
  LuaWriter body;
  ConcatScope scope(plan, switches);
  body.Open("write = function(out, n, v, d, root, name)");
  Encoder(&body, &scope).FieldValue(field);
  body.Line("return n");
  body.Close();
  scope.Declare(out);
  out->Raw(body.text());
}

}  // namespace pbb::luagen
