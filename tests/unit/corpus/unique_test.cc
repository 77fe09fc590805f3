#include "corpus/unique.h"

#include <gmock/gmock.h>
#include <google/protobuf/struct.pb.h>
#include <gtest/gtest.h>

#include <set>

#include "base/file.h"
#include "corpus/ring.h"
#include "error_of.h"
#include "schema/compile.h"
#include "schema/pool.h"

namespace pbb {
namespace {

// One schema with everything that the bench messages do not have.
constexpr char kSchema[] = R"(
syntax = "proto3";
message M {
  string s = 1;
  bytes b = 2;
  repeated string list = 3;
  map<string, string> words = 4;
  map<int32, M> children = 5;
  oneof choice { string left = 6; int32 right = 7; }
  int32 i32 = 11; int64 i64 = 12; uint32 u32 = 13; uint64 u64 = 14; sint32 s32 = 15; sint64 s64 = 16;
  fixed32 f32 = 17; sfixed64 sf64 = 18; bool flag = 19; double d = 20; repeated int64 many = 21;
  map<int32, bool> keys = 22;
  enum Color { NONE = 0; RED = 1; BLUE = 2; FAR = 300; }
  repeated bool flags = 23; Color color = 24; repeated Color colors = 25; float f = 26;
}
)";

class UniqueTest : public testing::Test {
 protected:
  UniqueTest() {
    WriteFile(folder_.path() + "/m.proto", kSchema);
    pool_.emplace(CompileProto({folder_.path() + "/m.proto"}, {}).descriptor_set);
  }

  // The first `count` payloads.
  std::vector<std::string> Make(const std::string& text, uint64_t count, uint64_t seed = 1) {
    const auto original = pool_->ParseText("M", text);
    UniqueMaker maker(*original, seed);
    std::vector<std::string> payloads;
    for (uint64_t i = 0; i < count; ++i) payloads.push_back(maker.Next().value());
    return payloads;
  }

  uint64_t Capacity(const std::string& text) {
    const auto original = pool_->ParseText("M", text);
    return UniqueMaker(*original, 1).capacity();
  }

  size_t SizeOf(const std::string& text) { return SerializeCanonical(*pool_->ParseText("M", text)).size(); }

  // Every quoted value in the payloads' text form: independent of how the maker walks messages.
  std::vector<std::string> StringsOf(const std::vector<std::string>& payloads) {
    std::vector<std::string> strings;
    for (const std::string& payload : payloads) {
      const std::string text = pool_->TextOf("M", payload);
      for (size_t open = text.find('"'); open != std::string::npos;) {
        const size_t close = text.find('"', open + 1);
        strings.push_back(text.substr(open + 1, close - open - 1));
        open = text.find('"', close + 1);
      }
    }
    return strings;
  }

