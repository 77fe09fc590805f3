#include "luagen/concat_loop.h"

#include <algorithm>

#include "luagen/concat_read.h"
#include "luagen/concat_record.h"

namespace pbb::luagen {

using plan::Field;
using plan::Message;
using plan::Plan;

namespace {

// A pasted loop has two locals for each list, and its parent's function may have 200 with its own.
constexpr size_t kMaxPastedFields = 20;

size_t References(const ConcatScope& scope, const Message* message, const Field& field) {
  size_t references = ReferencesOf(field);
  if (!IsPasted(scope, message, field)) return references;
  const Message& nested = scope.plan().messages[field.message];
  for (const Field* inner : DecodedFields(scope.plan(), scope.switches(), nested)) references += ReferencesOf(*inner);
  return references + (nested.extension_ranges.empty() ? 0 : 1);
}

// Each field in its turn, as encoders write them; what is left over is the loop's.
void EmitPredicted(LuaWriter* out, ConcatScope* scope, const std::vector<const Field*>& fields,
                   ConcatRecords* records) {
  const auto next = [&] {
    out->Line("q = p");
    out->Open("if p < z then");
    EmitReadTag(out, scope->switches(), "");
    out->Middle("else");
    out->Line("tag = 0");
    out->Close();
  };
  out->Line("local q, tag");
  next();
  for (const Field* field : fields) {
    const bool again = field->repeated && !field->packed;
    out->Open("{} tag == {} {}", again ? "while" : "if", field->tag(), again ? "do" : "then");
    records->Record(*field, field->packed);
    next();
    out->Close();
  }
  out->Line("p = q");
}

}  // namespace

std::vector<const Field*> DecodedFields(const Plan& plan, const ConcatSwitches& switches, const Message& message) {
  std::vector<const Field*> fields;
  for (const Field& field : message.fields) fields.push_back(&field);
  for (const plan::Extension* own : InlineExtensions(plan, switches, message)) fields.push_back(&own->field);
  std::sort(fields.begin(), fields.end(), [](const Field* a, const Field* b) { return a->number < b->number; });
  return fields;
}

size_t DecodeChunkEnd(const ConcatScope& scope, const Message* message, const std::vector<const Field*>& fields,
                      size_t begin) {
  size_t references = 0;
  size_t end = begin;
  while (end < fields.size() && end - begin < kMaxFields && references < kMaxReferences) {
    references += References(scope, message, *fields[end++]);
  }
  return end;
}

bool IsPasted(const ConcatScope& scope, const Message* parent, const Field& field) {
  if (!scope.switches().inline_nested || parent == nullptr || field.kind != plan::Kind::kMessage || field.is_map) {
    return false;
  }
  const Message& nested = scope.plan().messages[field.message];
  return &nested != parent && !nested.message_set &&
         DecodedFields(scope.plan(), scope.switches(), nested).size() <= kMaxPastedFields;
}

void EmitUnknownRecord(LuaWriter* out, ConcatScope* scope, const Message& message) {
  out->Open("if tag == g then");
  out->Line("g, z = -1, p");
  out->Line("break");
  out->Close();
  if (!message.extension_ranges.empty()) {
    const std::string ext = scope->Extensions(message);
    out->Line("local after = {}.n ~= {} and read_extension({}, s, p, z, tag, q, t, d, name)", ext,
              InlineExtensions(scope->plan(), scope->switches(), message).size(), ext);
    out->Open("if after then");
    out->Line("p = after");
    out->Middle("else");
  }
  out->Line("p = skip(s, p, z, tag, d)");
  out->Line("if p > z then return dfail(name, s) end");
  out->Line("keep(t, q, p)");
  if (!message.extension_ranges.empty()) out->Close();
}

void EmitLoopEnd(LuaWriter* out, const Message& message) {
  out->Line("if p ~= z or g ~= -1 then return dfail(name, s) end");
  for (const Field& field : message.fields) {
    if (field.required) out->Line("if {} == nil then D.dirty, D.missing = true, true end", Index("t", field.name));
  }
}

void EmitConcatLoop(LuaWriter* out, ConcatScope* scope, const Message& message, bool pasted) {
  const std::vector<const Field*> fields = DecodedFields(scope->plan(), scope->switches(), message);
  ConcatRecords records(out, scope, &message, true, !pasted);
  for (const Field* field : fields) records.DeclareCounters(*field);
  if (scope->switches().predict) EmitPredicted(out, scope, fields, &records);
  out->Open("while p < z do");
  out->Line("local q = p");
  EmitReadTag(out, scope->switches(), "local ");
  for (size_t i = 0; i < fields.size(); ++i) records.Branches(*fields[i], i == 0);
  if (!fields.empty()) out->Middle("else");
  EmitUnknownRecord(out, scope, message);
  if (!fields.empty()) out->Close();
  out->Close();
  EmitLoopEnd(out, message);
}

}  // namespace pbb::luagen
