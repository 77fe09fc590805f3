#include "luagen/concat_decode.h"

#include <algorithm>
#include <vector>

#include "luagen/concat_read.h"
#include "luagen/concat_record.h"
#include "luagen/concat_scope.h"

namespace pbb::luagen {
namespace {

using plan::Field;
using plan::Message;
using plan::Plan;

// Fields and the extensions of the message's own file, by number.
std::vector<const Field*> FieldsOf(const Plan& plan, const Message& message) {
  std::vector<const Field*> fields;
  for (const Field& field : message.fields) fields.push_back(&field);
  for (const plan::Extension* own : OwnExtensions(plan, message)) fields.push_back(&own->field);
  std::sort(fields.begin(), fields.end(), [](const Field* a, const Field* b) { return a->number < b->number; });
  return fields;
}

// Fields [begin, end) that fit one function.
size_t ChunkEnd(const std::vector<const Field*>& fields, size_t begin) {
  size_t references = 0;
  size_t end = begin;
  while (end < fields.size() && end - begin < kMaxFields && references < kMaxReferences) {
    references += ReferencesOf(*fields[end++]);
  }
  return end;
}

// A function that takes the tags of some fields, and says nil to others.
void EmitReader(LuaWriter* out, const Plan& plan, const Message* message, const std::string& head,
                const std::vector<const Field*>& fields, size_t begin, size_t end) {
  LuaWriter body;
  ConcatScope scope(plan);
  ConcatRecords records(&body, &scope, message, false);
  body.Open("{}(s, p, z, tag, q, t, d, name)", head);
  for (size_t i = begin; i < end; ++i) records.Branches(*fields[i], i == begin);
  body.Middle("else");
  body.Line("return nil");
  body.Close();
  body.Line("return p");
  body.Close();
  scope.Declare(out);
  out->Raw(body.text());
}

// What is done with a tag that no branch has taken.
void EmitUnknown(LuaWriter* out, ConcatScope* scope, const Message& message, size_t own_extensions) {
  out->Open("if tag == g then");
  out->Line("g, z = -1, p");
  out->Line("break");
  out->Close();
  if (!message.extension_ranges.empty()) {
    const std::string ext = scope->Extensions(message);
    out->Line("local after = {}.n ~= {} and read_extension({}, s, p, z, tag, q, t, d, name)", ext, own_extensions, ext);
    out->Open("if after then");
    out->Line("p = after");
    out->Middle("else");
  }
  out->Line("p = skip(s, p, z, tag, d)");
  out->Line("if p > z then return dfail(name, s) end");
  out->Line("keep(t, q, p)");
  if (!message.extension_ranges.empty()) out->Close();
}

// At the end: a missing required field is only noted, as a later piece of the same message may bring it.
void EmitRequired(LuaWriter* out, const Message& message) {
  for (const Field& field : message.fields) {
    if (field.required) out->Line("if {} == nil then D.dirty, D.missing = true, true end", Index("t", field.name));
  }
}

}  // namespace

void EmitConcatDecoder(LuaWriter* out, const Plan& plan, const Message& message) {
  const std::vector<const Field*> fields = FieldsOf(plan, message);
  const size_t own = OwnExtensions(plan, message).size();
  const bool whole = ChunkEnd(fields, 0) == fields.size();
  std::vector<uint32_t> firsts;  // the lowest tag of each chunk
  for (size_t begin = 0; !whole && begin < fields.size();) {
    const size_t end = ChunkEnd(fields, begin);
    if (begin == 0) out->Line("local read = {{}}");
    out->Open("do");
    EmitReader(out, plan, &message, fmt::format("read[{}] = function", firsts.size()), fields, begin, end);
    out->Close();
    firsts.push_back(wire::MakeTag(fields[begin]->number, wire::WireType::kVarint));
    begin = end;
  }
  LuaWriter body;
  ConcatScope scope(plan);
  ConcatRecords records(&body, &scope, &message, true);
  body.Open("m.dec = function(s, p, z, t, d, g, name)");
  if (whole) {
    for (const Field* field : fields) records.DeclareCounters(*field);
  }
  body.Open("while p < z do");
  body.Line("local q = p");
  EmitReadTag(&body);
  if (whole) {
    for (size_t i = 0; i < fields.size(); ++i) records.Branches(*fields[i], i == 0);
    if (!fields.empty()) body.Middle("else");
    EmitUnknown(&body, &scope, message, own);
    if (!fields.empty()) body.Close();
  } else {
    body.Line("local chunk = 0");
    for (size_t i = 1; i < firsts.size(); ++i) body.Line("if tag >= {} then chunk = {} end", firsts[i], i);
    body.Line("local known = read[chunk](s, p, z, tag, q, t, d, name)");
    body.Open("if known then");
    body.Line("p = known");
    body.Middle("else");
    EmitUnknown(&body, &scope, message, own);
    body.Close();
  }
  body.Close();
  body.Line("if p ~= z or g ~= -1 then return dfail(name, s) end");
  EmitRequired(&body, message);
  body.Line("return p");
  body.Close();
  scope.Declare(out);
  out->Raw(body.text());
}

void EmitConcatExtensionReader(LuaWriter* out, const Plan& plan, const Field& field) {
  EmitReader(out, plan, nullptr, "read = function", {&field}, 0, 1);
}

}  // namespace pbb::luagen
