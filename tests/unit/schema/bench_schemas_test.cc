// The fields of proto/*.proto against the public benchmark's field tables: a schema that drifts from them would still
// compile, and most payloads would keep their bytes.
#include <fmt/format.h>
#include <google/protobuf/descriptor.pb.h>
#include <gtest/gtest.h>

#include "schema/compile.h"
#include "schema/pool.h"

namespace pbb {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

std::string TypeOf(const FieldDescriptor* field) {
  if (field->is_map()) {
    return fmt::format("map<{},{}>", TypeOf(field->message_type()->field(0)), TypeOf(field->message_type()->field(1)));
  }
  if (field->type() == FieldDescriptor::TYPE_GROUP) return "group " + field->message_type()->name();
  if (field->message_type() != nullptr) return field->message_type()->full_name();
  if (field->enum_type() != nullptr) return field->enum_type()->full_name();
  return field->type_name();
}

// "required int32 id=1 [default]": what decides about the wire and about presence.
std::string LineOf(const FieldDescriptor* field) {
  std::string line;
  if (field->is_required()) line += "required ";
  if (field->is_repeated() && !field->is_map()) line += field->is_packed() ? "packed " : "repeated ";
  if (!field->is_repeated() && !field->is_required() && field->has_presence()) line += "optional ";
  line += fmt::format("{} {}={}", TypeOf(field), field->name(), field->number());
  if (field->real_containing_oneof() != nullptr) line += " in " + field->real_containing_oneof()->name();
  if (field->has_default_value()) {
    google::protobuf::FieldDescriptorProto proto;
    field->CopyTo(&proto);
    line += " [" + proto.default_value() + "]";
  }
  return line;
}

class BenchSchemaTest : public testing::Test {
 protected:
  static std::string Fields(SchemaPool& pool, const std::string& message) {
    const Descriptor* descriptor = pool.FindMessage(message);
    std::string lines;
    for (int i = 0; i < descriptor->field_count(); ++i) lines += LineOf(descriptor->field(i)) + "\n";
    return lines;
  }

