// The plan is our own reading of descriptor sets; libprotobuf's descriptors are what it is held against.
#include <google/protobuf/any.pb.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/struct.pb.h>
#include <google/protobuf/text_format.h>
#include <google/protobuf/wrappers.pb.h>
#include <gtest/gtest.h>

#include "plan/plan.h"

namespace pbb::plan {
namespace {

namespace pb = google::protobuf;

std::string SetOf(const std::vector<const pb::FileDescriptor*>& files) {
  pb::FileDescriptorSet set;
  for (const pb::FileDescriptor* file : files) file->CopyTo(set.add_file());
  return set.SerializeAsString();
}

std::string SetFromText(const std::string& file_text) {
  pb::FileDescriptorSet set;
  EXPECT_TRUE(pb::TextFormat::ParseFromString(file_text, set.add_file()));
  return set.SerializeAsString();
}

void ExpectSameMessage(const Plan& plan, const pb::Descriptor& expected) {
  SCOPED_TRACE(expected.full_name());
  const int index = plan.FindMessage(expected.full_name());
  ASSERT_NE(index, kNone);
  const Message& message = plan.messages[index];
  ASSERT_EQ(message.fields.size(), static_cast<size_t>(expected.field_count()));
  EXPECT_EQ(message.oneofs.size(), static_cast<size_t>(expected.real_oneof_decl_count()));
  for (int i = 0; i < expected.field_count(); ++i) {
    const pb::FieldDescriptor* want = expected.field(i);
    SCOPED_TRACE(want->name());
    const Field* field = message.FindField(static_cast<uint32_t>(want->number()));
    ASSERT_NE(field, nullptr);
    EXPECT_EQ(field->name, want->name());
    EXPECT_EQ(static_cast<int>(field->kind), static_cast<int>(want->type()));
    EXPECT_EQ(field->repeated, want->is_repeated());
    EXPECT_EQ(field->packed, want->is_packed());
    EXPECT_EQ(field->required, want->is_required());
    EXPECT_EQ(field->presence, want->has_presence());
    EXPECT_EQ(field->is_map, want->is_map());
    EXPECT_EQ(field->oneof != kNone, want->real_containing_oneof() != nullptr);
    if (want->message_type() != nullptr) {
      EXPECT_EQ(plan.messages[field->message].full_name, want->message_type()->full_name());
    }
  }
  for (int i = 0; i < expected.nested_type_count(); ++i) ExpectSameMessage(plan, *expected.nested_type(i));
}

TEST(LoadTest, AgreesWithLibprotobufOnItsOwnFiles) {
  const pb::FileDescriptor* files[] = {pb::FileDescriptorProto::descriptor()->file(), pb::Struct::descriptor()->file(),
                                       pb::Any::descriptor()->file(), pb::Int64Value::descriptor()->file()};
  const LoadResult result = Load(SetOf({files[0], files[1], files[2], files[3]}));
  ASSERT_TRUE(result.ok()) << result.error;
  for (const pb::FileDescriptor* file : files) {
    for (int i = 0; i < file->message_type_count(); ++i) ExpectSameMessage(result.plan, *file->message_type(i));
  }
  const Message& name_part =
      result.plan.messages[result.plan.FindMessage("google.protobuf.UninterpretedOption.NamePart")];
  EXPECT_EQ(name_part.local_name, "UninterpretedOption_NamePart");
  EXPECT_TRUE(name_part.needs_required_check);
  EXPECT_FALSE(result.plan.messages[result.plan.FindMessage("google.protobuf.Struct")].needs_required_check);
}

TEST(LoadTest, ExtensionsMakeTheExtendeeNeedTheRequiredCheck) {
  const LoadResult result = Load(SetFromText(R"(
      name: "a.proto" package: "a"
      message_type { name: "Open" extension_range { start: 100 end: 200 } }
      message_type { name: "Strict" field { name: "x" number: 1 label: LABEL_REQUIRED type: TYPE_INT32 } }
      extension { name: "strict" extendee: ".a.Open" number: 150 label: LABEL_OPTIONAL type: TYPE_MESSAGE type_name: ".a.Strict" })"));
  ASSERT_TRUE(result.ok()) << result.error;
  EXPECT_TRUE(result.plan.messages[result.plan.FindMessage("a.Open")].needs_required_check);
  ASSERT_EQ(result.plan.extensions.size(), 1U);
  EXPECT_EQ(result.plan.extensions[0].field.full_name, "a.strict");
}

TEST(LoadTest, EveryCutIsRefusedOrHoldsFewerFilesNeverCrashes) {
  const std::string whole = SetOf({pb::FileDescriptorProto::descriptor()->file()});
  for (size_t n = 1; n < whole.size(); ++n) EXPECT_FALSE(Load(std::string_view(whole).substr(0, n)).ok()) << n;
}

TEST(LoadTest, ErrorsNameTheElementAndTheReason) {
  const std::pair<const char*, const char*> cases[] = {
      {R"(name: "a.proto" message_type { name: "M" field { name: "f" number: 1 type: TYPE_MESSAGE type_name: ".no.Such" } })",
       "M.f: unknown type \".no.Such\""},
      {R"(name: "a.proto" message_type { name: "M" field { name: "f" number: 0 type: TYPE_INT32 } })",
       "M.f: field number is out of range"},
      {R"(name: "a.proto" message_type { name: "M" field { name: "f" number: 1 type: TYPE_INT32 } field { name: "g" number: 1 type: TYPE_INT32 } })",
       "M: field number 1 is used twice"},
      {R"(name: "a.proto" message_type { name: "M" } message_type { name: "M" })", "M: is defined twice"},
      {R"(name: "a.proto" syntax: "editions")", "a.proto: syntax \"editions\" is not supported, proto2 and proto3 are"},
      {R"(name: "a.proto" message_type { name: "M" } extension { name: "e" extendee: ".M" number: 5 type: TYPE_INT32 })",
       "e: is outside the extension ranges of M"},
  };
  for (const auto& [text, error] : cases) EXPECT_EQ(Load(SetFromText(text)).error, error);
}

TEST(LoadTest, ALaterSetReplacesAFileOfTheSameName) {
  const std::string first = SetFromText(R"(name: "a.proto" message_type { name: "Old" })");
  const std::string second = SetFromText(R"(name: "a.proto" message_type { name: "New" })");
  const LoadResult result = Load({first, second});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result.plan.FindMessage("Old"), kNone);
  EXPECT_NE(result.plan.FindMessage("New"), kNone);
}

}  // namespace
}  // namespace pbb::plan
