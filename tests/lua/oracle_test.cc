// Holds the expectations in tests/lua/cases against libprotobuf's generated code: what is accepted, what is refused,
// the canonical bytes, and the bytes of the expected Lua value built field by field. A case that carries `differs` must
// really differ.
#include "oracle.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>
#include <google/protobuf/unknown_field_set.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace {

namespace gp = google::protobuf;
using gp::FieldDescriptor;
using nlohmann::json;
using pbb::lua_cases::Canonical;
using pbb::lua_cases::Hex;
using pbb::lua_cases::New;
using pbb::lua_cases::Raw;

// A Lua value as harness/dump.lua writes it, read by what the schema wants.
double Number(const json& v) { return std::strtod(v.at("n").get<std::string>().c_str(), nullptr); }
template <typename Int>
Int Integer(const json& v) {
  if (v.contains("n")) return static_cast<Int>(Number(v));
  // A map key beyond 2^53 is a decimal string.
  const std::string text = v.contains("i") ? v["i"].get<std::string>() : Raw(v.at("s").get<std::string>());
  if (std::is_signed_v<Int>) return static_cast<Int>(std::strtoll(text.c_str(), nullptr, 10));
  return static_cast<Int>(std::strtoull(text.c_str(), nullptr, 10));
}

void Fill(gp::Message* message, const json& table);

// Sets (or, for a list, adds) one value.
void Put(gp::Message* m, const FieldDescriptor* f, const json& v) {
  const gp::Reflection* r = m->GetReflection();
  const bool add = f->is_repeated();
  switch (f->cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return add ? r->AddInt32(m, f, Integer<int32_t>(v)) : r->SetInt32(m, f, Integer<int32_t>(v));
    case FieldDescriptor::CPPTYPE_INT64:
      return add ? r->AddInt64(m, f, Integer<int64_t>(v)) : r->SetInt64(m, f, Integer<int64_t>(v));
    case FieldDescriptor::CPPTYPE_UINT32:
      return add ? r->AddUInt32(m, f, Integer<uint32_t>(v)) : r->SetUInt32(m, f, Integer<uint32_t>(v));
    case FieldDescriptor::CPPTYPE_UINT64:
      return add ? r->AddUInt64(m, f, Integer<uint64_t>(v)) : r->SetUInt64(m, f, Integer<uint64_t>(v));
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return add ? r->AddDouble(m, f, Number(v)) : r->SetDouble(m, f, Number(v));
    case FieldDescriptor::CPPTYPE_FLOAT:
      return add ? r->AddFloat(m, f, static_cast<float>(Number(v))) : r->SetFloat(m, f, static_cast<float>(Number(v)));
    case FieldDescriptor::CPPTYPE_BOOL:
      return add ? r->AddBool(m, f, v.get<bool>()) : r->SetBool(m, f, v.get<bool>());
    case FieldDescriptor::CPPTYPE_ENUM:
      return add ? r->AddEnumValue(m, f, Integer<int32_t>(v)) : r->SetEnumValue(m, f, Integer<int32_t>(v));
    case FieldDescriptor::CPPTYPE_STRING:
      return add ? r->AddString(m, f, Raw(v.at("s").get<std::string>()))
                 : r->SetString(m, f, Raw(v.at("s").get<std::string>()));
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return Fill(add ? r->AddMessage(m, f) : r->MutableMessage(m, f), v.at("t"));
  }
}

void PutField(gp::Message* m, const FieldDescriptor* f, const json& v) {
  if (f->is_map()) {
    const gp::Descriptor* entry = f->message_type();
    for (const json& pair : v.at("t")) {
      gp::Message* item = m->GetReflection()->AddMessage(m, f);
      Put(item, entry->FindFieldByNumber(1), pair[0]);
      Put(item, entry->FindFieldByNumber(2), pair[1]);
    }
  } else if (f->is_repeated()) {
    std::vector<json> items(v.at("t").size());
    for (const json& pair : v.at("t")) items.at(Integer<size_t>(pair[0]) - 1) = pair[1];
    for (const json& item : items) Put(m, f, item);
  } else {
    Put(m, f, v);
  }
}

void Fill(gp::Message* m, const json& table) {
  const gp::Descriptor* type = m->GetDescriptor();
  for (const json& pair : table) {
    const std::string key = Raw(pair[0].at("s").get<std::string>());
    if (key == "_unknown_fields") {
      m->GetReflection()->MutableUnknownFields(m)->ParseFromString(Raw(pair[1].at("s").get<std::string>()));
    } else if (key == "_extensions") {
      for (const json& extension : pair[1].at("t")) {
        const std::string name = Raw(extension[0].at("s").get<std::string>());
        const FieldDescriptor* f = type->file()->pool()->FindExtensionByName(name);
        ASSERT_NE(f, nullptr) << "no extension " << name;
        PutField(m, f, extension[1]);
      }
    } else {
      const FieldDescriptor* f = type->FindFieldByName(key);
      if (f == nullptr) f = type->FindFieldByLowercaseName(key);
      ASSERT_NE(f, nullptr) << "no field " << key << " in " << type->full_name();
      PutField(m, f, pair[1]);
    }
  }
}

// What is wrong with a case; empty when libprotobuf agrees with it.
std::string Disagreement(const json& c) {
  std::unique_ptr<gp::Message> message = New(c.at("type"));
  if (!message) return "no such type";
  const std::string kind = c.at("kind");
  const std::string bytes = c.contains("bytes") ? Raw(c["bytes"]) : "";
  const std::string input = kind == "encode" ? bytes : Raw(c.at("input"));
  const bool parsed = message->ParseFromString(input);
  if (kind == "reject") return parsed ? "accepted" : "";
  if (!parsed) return "refused";
  std::string got = Canonical(*message);
  if (got != bytes) return "bytes differ: " + Hex(got.substr(0, 200));
  if (!c.contains("value")) return "";
  std::unique_ptr<gp::Message> built = New(c.at("type"));
  Fill(built.get(), c.at("value").at("t"));
  got = Canonical(*built);
  return got == bytes ? "" : "the value's bytes differ: " + Hex(got.substr(0, 200));
}

TEST(Oracle, AgreesWithEveryCase) {
  gp::SetLogHandler(nullptr);  // Bad UTF-8 is logged case by case.
  std::ifstream lines(PBB_LUA_CASES);
  ASSERT_TRUE(lines) << PBB_LUA_CASES;
  std::string line;
  int count = 0;
  for (; std::getline(lines, line); ++count) {
    const json c = json::parse(line);
    const std::string problem = Disagreement(c);
    if (c.contains("differs")) {
      EXPECT_FALSE(problem.empty()) << c["name"] << " does not differ, yet says: " << c["differs"];
    } else {
      EXPECT_TRUE(problem.empty()) << c["name"] << " (" << c["type"] << "): " << problem << "\n  input "
                                   << Hex(Raw(c.value("input", ""))) << "\n  bytes " << Hex(Raw(c.value("bytes", "")));
    }
  }
  EXPECT_GT(count, 1000);
}

}  // namespace
