// Rings mixed, shuffled and dup:P: shares of presence and of repetition counted, order and meaning of what is shuffled.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/file.h"
#include "corpus/corpus.h"
#include "corpus/mixed.h"
#include "corpus/shuffle.h"
#include "error_of.h"
#include "schema/compile.h"

namespace pbb {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

constexpr const char* kKinds[] = {"mixed", "shuffled", "dup:50"};

class ShapesOfRingsTest : public testing::Test {
 protected:
  Ring Make(const std::string& schema, const std::string& size, const std::string& ring, uint64_t seed = 1,
            const RingLimits& limits = {2000, kMaxRingBytes}) {
    return corpus_.MakeRing(corpus_.FindSchema(schema), size, ring, seed, limits);
  }
  std::unique_ptr<Message> Parse(const std::string& schema, const std::string& bytes) {
    return corpus_.Pool(corpus_.FindSchema(schema)).ParseBytes(schema, bytes);
  }

  Corpus corpus_{PBB_SOURCE_DIR};
};

void CollectStrings(const Message& message, std::vector<std::string>* out) {
  std::vector<const FieldDescriptor*> fields;
  const auto* reflection = message.GetReflection();
  reflection->ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    const int count = field->is_repeated() ? reflection->FieldSize(message, field) : 1;
    for (int i = 0; i < count; ++i) {
      if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
        CollectStrings(field->is_repeated() ? reflection->GetRepeatedMessage(message, field, i)
                                            : reflection->GetMessage(message, field),
                       out);
      } else if (field->cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
        out->push_back(field->is_repeated() ? reflection->GetRepeatedString(message, field, i)
                                            : reflection->GetString(message, field));
      }
    }
  }
}

TEST_F(ShapesOfRingsTest, ASmallerRingIsTheStartOfALargerOneAndTheSeedDecides) {
  for (const SchemaEntry& schema : corpus_.schemas()) {
    for (const SizeEntry& size : schema.sizes) {
      for (const char* kind : kKinds) {
        SCOPED_TRACE(schema.name + "/" + size.label + "/" + kind);
        const Ring whole = Make(schema.name, size.label, kind, 1, {20, kMaxRingBytes});
        const Ring start = Make(schema.name, size.label, kind, 1, {7, kMaxRingBytes});
        EXPECT_EQ(start.payloads, std::vector<std::string>(whole.payloads.begin(), whole.payloads.begin() + 7));
        EXPECT_NE(Make(schema.name, size.label, kind, 2, {20, kMaxRingBytes}).sha256, whole.sha256);
        const uint64_t bytes = whole.payloads[0].size() + whole.payloads[1].size();
        size_t fitting = 2;
        while (whole.payloads[fitting].empty()) ++fitting;  // what has no bytes always fits
        EXPECT_EQ(Make(schema.name, size.label, kind, 1, {20, bytes}).payloads.size(), fitting);
      }
    }
  }
}

// Pinned: results of two runs can only be compared when the bytes behind one seed never change.
TEST_F(ShapesOfRingsTest, TheBytesBehindASeedNeverChange) {
  std::map<std::string, std::string> hashes;
  for (const char* kind : kKinds) hashes[kind] = Make("hello.Person", "1KB", kind, 1, {100, kMaxRingBytes}).sha256;
  EXPECT_EQ(hashes["mixed"], "6ae8f8c1d19d52f89384f79f20a32ed2b4d528162591f445984f1f3499a01895");
  EXPECT_EQ(hashes["shuffled"], "01d2d75579afa722d2ba01af6d47dfbf210e77abfc02c53b48fae8b39bc031f0");
  EXPECT_EQ(hashes["dup:50"], "36aacf1de1e15d986ce057a69af260f3d8184d7025fa4f1e790f30f15e773175");
}

TEST_F(ShapesOfRingsTest, MixedKeepsTheMeanSizeAndCanonicalBytes) {
  for (const SchemaEntry& schema : corpus_.schemas()) {
    for (const SizeEntry& size : schema.sizes) {
      SCOPED_TRACE(schema.name + "/" + size.label);
      const Ring ring = Make(schema.name, size.label, "mixed");
      // Of min only a two-byte extension may be absent, and nothing in it can grow.
      const double wanted = size.label == "min" ? 2 + 0.6 * 3 : static_cast<double>(size.bytes);
      EXPECT_NEAR(ring.bytes_mean / wanted, 1, ring.payloads.size() < 500 ? 0.15 : 0.06);
      for (size_t i = 0; i < 20; ++i) {
        EXPECT_EQ(SerializeCanonical(*Parse(schema.name, ring.payloads[i])), ring.payloads[i]);
      }
    }
  }
}

