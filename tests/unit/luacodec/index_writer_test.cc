// The flat index that pbplan.so writes: where values stand whatever the order on the wire, what is refused, and that
// its memory is bounded.
#include "luacodec/index_writer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <string>
#include <string_view>

namespace pbb::luacodec {
namespace {

using std::string_literals::operator""s;

// Fields: 1 int32, 2 string (UTF-8), 3 repeated string, 4 M, 5 map<int32, string>, 6 and 7 a oneof of int32 and M,
// 8 double, 9 repeated int32 packed, 10 a closed enum of {1, 2}.
constexpr const char* kMessage =
    "1 10 1\n1 5 0 -1 -\n2 9 8 -1 -\n3 9 1 -1 -\n4 11 0 -1 M\n5 11 17 -1 E\n1 5 0 -1 -\n2 9 8 -1 -\n6 5 0 0 -\n"
    "7 11 0 0 M\n8 1 0 -1 -\n9 5 3 -1 -\n10 14 0 -1 En";
enum Slot {
  kInt = 2,
  kText = 3,
  kList = 5,
  kSub = 7,
  kMap = 8,
  kOneInt = 10,
  kOneSub = 11,
  kDouble = 12,
  kPacked = 14
};
constexpr int32_t Bit(int number) { return 1 << (number - 1); }

class IndexWriterTest : public testing::Test {
 protected:
  void SetUp() override {
    const int32_t numbers[] = {2, 1};
    types_.DefineEnum("En", numbers, 2, 1);
    id_ = types_.DefineMessage("M", kMessage);
    ASSERT_EQ(id_, 0);
  }
  void TearDown() override { ReleaseIndex(&index_); }

  IndexStatus Write(std::string_view bytes) {
    return WriteIndex(*types_.Message(id_), reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size(), true,
                      &index_);
  }
  int32_t Root(int word) const { return index_.words[plan::kIndexRoot + word]; }
  std::string Text(std::string_view bytes, int at) const {
    return std::string(bytes.substr(index_.words[at], index_.words[at + 1]));
  }

  IndexTypes types_;
  FlatIndex index_{};
  int id_ = 0;
};

TEST_F(IndexWriterTest, EveryFieldHasItsPlaceWhateverTheOrderOnTheWire) {
  const std::string forth = "\x08\x05\x12\x02hi\x1a\x01x\x1a\x01y"s;
  const std::string back = "\x1a\x01x\x12\x02hi\x08\x05\x1a\x01y"s;
  for (const std::string& bytes : {forth, back}) {
    ASSERT_EQ(Write(bytes), IndexStatus::kOk);
    EXPECT_EQ(Root(0), Bit(1) | Bit(2) | Bit(3));
    EXPECT_EQ(Root(1), 0);
    EXPECT_EQ(Root(kInt), 5);
    EXPECT_EQ(Text(bytes, plan::kIndexRoot + kText), "hi");
    ASSERT_EQ(Root(kList), 2);
    EXPECT_EQ(Text(bytes, Root(kList + 1)), "x");
    EXPECT_EQ(Text(bytes, Root(kList + 1) + 2), "y");
  }
}

TEST_F(IndexWriterTest, LastScalarWinsAndMessagesMerge) {
  ASSERT_EQ(Write("\x08\x05\x08\x06\x22\x05\x08\x01\x1a\x01q\x22\x05\x08\x02\x1a\x01r"s), IndexStatus::kOk);
  EXPECT_EQ(Root(kInt), 6);
  const int sub = Root(kSub);
  EXPECT_EQ(index_.words[sub], Bit(1) | Bit(3));
  EXPECT_EQ(index_.words[sub + kInt], 2);
  EXPECT_EQ(index_.words[sub + kList], 2);
}

TEST_F(IndexWriterTest, LastMemberOfOneofStays) {
  ASSERT_EQ(Write("\x3a\x02\x08\x01\x30\x07\x3a\x00"s), IndexStatus::kOk);
  EXPECT_EQ(Root(0), Bit(7));
  EXPECT_EQ(index_.words[Root(kOneSub)], 0);  // nothing left of the first one
  ASSERT_EQ(Write("\x3a\x02\x08\x01\x30\x07"s), IndexStatus::kOk);
  EXPECT_EQ(Root(0), Bit(6));
  EXPECT_EQ(Root(kOneInt), 7);
}

TEST_F(IndexWriterTest, PackedAndUnpackedAreOneList) {
  ASSERT_EQ(Write("\x48\x01\x4a\x02\x02\x03\x08\x09\x48\x04"s), IndexStatus::kOk);
  ASSERT_EQ(Root(kPacked), 4);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(index_.words[Root(kPacked + 1) + i], i + 1);
}

TEST_F(IndexWriterTest, MapEntriesCarryDefaults) {
  const std::string bytes = "\x2a\x00\x2a\x05\x12\x01v\x08\x03"s;
  ASSERT_EQ(Write(bytes), IndexStatus::kOk);
  ASSERT_EQ(Root(kMap), 2);
  const int at = Root(kMap + 1);
  EXPECT_EQ(index_.words[at], 0);
  EXPECT_EQ(Text(bytes, at + 1), "");
  EXPECT_EQ(index_.words[at + 3], 3);
  EXPECT_EQ(Text(bytes, at + 4), "v");
}

TEST_F(IndexWriterTest, NanIsCanonical) {
  ASSERT_EQ(Write("\x41\x01\x00\x00\x00\x00\x00\xf0\xff"s), IndexStatus::kOk);
  uint64_t bits = 0;
  std::memcpy(&bits, index_.words + plan::kIndexRoot + kDouble, 8);
  EXPECT_EQ(bits, 0x7ff8000000000000U);
}

TEST_F(IndexWriterTest, UnknownFieldsAreSegmentsOfInputAndUndeclaredEnumsOfTheIndex) {
  ASSERT_EQ(Write("\x58\x01\x58\x02\x08\x01\x58\x03\x50\x05"s), IndexStatus::kOk);
  const int32_t* const block = index_.words + Root(1);
  ASSERT_EQ(block[0], 3);
  const int32_t* const segments = index_.words + block[1];
  EXPECT_EQ(segments[0], 0);  // two records in a row are one segment
  EXPECT_EQ(segments[1], 4);
  EXPECT_EQ(segments[2], 6);
  EXPECT_EQ(segments[3], 2);
  ASSERT_LT(segments[4], 0);
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(index_.words + (-1 - segments[4])), segments[5]), "\x50\x05");
  EXPECT_EQ(Root(0), Bit(1));
}

