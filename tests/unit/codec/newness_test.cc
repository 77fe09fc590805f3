// Ring `unique` keeps its promise at the allocator: every decode makes exactly its tables, their parts and its strings,
// and an encode makes one string. If interning hid anything, a block would be missing (DESIGN section 4).
#include <gtest/gtest.h>

#include <algorithm>

#include "base/places.h"
#include "codec/codec.h"
#include "codec/registry.h"
#include "corpus/corpus.h"

namespace pbb::codec {
namespace {

constexpr size_t kOps = 40;

struct Expected {
  uint64_t tables = 0;
  uint64_t strings = 0;
  uint64_t cdata = 0;
};

// What the Lua value of `message` is made of, by the contract: a table for each message, list, map and `_extensions`.
void Count(const google::protobuf::Message& message, Expected* expected) {
  using google::protobuf::FieldDescriptor;
  ++expected->tables;
  std::vector<const FieldDescriptor*> fields;
  message.GetReflection()->ListFields(message, &fields);
  bool extensions = false;
  for (const FieldDescriptor* field : fields) {
    extensions = extensions || field->is_extension();
    if (field->is_repeated()) ++expected->tables;
    const int count = field->is_repeated() ? message.GetReflection()->FieldSize(message, field) : 1;
    for (int i = 0; i < count; ++i) {
      switch (field->cpp_type()) {
        case FieldDescriptor::CPPTYPE_STRING:
          ++expected->strings;
          break;
        case FieldDescriptor::CPPTYPE_INT64:
        case FieldDescriptor::CPPTYPE_UINT64:
          ++expected->cdata;
          break;
        case FieldDescriptor::CPPTYPE_MESSAGE:
          Count(field->is_repeated() ? message.GetReflection()->GetRepeatedMessage(message, field, i)
                                     : message.GetReflection()->GetMessage(message, field),
                expected);
          break;
        default:
          break;
      }
    }
  }
  if (extensions) ++expected->tables;
}

class NewnessTest : public testing::TestWithParam<const char*> {
 protected:
  // A codec over the first payloads of the ring, warmed up.
  std::unique_ptr<Codec> Warm(Op op, const Ring& ring, const SchemaEntry& schema) {
    CodecSpec spec;
    spec.name = ParseCodecName(GetParam());
    spec.descriptor_set = corpus_.DescriptorSet(schema);
    spec.proto_file = schema.proto;
    spec.type = schema.name;
    spec.codec_tree = PBB_CODEC_TREE;
    MadeCodec made = MakeCodec(spec);
    EXPECT_EQ(made.why_not, "");
    EXPECT_EQ(made.codec->Prepare(op, ring.payloads, kOps), "");
    for (int pass = 0; pass < 30; ++pass) {
      made.codec->BeforePass();
      EXPECT_EQ(made.codec->RunPass(), "");
    }
    return std::move(made.codec);
  }

  AllocCounts CountPass(Op op, const Ring& ring, const SchemaEntry& schema) {
    return Warm(op, ring, schema)->CountAllocations(kOps);
  }

  template <typename Body>
  void ForEachCell(Body body) {
    for (const SchemaEntry& schema : corpus_.schemas()) {
      for (const SizeEntry& size : schema.sizes) {
        SCOPED_TRACE(schema.name + "/" + size.label);
        body(schema, corpus_.MakeRing(schema, size.label, "unique", 7, {kOps, kMaxRingBytes}));
      }
    }
  }

  Corpus corpus_{PBB_SOURCE_DIR};
};

TEST_P(NewnessTest, ADecodeMakesExactlyItsTablesPartsAndStrings) {
  ForEachCell([this](const SchemaEntry& schema, const Ring& ring) {
    Expected expected;
    for (size_t i = 0; i < kOps; ++i) {
      Count(*corpus_.Pool(schema).ParseBytes(schema.name, ring.payloads[i % ring.payloads.size()]), &expected);
    }
    const AllocCounts counts = CountPass(Op::kDecode, ring, schema);
    ASSERT_EQ(counts.ops, kOps);
    const auto kind = [&counts](const char* name) { return counts.kinds.count(name) != 0 ? counts.kinds.at(name) : 0; };
    EXPECT_EQ(kind("string"), expected.strings);
    EXPECT_EQ(kind("table"), expected.tables);
    EXPECT_EQ(kind("cdata"), expected.cdata);
    EXPECT_EQ(counts.objects, expected.tables + kind("table_part") + expected.strings + expected.cdata);
    EXPECT_LE(kind("table_part"), 2 * expected.tables);  // an array and a hash part each, none replaced by a larger one
  });
}

TEST_P(NewnessTest, AnEncodeMakesOneString) {
  ForEachCell([this](const SchemaEntry& schema, const Ring& ring) {
    const std::string& size = ring.size;
    const AllocCounts counts = CountPass(Op::kEncode, ring, schema);
    ASSERT_EQ(counts.ops, kOps);
    if (std::string_view(GetParam()) == "lua-concat" &&
        (size == "1KB" || size == "10KB" || size == "100KB" || size == "mid")) {
      // Its shape: a sub-message, group or packed run is a string of its own on the way to the one, and is new where
      // its content is (Person's address; BenchPayload's inner; stats and packed numbers repeat).
      // What repeats is made once a pass, as the collection before it took it.
      EXPECT_GE(counts.kinds.at("string"), 2 * kOps);
      EXPECT_LE(counts.kinds.at("string"), 2 * kOps + 12);
    } else {
      EXPECT_EQ(counts.kinds.at("string"), kOps);
    }
    if (std::string_view(GetParam()) != "lua-concat") {
      EXPECT_EQ(counts.objects, kOps);
    }
  });
}

TEST_P(NewnessTest, TheSinkHoldsTheLastPayloadsAfterPasses) {
  ForEachCell([this](const SchemaEntry& schema, const Ring& ring) {
    for (const Op op : {Op::kEncode, Op::kDecode}) {
      const auto codec = Warm(op, ring, schema);
      codec->BeforePass();
      ASSERT_EQ(codec->RunPass(), "");
      const std::vector<std::string> sink = codec->SinkContents();
      ASSERT_EQ(sink.size(), static_cast<size_t>(kSinkEntries));
      for (size_t i = 0; i < sink.size(); ++i) {
        EXPECT_EQ(sink[i], ring.payloads[(kOps - kSinkEntries + i) % ring.payloads.size()]) << OpName(op) << " " << i;
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(LuaCodecs, NewnessTest,
                         testing::Values("cpp-plan", "cpp-hand", "lua-index", "lua-full", "lua-concat"),
                         [](const auto& codec) {
                           std::string name = codec.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// Ring `repeat` is what the promise guards against: its strings exist already.
TEST(RepeatRingTest, DecodedStringsAreNotNew) {
  Corpus corpus{PBB_SOURCE_DIR};
  const SchemaEntry& schema = corpus.FindSchema("hello.Person");
  CodecSpec spec{ParseCodecName("cpp-plan"),
                 corpus.DescriptorSet(schema),
                 schema.proto,
                 schema.name,
                 PBB_CODEC_TREE,
                 false,
                 true,
                 {}};
  MadeCodec made = MakeCodec(spec);
  ASSERT_EQ(made.codec->Prepare(Op::kDecode, corpus.MakeRing(schema, "1KB", "repeat", 7).payloads, kOps), "");
  // The sink keeps 16 results, so the strings of the first decode live while the rest of the pass runs.
  EXPECT_LE(made.codec->CountAllocations(kOps).kinds["string"], 29U);
}

}  // namespace
}  // namespace pbb::codec