  TemporaryFolder folder_;
  std::optional<SchemaPool> pool_;
};

constexpr char kAllStrings[] =
    "s: 'alicia' b: '\\x00\\xff\\x80\\x01abcd' list: ['alicia', 'alicia', ''] left: 'a longer one than that'"
    "words { key: 'three' value: 'seven' } words { key: 'eight' value: 'forty' }"
    "children { key: 1 value { s: 'inside' } } children { key: 2 value { words { key: 'deeper' value: 'still' } } }";

TEST_F(UniqueTest, NoStringRepeatsWhereverItStandsAndSizesStay) {
  const std::vector<std::string> payloads = Make(kAllStrings, 3000);
  for (const std::string& payload : payloads) ASSERT_EQ(payload.size(), SizeOf(kAllStrings));
  std::set<std::string> seen;
  size_t empty = 0;
  for (const std::string& text : StringsOf(payloads)) {
    if (text.empty()) {
      ++empty;
      continue;
    }
    EXPECT_TRUE(seen.insert(text).second) << text;
    EXPECT_TRUE(text[0] >= '0' && text[0] <= '9') << text;
  }
  EXPECT_EQ(empty, 3000u);             // '' in `list` stays
  EXPECT_EQ(seen.size(), 3000u * 12);  // all others of the template are new
}

TEST_F(UniqueTest, TheSeedDecidesAllBytes) {
  const std::vector<std::string> first = Make(kAllStrings, 50, 1);
  for (int again = 0; again < 20; ++again) EXPECT_EQ(Make(kAllStrings, 50, 1), first);
}

// Generated code keeps maps as hash tables whose order differs from one object to the next.
TEST_F(UniqueTest, TheOrderInWhichAMapIsStoredChangesNothing) {
  std::set<std::string> payloads;
  for (int again = 0; again < 10; ++again) {
    google::protobuf::Struct original;
    for (int i = 100; i < 150; ++i) {
      (*original.mutable_fields())["key" + std::to_string(i)].set_string_value(
          std::string(static_cast<size_t>(i), 'v'));
    }
    UniqueMaker maker(original, 1);
    maker.Next();
    payloads.insert(maker.Next().value());
  }
  EXPECT_EQ(payloads.size(), 1u);
}

TEST_F(UniqueTest, ASmallerRingIsTheStartOfALargerOne) {
  const std::vector<std::string> large = Make(kAllStrings, 20);
  EXPECT_EQ(Make(kAllStrings, 7), std::vector<std::string>(large.begin(), large.begin() + 7));
}

TEST_F(UniqueTest, ValuesThatAreNoStringsStayWhenThereAreStrings) {
  const std::string payload = Make("s: 'alicia' i32: 42 many: [1, 300] flag: true", 1)[0];
  EXPECT_THAT(pool_->TextOf("M", payload), testing::HasSubstr("i32: 42\nflag: true\nmany: 1\nmany: 300\n"));
}

TEST_F(UniqueTest, TextOfOtherScriptsKeepsItsCharacters) {
  const std::string payload = Make("s: 'Zażółć gęślą'", 1)[0];
  EXPECT_EQ(payload.size(), SizeOf("s: 'Zażółć gęślą'"));
  std::string high;
  for (const char byte : payload.substr(2)) {
    if (static_cast<unsigned char>(byte) >= 0x80) high += byte;
  }
  EXPECT_EQ(high, "żółćęśą");  // and the ASCII ones between them are new
  EXPECT_THAT(payload, testing::Not(testing::HasSubstr("Za")));
}

TEST_F(UniqueTest, EveryByteOfALongStringVaries) {
  // LuaJIT's string hash looks at a few bytes only; constant ones would make chains.
  const std::vector<std::string> payloads = Make("s: 'eeeeeeeeeeeeeeeeeeeeeeeeeeee0001'", 200);
  for (size_t at = 2; at < payloads[0].size(); ++at) {
    std::set<char> bytes;
    for (const std::string& payload : payloads) bytes.insert(payload[at]);
    EXPECT_GE(bytes.size(), at == 2 ? 10u : 40u) << "byte " << at;
  }
}

TEST_F(UniqueTest, ShortStringsBoundTheNumberOfPayloads) {
  EXPECT_EQ(Capacity("s: 'x'"), 10u);
  EXPECT_EQ(Capacity("s: 'xy'"), 620u);
  EXPECT_EQ(Capacity("s: 'xy' list: ['ab', 'a longer one']"), 310u);
  EXPECT_GE(Capacity("s: 'alicia' list: ['', '']"), 500'000'000u);
  // In a bytes field any byte may change, in a string none of another script.
  EXPECT_EQ(Capacity("b: '\\xff\\xff'"), 620u);
  EXPECT_EQ(Capacity("s: 'ż'"), 1u);
  std::set<std::string> seen;
  for (const std::string& payload : Make("s: 'xy'", 620)) seen.insert(payload);
  EXPECT_EQ(seen.size(), 620u);
}

TEST_F(UniqueTest, ATemplateWithTooManyShortStringsIsRefused) {
  const char* text = "list: ['a','a','a','a','a','a','a','a','a','a','a']";
  EXPECT_EQ(Capacity(text), 0u);
  const auto original = pool_->ParseText("M", text);
  EXPECT_EQ(ErrorOf([&] { RingPayloads(ParseRingName("unique"), *original, 1, {}); }),
            "M: has more strings of one short length than there are different ones | make them longer");
}

TEST_F(UniqueTest, WithoutStringsNumbersVaryWithinTheirWidth) {
  EXPECT_EQ(Capacity("i32: 7 u32: 42"), 127u * 127);
  std::set<std::string> seen;
  for (const std::string& payload : Make("i32: 7 u32: 42", 127 * 127)) {
    EXPECT_EQ(payload.size(), 4u);
    seen.insert(payload);
  }
  EXPECT_EQ(seen.size(), 127u * 127);
  EXPECT_EQ(Capacity("i32: 128"), 16384u - 128);
  EXPECT_EQ(Capacity("i32: 2147483647"), (uint64_t{1} << 31) - (uint64_t{1} << 28));
  EXPECT_EQ(Capacity("i32: -1"), uint64_t{1} << 31);
  EXPECT_EQ(Capacity("s32: -1"), 127u);
  EXPECT_EQ(Capacity("flag: true d: 1"), uint64_t{1} << 52);
  EXPECT_EQ(Capacity("flag: true"), 1u);  // false would not be written
  EXPECT_EQ(Capacity("flags: [true, false, false]"), 8u);
  EXPECT_EQ(Capacity("color: RED"), 2u);  // not NONE, which is zero, nor FAR, which is wider
  EXPECT_EQ(Capacity("colors: [NONE, FAR]"), 3u);
  EXPECT_EQ(Capacity("keys { key: 1 value: true } keys { key: 2 value: true }"), 1u);
  EXPECT_EQ(Capacity(""), 1u);
}

TEST_F(UniqueTest, EveryKindOfIntegerKeepsTheEncodedSize) {
  for (const std::string text : {"i32: 1",
                                 "i32: 127",
                                 "i32: 128",
                                 "i32: 2147483647",
                                 "i32: -1",
                                 "i32: -2147483648",
                                 "i64: 9223372036854775807",
                                 "i64: -9223372036854775808",
                                 "i64: 268435456",
                                 "u32: 4294967295",
                                 "u64: 18446744073709551615",
                                 "u64: 1",
                                 "s32: -64",
                                 "s32: 64",
                                 "s32: -2147483648",
                                 "s64: -9223372036854775808",
                                 "s64: 1",
                                 "f32: 1",
                                 "sf64: -1",
                                 "many: [1, 128, -1, 0]",
                                 "d: -7",
                                 "f: 0.1",
                                 "right: 5000"}) {
    const uint64_t count = std::min<uint64_t>(Capacity(text), 500);
    EXPECT_GE(count, 127u - 64) << text;
    std::set<std::string> seen;
    for (const std::string& payload : Make(text, count)) {
      EXPECT_EQ(payload.size(), SizeOf(text)) << text;
      seen.insert(payload);
    }
    EXPECT_EQ(seen.size(), count) << text;
  }
}

}  // namespace
}  // namespace pbb