TEST_F(IndexWriterTest, LateExtensionsCountFromWhenTheyAreTold) {
  ASSERT_EQ(Write("\xa0\x06\x07"s), IndexStatus::kOk);
  EXPECT_EQ(index_.words[Root(1)], 1);
  const int extension = types_.DefineExtension("M", "0 1 0\n100 5 0 -1 -");
  ASSERT_GT(extension, 0);
  ASSERT_EQ(Write("\xa0\x06\x07"s), IndexStatus::kOk);
  EXPECT_EQ(index_.words[Root(1)], 0);
  const int late = index_.words[Root(1) + 2];
  EXPECT_EQ(index_.words[late], 0);
  EXPECT_EQ(index_.words[late + 1], extension);
  EXPECT_EQ(index_.words[late + 2], 1);
  EXPECT_EQ(index_.words[late + 4], 7);
}

TEST_F(IndexWriterTest, RequiredFieldMayCome) {
  id_ = types_.DefineMessage("R", "0 1 0\n1 5 4 -1 -");
  ASSERT_EQ(Write(""), IndexStatus::kOk);
  EXPECT_NE(index_.required, 0);
  ASSERT_EQ(Write("\x08\x00"s), IndexStatus::kOk);
  EXPECT_EQ(index_.required, 0);
}

TEST_F(IndexWriterTest, RefusesWhatIsMalformed) {
  for (const std::string& bytes :
       {"\x08"s, "\x08\x80"s, "\x12\x05x"s, "\x12\x01\x80"s, "\x00"s, "\x0e"s, "\x0c"s, "\x5b"s, "\x41\x00"s,
        "\x4a\x01\x80"s, "\x22\x02\x08"s, "\x12\xff\xff\xff\xff\x07"s, "\x4a\xff\xff\xff\xff\x07\x01"s}) {
    EXPECT_EQ(Write(bytes), IndexStatus::kMalformed) << testing::PrintToString(bytes);
  }
  std::string deep;
  for (int level = 0; level < 60; ++level) deep = "\x22" + std::string(1, static_cast<char>(deep.size())) + deep;
  EXPECT_EQ(Write(deep), IndexStatus::kOk);
}

TEST_F(IndexWriterTest, LengthsThatLieAllocateNothing) {
  ASSERT_EQ(Write("\x12\xff\xff\xff\xff\x07"s), IndexStatus::kMalformed);
  EXPECT_LE(index_.capacity, MaxIndexWords(6));
}

TEST_F(IndexWriterTest, MemoryIsBoundedByTheInput) {
  std::string wide = "0 200 0";
  for (int number = 1; number < 200; ++number) wide += "\n" + std::to_string(number) + " 9 0 -1 -";
  wide += "\n200 11 1 -1 W";
  id_ = types_.DefineMessage("W", wide);
  ASSERT_GT(id_, 0);
  std::string bytes;
  for (int i = 0; i < 100000; ++i) bytes += "\xc2\x0c\x00"s;
  EXPECT_EQ(Write(bytes), IndexStatus::kTooBig);
  EXPECT_LE(index_.capacity, MaxIndexWords(static_cast<int64_t>(bytes.size())));
  // What holds much is let go after a call that needs little.
  EXPECT_EQ(Write("\x0a\x00"s), IndexStatus::kOk);
  EXPECT_LE(index_.capacity, kKeepIndexWords);
}

TEST_F(IndexWriterTest, TypesThatWereNotToldAreLeftToOthers) {
  id_ = types_.DefineMessage("P", "0 1 0\n1 11 0 -1 Later");
  EXPECT_EQ(Write("\x0a\x00"s), IndexStatus::kTooBig);
  EXPECT_EQ(Write(""), IndexStatus::kOk);
  for (const char* text : {"", "0", "0 1 0", "0 1 0\n1 5 0 -1", "0 1 0\n0 5 0 -1 -", "0 1 0\n1 19 0 -1 -",
                           "0 1 0\n1 5 0 0 -", "0 2 0\n2 5 0 -1 -\n1 5 0 -1 -", "0 0 0\nx"}) {
    EXPECT_EQ(types_.DefineMessage("P", text), -1) << text;
  }
}

}  // namespace
}  // namespace pbb::luacodec