TEST_F(ShapesOfRingsTest, MixedHasEachFieldInSixOfTenAndRequiredOnesAlways) {
  std::map<std::string, double> present;
  const Ring ring = Make("proto2_basic.BenchPayload", "mid", "mixed");
  std::set<int> lengths;
  for (const std::string& payload : ring.payloads) {
    const auto message = Parse(ring.schema, payload);
    std::vector<const FieldDescriptor*> fields;
    message->GetReflection()->ListFields(*message, &fields);
    for (const FieldDescriptor* field : fields) {
      ++present[field->name()];
      if (field->name() == "tags") lengths.insert(message->GetReflection()->FieldSize(*message, field));
      if (field->name() != "inner") continue;
      const Message& inner = message->GetReflection()->GetMessage(*message, field);
      for (const char* name : {"key", "weight"}) {
        const FieldDescriptor* member = inner.GetDescriptor()->FindFieldByName(name);
        present[std::string("inner.") + name] += inner.GetReflection()->HasField(inner, member);
      }
    }
  }
  const auto count = static_cast<double>(ring.payloads.size());
  EXPECT_EQ(present["id"], count);
  EXPECT_EQ(present["inner.key"], present["inner"]);
  EXPECT_NEAR(present["inner.weight"] / present["inner"], 0.6, 0.05);
  for (const char* name : {"name", "retries", "lucky_numbers", "tags", "inner", "stats", "ext_count", "ext_label"}) {
    EXPECT_NEAR(present[name] / count, 0.6, 0.04) << name;
  }
  EXPECT_GE(lengths.size(), 10u);
}

TEST_F(ShapesOfRingsTest, MixedAndShuffledHaveNoStringTwice) {
  for (const char* kind : {"mixed", "shuffled"}) {
    for (const char* size : {"10B", "1KB"}) {
      std::vector<std::string> strings;
      for (const std::string& payload : Make("hello.Person", size, kind).payloads) {
        CollectStrings(*Parse("hello.Person", payload), &strings);
      }
      EXPECT_GT(strings.size(), 1000u);
      EXPECT_EQ(std::set<std::string>(strings.begin(), strings.end()).size(), strings.size()) << kind << size;
    }
  }
}

TEST_F(ShapesOfRingsTest, ShuffledIsMixedInAnotherOrder) {
  for (const SchemaEntry& schema : corpus_.schemas()) {
    for (const SizeEntry& size : schema.sizes) {
      SCOPED_TRACE(schema.name + "/" + size.label);
      const Ring mixed = Make(schema.name, size.label, "mixed", 1, {50, kMaxRingBytes});
      const Ring shuffled = Make(schema.name, size.label, "shuffled", 1, {50, kMaxRingBytes});
      ASSERT_EQ(shuffled.payloads.size(), mixed.payloads.size());
      size_t moved = 0;
      for (size_t i = 0; i < mixed.payloads.size(); ++i) {
        EXPECT_EQ(shuffled.payloads[i].size(), mixed.payloads[i].size());
        EXPECT_EQ(SerializeCanonical(*Parse(schema.name, shuffled.payloads[i])), mixed.payloads[i]);
        moved += shuffled.payloads[i] != mixed.payloads[i];
      }
      EXPECT_GT(moved, size.bytes > 200 ? 40u : 5u);
    }
  }
}

double ShareThatRepeats(const std::vector<std::string>& strings) {
  std::map<std::string, size_t> counts;
  for (const std::string& text : strings) ++counts[text];
  double repeated = 0;
  for (const auto& [text, count] : counts) repeated += count > 1 ? static_cast<double>(count) : 0;
  return repeated / static_cast<double>(strings.size());
}

TEST_F(ShapesOfRingsTest, DupRepeatsItsShareFromASmallPoolAndKeepsSizes) {
  for (const unsigned percent : {0u, 10u, 50u, 100u}) {
    const Ring ring = Make("hello.Person", "1KB", "dup:" + std::to_string(percent), 1, {300, kMaxRingBytes});
    EXPECT_EQ(ring.ring, "dup:" + std::to_string(percent));
    std::vector<std::string> strings;
    for (const std::string& payload : ring.payloads) {
      EXPECT_EQ(payload.size(), 930u);
      CollectStrings(*Parse("hello.Person", payload), &strings);
    }
    EXPECT_NEAR(ShareThatRepeats(strings), percent / 100.0, 0.02) << percent;
    const std::set<std::string> different(strings.begin(), strings.end());
    EXPECT_LE(different.size(), percent == 100 ? 16u * 4 : strings.size());  // four lengths
  }
  EXPECT_EQ(Make("hello.Person", "1KB", "dup:0", 1, {9, kMaxRingBytes}).payloads,
            Make("hello.Person", "1KB", "unique", 1, {9, kMaxRingBytes}).payloads);
}