  SchemaPool hello_{CompileProto({PBB_SOURCE_DIR "/proto/hello.proto"}, {}).descriptor_set};
  SchemaPool basic_{CompileProto({PBB_SOURCE_DIR "/proto/proto2_basic.proto"}, {}).descriptor_set};
};

TEST_F(BenchSchemaTest, HelloPersonAndAddress) {
  EXPECT_EQ(Fields(hello_, "hello.Person"),
            "string name=1\nint32 age=2\nrepeated string emails=3\nhello.Status status=4\n"
            "optional hello.Address address=5\nrepeated hello.Person friends=6\npacked int32 lucky_numbers=7\n"
            "bytes avatar=8\nfixed64 user_id=9\nsint32 balance=10\ndouble weight_kg=11\n"
            "map<string,int32> ages_by_nickname=13\nmap<int32,string> nickname_by_age=14\n"
            "map<string,hello.Address> addresses_by_label=15\n");
  EXPECT_EQ(Fields(hello_, "hello.Address"),
            "string street=1\nstring city=2\nint32 zip=3\noptional string apartment=4\n");
}

TEST_F(BenchSchemaTest, HelloOthers) {
  EXPECT_EQ(Fields(hello_, "hello.Result"),
            "int32 id=1\noptional string text=2 in outcome\noptional int32 code=3 in outcome\n"
            "optional hello.Address details=4 in outcome\n");
  EXPECT_EQ(Fields(hello_, "hello.Event"),
            "string title=1\noptional google.protobuf.Timestamp created_at=2\n"
            "optional google.protobuf.Duration duration=3\noptional google.protobuf.Empty ack=4\n"
            "optional google.protobuf.Int32Value retry_count=5\noptional google.protobuf.StringValue note=6\n"
            "optional google.protobuf.BoolValue is_admin=7\noptional google.protobuf.Struct payload=8\n"
            "optional google.protobuf.Value attribute=9\noptional google.protobuf.ListValue tags=10\n"
            "optional google.protobuf.Any extension=11\noptional google.protobuf.FieldMask update_mask=12\n");
  EXPECT_EQ(Fields(hello_, "hello.HelloRequest"), "string name=1\n");
  EXPECT_EQ(Fields(hello_, "hello.HelloReply"), "string greeting=1\n");
}

TEST_F(BenchSchemaTest, HelloEnumAndService) {
  const auto* file = hello_.FindMessage("hello.Person")->file();
  const auto* status = file->FindEnumTypeByName("Status");
  ASSERT_NE(status, nullptr);
  EXPECT_EQ(status->DebugString(), "enum Status {\n  UNKNOWN = 0;\n  OK = 1;\n  ERROR = 2;\n}\n");
  ASSERT_EQ(file->service_count(), 1);
  std::string methods;
  for (int i = 0; i < file->service(0)->method_count(); ++i) {
    const auto* method = file->service(0)->method(i);
    methods += fmt::format("{} {}{} -> {}{}\n", method->name(), method->client_streaming() ? "stream " : "",
                           method->input_type()->name(), method->server_streaming() ? "stream " : "",
                           method->output_type()->name());
  }
  EXPECT_EQ(file->service(0)->full_name(), "hello.Greeter");
  EXPECT_EQ(methods,
            "SayHello HelloRequest -> HelloReply\nEcho HelloRequest -> HelloRequest\n"
            "StreamHellos HelloRequest -> stream HelloReply\nCollectHellos stream HelloRequest -> HelloReply\n"
            "Chat stream HelloRequest -> stream HelloReply\n");
}

TEST_F(BenchSchemaTest, BasicBenchPayloadAndItsExtensions) {
  EXPECT_EQ(Fields(basic_, "proto2_basic.BenchPayload"),
            "required int32 id=1\noptional string name=2 [anonymous]\noptional int32 retries=3 [3]\n"
            "packed int32 lucky_numbers=4\nrepeated string tags=5\noptional proto2_basic.BenchPayload.Inner inner=6\n"
            "optional group Stats stats=7\n");
  EXPECT_EQ(Fields(basic_, "proto2_basic.BenchPayload.Inner"), "required string key=1\noptional int32 weight=2\n");
  EXPECT_EQ(Fields(basic_, "proto2_basic.BenchPayload.Stats"),
            "optional int32 latency_ns=8\noptional int32 attempts=9\n");
  const Descriptor* payload = basic_.FindMessage("proto2_basic.BenchPayload");
  ASSERT_EQ(payload->extension_range_count(), 1);
  EXPECT_EQ(payload->extension_range(0)->start, 100);
  EXPECT_EQ(payload->extension_range(0)->end, 200);  // exclusive
  ASSERT_EQ(payload->file()->extension_count(), 2);
  EXPECT_EQ(LineOf(payload->file()->extension(0)), "optional int32 ext_count=100");
  EXPECT_EQ(LineOf(payload->file()->extension(1)), "optional string ext_label=101");
  EXPECT_EQ(payload->file()->extension(1)->full_name(), "proto2_basic.ext_label");
}

TEST_F(BenchSchemaTest, BasicOthers) {
  EXPECT_EQ(Fields(basic_, "proto2_basic.Defaults"),
            "optional int32 i=1 [17]\noptional string s=2 [hello]\noptional bool b=3 [true]\n"
            "optional float f=4 [3.5]\noptional double d=5 [1.5]\noptional int64 i64=6 [1234567890123]\n"
            "optional uint64 u64=7 [17]\noptional bytes by=8 [\\000\\377]\n"
            "optional proto2_basic.Defaults.Color color=9 [GREEN]\n");
  EXPECT_EQ(basic_.FindMessage("proto2_basic.Defaults")->enum_type(0)->DebugString(),
            "enum Color {\n  RED = 0;\n  GREEN = 1;\n  BLUE = 2;\n}\n");
  EXPECT_EQ(Fields(basic_, "proto2_basic.Cardinality"),
            "required int32 r=1\noptional int32 o=2\nrepeated int32 packed_default=3\n"
            "packed int32 explicitly_packed=4\nrepeated int32 explicitly_unpacked=5\n");
  EXPECT_EQ(Fields(basic_, "proto2_basic.Nested"),
            "required proto2_basic.Nested.Inner inner=1\noptional proto2_basic.Nested.Inner inner_opt=2\n");
  EXPECT_EQ(Fields(basic_, "proto2_basic.Nested.Inner"), "required int32 x=1\n");
  EXPECT_EQ(Fields(basic_, "proto2_basic.WithGroup"),
            "optional group SingleGroup singlegroup=1\nrepeated group RepGroup repgroup=4\n");
  EXPECT_EQ(Fields(basic_, "proto2_basic.WithGroup.SingleGroup"), "optional int32 a=2\noptional string s=3\n");
  EXPECT_EQ(Fields(basic_, "proto2_basic.WithGroup.RepGroup"), "optional int32 n=5\n");
}

}  // namespace
}  // namespace pbb
