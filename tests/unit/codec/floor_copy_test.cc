#include "codec/floor_copy.h"

#include <gtest/gtest.h>

#include "bench_descriptor.h"

namespace pbb::codec {
namespace {

std::unique_ptr<Codec> Make() {
  CodecSpec spec;
  spec.name = ParseCodecName("floor-copy");
  spec.descriptor_set = DescriptorSetOf("hello.Person");
  spec.type = "hello.Person";
  return std::move(MakeCodec(spec).codec);
}

TEST(FloorCopyTest, TheSinkHoldsTheLastPayloadsOfEitherOp) {
  std::vector<std::string> payloads;
  for (int i = 0; i < 5; ++i) payloads.push_back("\x0a\x02" + std::to_string(10 + i));
  payloads.push_back(
      "\x0a\x05"
      "abcde");  // of another size
  for (const Op op : {Op::kEncode, Op::kDecode}) {
    const auto codec = Make();
    for (const std::string& payload : payloads) EXPECT_FALSE(codec->Check(payload, nullptr).has_value());
    ASSERT_EQ(codec->Prepare(op, payloads, 23), "");
    codec->RunEmptyPass();
    for (int pass = 0; pass < 2; ++pass) {
      codec->BeforePass();
      ASSERT_EQ(codec->RunPass(), "");
    }
    const auto sink = codec->SinkContents();
    ASSERT_EQ(sink.size(), static_cast<size_t>(kSinkEntries));
    for (size_t i = 0; i < sink.size(); ++i) EXPECT_EQ(sink[i], payloads[(23 - 16 + i) % 6]) << OpName(op) << " " << i;
    EXPECT_EQ(codec->CountAllocations(10).objects, 0U);
  }
}

}  // namespace
}  // namespace pbb::codec