TEST_F(ShapesOfRingsTest, ABadShareIsNamed) {
  for (const char* bad : {"dup", "dup:", "dup:101", "dup:-1", "dup:5x", "dup:P", "dup:1.5", "dup: 5"}) {
    EXPECT_THAT(ErrorOf([&] { corpus_.FindRing(bad); }), testing::HasSubstr("is no share | write dup:P")) << bad;
  }
  EXPECT_EQ(corpus_.FindRing("dup:007").Text(), "dup:7");
}

// Messages of kinds that the bench schemas lack.
constexpr char kSchema[] = R"(
syntax = "proto2";
message M {
  repeated int32 a = 1;
  repeated string b = 2;
  repeated group G = 3 { optional int32 x = 1; optional string y = 2; repeated int32 z = 3; }
  map<string, M> m = 4;
  map<int32, bool> n = 5;
  oneof o { string s = 6; M sub = 7; int32 i = 8; }
  optional bool flag = 9;
  extensions 100 to 200;
}
extend M { repeated int32 e = 100; }
)";

class ShuffleTest : public testing::Test {
 protected:
  ShuffleTest() {
    WriteFile(folder_.path() + "/m.proto", kSchema);
    pool_.emplace(CompileProto({folder_.path() + "/m.proto"}, {}).descriptor_set);
  }
  std::string Bytes(const std::string& text) { return SerializeCanonical(*pool_->ParseText("M", text)); }
  std::string Shuffled(const std::string& bytes, uint64_t seed) {
    SplitMix64 random(seed);
    return ShuffleRecords(bytes, pool_->FindMessage("M"), &random);
  }
  std::string Canonical(const std::string& bytes) { return SerializeCanonical(*pool_->ParseBytes("M", bytes)); }

  TemporaryFolder folder_;
  std::optional<SchemaPool> pool_;
};

constexpr char kEverything[] =
    "a: [1, 2, 3] b: ['x', 'y'] G { x: 1 y: 'p' z: [1, 2, 3] } G { y: 'q' } m { key: 'k' value { a: [5, 6] flag: true "
    "} }"
    "m { key: 'l' value { s: 't' } } n { key: 1 value: true } n { key: 2 value: false } flag: true [e]: [7, 8]"
    "sub { a: [1, 2] i: 3 }";

TEST_F(ShuffleTest, EveryKindOfFieldKeepsItsMeaningAndRunsAreBrokenUp) {
  const std::string bytes = Bytes(kEverything);
  std::set<std::string> orders;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const std::string shuffled = Shuffled(bytes, seed);
    EXPECT_EQ(shuffled.size(), bytes.size());
    EXPECT_EQ(Canonical(shuffled), bytes);
    orders.insert(shuffled);
  }
  EXPECT_GT(orders.size(), 195u);
}

TEST_F(ShuffleTest, MembersOfAOneofMergesAndUnknownFieldsKeepTheirOrder) {
  // s, then sub twice (merged), then i, which wins; two unknown fields around a known one.
  const std::string bytes = std::string("\x32\x01t\x3a\x02\x08\x01\x3a\x02\x08\x02\x40\x05", 13) +
                            std::string("\x78\x01\x48\x01\x70\x02\x78\x03", 8);
  const std::string wanted = Canonical(bytes);
  for (uint64_t seed = 0; seed < 200; ++seed) EXPECT_EQ(Canonical(Shuffled(bytes, seed)), wanted);
}

TEST_F(ShuffleTest, BytesThatAreNoMessageAreRefused) {
  for (const std::string bad : {"\x08", "\x3a\x05\x08", "\x1b\x08\x01", "\x3a\x02\x08\xff"}) {
    EXPECT_NE(ErrorOf([&] { Shuffled(bad, 1); }), "no error");
  }
}

TEST_F(ShuffleTest, MixedMapsHaveDifferentKeysAndStopWhenStringsRunOut) {
  const auto original = pool_->ParseText("M", "n { key: 7 value: true } n { key: 2 value: true } m { key: '' }");
  MixedMaker maker(*original, 1);
  for (int i = 0; i < 300; ++i) {
    const auto payload = maker.Next();
    ASSERT_TRUE(payload.has_value());
    EXPECT_EQ(Canonical(*payload), *payload);  // a key that came twice would be one entry here
  }
  MixedMaker one_letter(*pool_->ParseText("M", "b: ['x']"), 1);
  int made = 0;
  while (one_letter.Next()) ++made;
  EXPECT_GE(made, 1);
  EXPECT_LE(made, 100);
}

}  // namespace
}  // namespace pbb
