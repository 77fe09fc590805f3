#include "luagen/schema_table.h"

#include <algorithm>

#include "luagen/names.h"

namespace pbb::luagen {
namespace {

constexpr size_t kFieldsPerChunk = 50;
constexpr size_t kValuesPerChunk = 2000;

const char* Label(const plan::Field& field) {
  if (field.repeated) return "repeated";
  return field.required ? "required" : "optional";
}

}  // namespace

std::string SchemaField(const plan::Plan& plan, const plan::Field& field, const plan::Message* parent) {
  std::string out = fmt::format("{{name = {}, number = {}, kind = \"{}\", label = \"{}\"",
                                Quote(field.extension ? field.full_name : field.name), field.number,
                                plan::KindName(field.kind), Label(field));
  if (field.packed) out += ", packed = true";
  if (field.presence) out += ", presence = true";
  if (field.utf8) out += ", utf8 = true";
  if (field.enumeration != plan::kNone) out += ", enum = " + Quote(plan.enums[field.enumeration].full_name);
  if (field.message != plan::kNone) out += ", message = " + Quote(plan.messages[field.message].full_name);
  if (field.oneof != plan::kNone && parent != nullptr) out += ", oneof = " + Quote(parent->oneofs[field.oneof].name);
  if (field.is_map) {
    const plan::Message& entry = plan.messages[field.message];
    out += ", map = {key = " + SchemaField(plan, *entry.FindField(1), nullptr) +
           ", value = " + SchemaField(plan, *entry.FindField(2), nullptr) + "}";
  }
  return out + "}";
}

void EmitSchemaBody(LuaWriter* out, const plan::Plan& plan, const plan::Message& message) {
  out->Line("local fields = {{}}");
  for (size_t begin = 0; begin < message.fields.size(); begin += kFieldsPerChunk) {
    const size_t end = std::min(begin + kFieldsPerChunk, message.fields.size());
    out->Open("do");
    out->Open("local function chunk()");
    for (size_t i = begin; i < end; ++i) {
      out->Line("fields[{}] = {}", i + 1, SchemaField(plan, message.fields[i], &message));
    }
    out->Close();
    out->Line("chunk()");
    out->Close();
  }
  std::string oneofs;
  for (const plan::Oneof& oneof : message.oneofs) {
    std::string members;
    for (const int member : oneof.members) members += Quote(message.fields[member].name) + ", ";
    oneofs += fmt::format("{{name = {}, members = {{{}}}}}, ", Quote(oneof.name), members);
  }
  std::string ranges;
  for (const plan::ExtensionRange& range : message.extension_ranges) {
    ranges += fmt::format("{{{}, {}}}, ", range.first, range.last);
  }
  out->Line("return {{name = {}, proto3 = {}, fields = fields, oneofs = {{{}}}, extension_ranges = {{{}}}}}",
            Quote(message.full_name), plan.files[message.file].proto3, oneofs, ranges);
}

void EmitEnumChunks(LuaWriter* out, const plan::Enum& enumeration, const char* local_name) {
  out->Open("local {} = {{", local_name);
  for (size_t begin = 0; begin < enumeration.values.size(); begin += kValuesPerChunk) {
    const size_t end = std::min(begin + kValuesPerChunk, enumeration.values.size());
    out->Open("function()");
    out->Open("return {{");
    for (size_t i = begin; i < end; ++i) {
      out->Line("[{}] = {},", Quote(enumeration.values[i].name), enumeration.values[i].number);
    }
    out->Close("}");
    out->Close("end,");
  }
  out->Close("}");
}

}  // namespace pbb::luagen
