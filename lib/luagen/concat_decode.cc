#include "luagen/concat_decode.h"

#include <vector>

#include "luagen/concat_loop.h"
#include "luagen/concat_read.h"
#include "luagen/concat_record.h"
#include "luagen/concat_scope.h"

namespace pbb::luagen {
namespace {

using plan::Field;
using plan::Message;
using plan::Plan;

// A function that takes the tags of some fields, and says nil to others.
void EmitReader(LuaWriter* out, const Plan& plan, const ConcatSwitches& switches, const Message* message,
                const std::string& head, const std::vector<const Field*>& fields, size_t begin, size_t end) {
  LuaWriter body;
  ConcatScope scope(plan, switches);
  ConcatRecords records(&body, &scope, message, false, true);
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

// The fields in functions that take some each; `firsts` gets the lowest tag of each.
void EmitChunks(LuaWriter* out, const ConcatScope& scope, const Message& message,
                const std::vector<const Field*>& fields, std::vector<uint32_t>* firsts) {
  out->Line("local read = {{}}");
  for (size_t begin = 0; begin < fields.size();) {
    const size_t end = DecodeChunkEnd(scope, &message, fields, begin);
    out->Open("do");
    EmitReader(out, scope.plan(), scope.switches(), &message, fmt::format("read[{}] = function", firsts->size()),
               fields, begin, end);
    out->Close();
    firsts->push_back(wire::MakeTag(fields[begin]->number, wire::WireType::kVarint));
    begin = end;
  }
}

// A loop that finds the function for each tag.
void EmitChunkLoop(LuaWriter* out, ConcatScope* scope, const Message& message, const std::vector<uint32_t>& firsts) {
  out->Open("while p < z do");
  out->Line("local q = p");
  EmitReadTag(out, scope->switches(), "local ");
  out->Line("local chunk = 0");
  for (size_t i = 1; i < firsts.size(); ++i) out->Line("if tag >= {} then chunk = {} end", firsts[i], i);
  out->Line("local known = read[chunk](s, p, z, tag, q, t, d, name)");
  out->Open("if known then");
  out->Line("p = known");
  out->Middle("else");
  EmitUnknownRecord(out, scope, message);
  out->Close();
  out->Close();
  EmitLoopEnd(out, message);
}

}  // namespace

void EmitConcatDecoder(LuaWriter* out, const Plan& plan, const ConcatSwitches& switches, const Message& message) {
  ConcatScope scope(plan, switches);
  const std::vector<const Field*> fields = DecodedFields(plan, switches, message);
  const bool whole = DecodeChunkEnd(scope, &message, fields, 0) == fields.size();
  std::vector<uint32_t> firsts;
  if (!whole) EmitChunks(out, scope, message, fields, &firsts);
  LuaWriter body;
  body.Open("m.dec = function(s, p, z, t, d, g, name)");
  if (whole) {
    EmitConcatLoop(&body, &scope, message, false);
  } else {
    EmitChunkLoop(&body, &scope, message, firsts);
  }
  body.Line("return p");
  body.Close();
  scope.Declare(out);
  out->Raw(body.text());
}

void EmitConcatExtensionReader(LuaWriter* out, const Plan& plan, const ConcatSwitches& switches, const Field& field) {
  EmitReader(out, plan, switches, nullptr, "read = function", {&field}, 0, 1);
}

}  // namespace pbb::luagen
