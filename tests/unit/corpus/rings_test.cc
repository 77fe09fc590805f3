// The promises of DESIGN section 4 for the rings of the real corpus, every schema and size.
#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "corpus/corpus.h"
#include "error_of.h"

namespace pbb {
namespace {

class RingsTest : public testing::Test {
 protected:
  Ring Make(const std::string& schema, const std::string& size, const std::string& ring, uint64_t seed = 1,
            const RingLimits& limits = {}) {
    return corpus_.MakeRing(corpus_.FindSchema(schema), size, ring, seed, limits);
  }

  Corpus corpus_{PBB_SOURCE_DIR};
};

// Every quoted value of the payload's text form.
std::vector<std::string> StringsOf(const std::string& text) {
  std::vector<std::string> strings;
  for (size_t open = text.find('"'); open != std::string::npos;) {
    const size_t close = text.find('"', open + 1);
    strings.push_back(text.substr(open + 1, close - open - 1));
    open = text.find('"', close + 1);
  }
  return strings;
}

TEST_F(RingsTest, UniqueHasNoStringAndNoPayloadTwiceAndOneSize) {
  for (const SchemaEntry& schema : corpus_.schemas()) {
    for (const SizeEntry& size : schema.sizes) {
      SCOPED_TRACE(schema.name + "/" + size.label);
      const Ring ring = corpus_.MakeRing(schema, size.label, "unique", 1);
      std::unordered_set<std::string> strings;
      std::unordered_set<std::string_view> payloads;
      size_t count = 0;
      for (const std::string& payload : ring.payloads) {
        ASSERT_EQ(payload.size(), size.bytes);
        payloads.insert(payload);
        for (std::string& text : StringsOf(corpus_.Pool(schema).TextOf(schema.name, payload))) {
          strings.insert(std::move(text));
          ++count;
        }
      }
      EXPECT_EQ(payloads.size(), ring.payloads.size());
      EXPECT_EQ(strings.size(), count);
      const auto template_strings =
          StringsOf(corpus_.Pool(schema).TextOf(schema.name, corpus_.Payload(schema, size.label)));
      EXPECT_EQ(count, template_strings.size() * ring.payloads.size());
      for (const std::string& text : template_strings) EXPECT_EQ(strings.count(text), 0u) << text;
    }
  }
}

TEST_F(RingsTest, UniqueHasAsManyPayloadsAsTheCapsAllow) {
  EXPECT_EQ(Make("hello.Person", "10B", "unique").payloads.size(), 20'000u);
  EXPECT_EQ(Make("hello.Person", "1KB", "unique").payloads.size(), (16u << 20) / 930);
  EXPECT_EQ(Make("hello.Person", "100KB", "unique").payloads.size(), 173u);
  // No strings: two integers of one byte each.
  EXPECT_EQ(Make("proto2_basic.BenchPayload", "min", "unique").payloads.size(), 127u * 127);
  EXPECT_EQ(Make("proto2_basic.BenchPayload", "mid", "unique").payloads.size(), 20'000u);
}

TEST_F(RingsTest, CallersMayAskForLessAndGetTheStartOfTheWholeRing) {
  const Ring whole = Make("hello.Person", "1KB", "unique");
  const Ring seven = Make("hello.Person", "1KB", "unique", 1, {7, kMaxRingBytes});
  EXPECT_EQ(seven.payloads, std::vector<std::string>(whole.payloads.begin(), whole.payloads.begin() + 7));
  EXPECT_EQ(Make("hello.Person", "1KB", "unique", 1, {100, 930 * 3 + 929}).payloads.size(), 3u);
  EXPECT_EQ(Make("hello.Person", "1KB", "unique", 1, {100, 1}).payloads.size(), 1u);
  EXPECT_EQ(ErrorOf([&] { Make("hello.Person", "1KB", "unique", 1, {0, 1}); }), "a ring needs at least one payload");
}

TEST_F(RingsTest, OneSeedOneRingOtherSeedOtherBytes) {
  for (const SchemaEntry& schema : corpus_.schemas()) {
    for (const SizeEntry& size : schema.sizes) {
      SCOPED_TRACE(schema.name + "/" + size.label);
      const Ring ring = corpus_.MakeRing(schema, size.label, "unique", 1, {20, kMaxRingBytes});
      Corpus other(PBB_SOURCE_DIR);
      EXPECT_EQ(other.MakeRing(other.FindSchema(schema.name), size.label, "unique", 1, {20, kMaxRingBytes}).sha256,
                ring.sha256);
      EXPECT_NE(corpus_.MakeRing(schema, size.label, "unique", 2, {20, kMaxRingBytes}).sha256, ring.sha256);
    }
  }
}

// Pinned: results of two runs can only be compared when the bytes behind one seed never change.
TEST_F(RingsTest, TheBytesBehindASeedNeverChange) {
  EXPECT_EQ(Make("hello.Person", "1KB", "unique", 1, {100, kMaxRingBytes}).sha256,
            "69157ee07b0598a7595c8727f5fb566186b0fc335c2b2b43c9b503b1e32ee4b8");
  EXPECT_EQ(Make("proto2_basic.BenchPayload", "min", "unique", 1, {100, kMaxRingBytes}).sha256,
            "ee59b1b977b3085c8a662abde90c20c903d2141daa89e29afafc36a8bee3c117");
}

TEST_F(RingsTest, RingsOfOneSeedShareNoStrings) {
  std::unordered_set<std::string> strings;
  size_t count = 0;
  for (const char* size : {"1KB", "10KB"}) {
    for (const std::string& payload : Make("hello.Person", size, "unique", 1, {20, kMaxRingBytes}).payloads) {
      for (std::string& text :
           StringsOf(corpus_.Pool(corpus_.FindSchema("hello.Person")).TextOf("hello.Person", payload))) {
        strings.insert(std::move(text));
        ++count;
      }
    }
  }
  EXPECT_EQ(strings.size(), count);
}

TEST_F(RingsTest, RepeatIsThePayloadAlone) {
  const Ring ring = Make("hello.Person", "1KB", "repeat");
  ASSERT_EQ(ring.payloads.size(), 1u);
  EXPECT_EQ(ring.payloads[0], corpus_.Payload(corpus_.FindSchema("hello.Person"), "1KB"));
  EXPECT_EQ(ring.sha256, Make("hello.Person", "1KB", "repeat", 2).sha256);
}

TEST_F(RingsTest, StatisticsAreThoseOfThePayloads) {
  Ring ring;
  ring.payloads = {"abc", "", "a"};
  ring.Finish();
  EXPECT_EQ(ring.bytes_min, 0u);
  EXPECT_EQ(ring.bytes_max, 3u);
  EXPECT_DOUBLE_EQ(ring.bytes_mean, 4.0 / 3);
  // printf '\3abc\0\1a' | sha256sum
  EXPECT_EQ(ring.sha256, "fa63b56be954307d78b5610bd90f49061e6983bf848be106dadafd4c4d164f65");
}

}  // namespace
}  // namespace pbb
