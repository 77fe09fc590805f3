#include "codec/protobuf_codec.h"

#include <gtest/gtest.h>

#include "bench_descriptor.h"
#include "hello.pb.h"

namespace pbb::codec {
namespace {

std::vector<std::string> Payloads(int count) {
  std::vector<std::string> payloads;
  for (int i = 0; i < count; ++i) {
    hello::Person person;
    person.set_name("a name that is too long for the small string buffer " + std::to_string(i));
    person.set_age(i + 1);
    payloads.push_back(person.SerializeAsString());
  }
  return payloads;
}

std::unique_ptr<Codec> Make(const char* name) {
  CodecSpec spec;
  spec.name = ParseCodecName(name);
  spec.descriptor_set = DescriptorSetOf("hello.Person");
  spec.type = "hello.Person";
  MadeCodec made = MakeCodec(spec);
  EXPECT_EQ(made.why_not, "");
  return std::move(made.codec);
}

class ProtobufCodecTest : public testing::TestWithParam<const char*> {};

TEST_P(ProtobufCodecTest, PassesRunOverTheRingAndTheSinkHoldsTheLastResults) {
  const auto payloads = Payloads(5);
  for (const Op op : {Op::kEncode, Op::kDecode}) {
    const auto codec = Make(GetParam());
    for (const std::string& payload : payloads) EXPECT_FALSE(codec->Check(payload, nullptr).has_value());
    ASSERT_EQ(codec->Prepare(op, payloads, 23), "");
    codec->BeforePass();
    codec->RunEmptyPass();
    ASSERT_EQ(codec->RunPass(), "");
    const auto sink = codec->SinkContents();
    ASSERT_EQ(sink.size(), static_cast<size_t>(kSinkEntries));
    for (size_t i = 0; i < sink.size(); ++i) EXPECT_EQ(sink[i], payloads[(23 - 16 + i) % 5]) << OpName(op) << " " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(All, ProtobufCodecTest,
                         testing::Values("protobuf", "protobuf-fresh", "protobuf-arena", "protobuf-dynamic"));

TEST(ProtobufCodecTest, ReusedObjectsAllocateNothingFreshOnesAreCounted) {
  const auto payloads = Payloads(4);
  const auto reused = Make("protobuf");
  ASSERT_EQ(reused->Prepare(Op::kDecode, payloads, 64), "");
  ASSERT_EQ(reused->RunPass(), "");
  EXPECT_EQ(reused->CountAllocations(64).objects, 0U);
  const auto fresh = Make("protobuf-fresh");
  ASSERT_EQ(fresh->Prepare(Op::kDecode, payloads, 64), "");
  const AllocCounts counts = fresh->CountAllocations(64);
  EXPECT_EQ(counts.ops, 64U);
  EXPECT_EQ(counts.objects, 64U * 3);  // the message, the string object and its characters
}

TEST(ProtobufCodecTest, AnArenaTakesWholeBlocksForEachMessage) {
  const auto payloads = Payloads(4);
  const auto arena = Make("protobuf-arena");
  ASSERT_EQ(arena->Prepare(Op::kDecode, payloads, 64), "");
  const AllocCounts counts = arena->CountAllocations(64);
  EXPECT_GE(counts.objects, 64U * 3);  // the arena, its first block and the characters of the string at least
  EXPECT_LE(counts.objects, 64U * 6);
  ASSERT_EQ(arena->RunPass(),
            "");  // an arena that is overwritten goes with its message: the next pass is like this one
  EXPECT_EQ(arena->CountAllocations(64).objects, counts.objects);
}

// The message is used again, yet reflection makes each string anew: which tells it from generated code.
TEST(ProtobufCodecTest, DynamicMessageSetsFieldsByReflection) {
  const auto payloads = Payloads(4);
  const auto dynamic = Make("protobuf-dynamic");
  ASSERT_EQ(dynamic->Prepare(Op::kDecode, payloads, 64), "");
  ASSERT_EQ(dynamic->RunPass(), "");
  EXPECT_GE(dynamic->CountAllocations(64).objects, 64U);
}

TEST(ProtobufCodecTest, AWrongPayloadIsAMismatch) { EXPECT_TRUE(Make("protobuf")->Check("\x0a", nullptr).has_value()); }

TEST(ProtobufCodecTest, OnlyDynamicMessageTakesASchemaWithoutGeneratedCode) {
  CodecSpec spec;
  google::protobuf::FileDescriptorSet set;
  auto* file = set.add_file();
  file->set_name("own.proto");
  auto* field = file->add_message_type()->add_field();
  file->mutable_message_type(0)->set_name("Own");
  field->set_name("number");
  field->set_number(1);
  field->set_type(google::protobuf::FieldDescriptorProto::TYPE_INT32);
  field->set_label(google::protobuf::FieldDescriptorProto::LABEL_OPTIONAL);
  spec.descriptor_set = set.SerializeAsString();
  spec.type = "Own";
  for (const char* name : {"protobuf", "protobuf-fresh", "protobuf-arena"}) {
    spec.name = ParseCodecName(name);
    const MadeCodec made = MakeCodec(spec);
    EXPECT_EQ(made.codec, nullptr);
    EXPECT_EQ(made.why_not, "this binary holds no generated C++ code for Own");
  }
  spec.name = ParseCodecName("protobuf-dynamic");
  EXPECT_FALSE(MakeCodec(spec).codec->Check("\x08\x05", nullptr).has_value());
}

}  // namespace
}  // namespace pbb::codec
