#include "schema/pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "schema/compile.h"

namespace pbb {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string SetOf(const std::string& name) { return CompileProto({name}, {PBB_SOURCE_DIR "/proto"}).descriptor_set; }

TEST(SchemaPoolTest, ListsNestedMessagesAndGroupsButNoMapEntries) {
  EXPECT_THAT(MessageNames(SetOf("proto2_basic.proto")),
              ElementsAre("proto2_basic.Defaults", "proto2_basic.Cardinality", "proto2_basic.Nested",
                          "proto2_basic.Nested.Inner", "proto2_basic.WithGroup", "proto2_basic.WithGroup.SingleGroup",
                          "proto2_basic.WithGroup.RepGroup", "proto2_basic.BenchPayload",
                          "proto2_basic.BenchPayload.Inner", "proto2_basic.BenchPayload.Stats"));
  std::vector<std::string> hello;
  for (const std::string& name : MessageNames(SetOf("hello.proto"))) {
    if (name.rfind("hello.", 0) == 0) hello.push_back(name);
  }
  EXPECT_THAT(hello, ElementsAre("hello.Address", "hello.Person", "hello.Result", "hello.Event", "hello.HelloRequest",
                                 "hello.HelloReply"));
}

TEST(SchemaPoolTest, AnUnknownMessageGetsASuggestion) {
  const SchemaPool pool(SetOf("hello.proto"));
  try {
    pool.FindMessage("hello.Persom");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kUsage);
    EXPECT_STREQ(error.what(), "unknown message \"hello.Persom\"");
    EXPECT_EQ(error.way_out(), "did you mean \"hello.Person\"?");
  }
}

TEST(SchemaPoolTest, RefusesWhatIsNoDescriptorSet) {
  EXPECT_THROW(SchemaPool("\x0a\x7f"), Error);
  // A file that imports one that the set does not hold.
  EXPECT_THROW(SchemaPool("\x0a\x0a\x0a\x01"
                          "a"
                          "\x1a\x05"
                          "b.pro"),
               Error);
}

TEST(SchemaPoolTest, CanonicalBytesAreInFieldOrderWithMapsSortedAndUnknownFieldsLast) {
  SchemaPool pool(SetOf("hello.proto"));
  // Unknown field 12 first, then the map entries "b" and "a", age, name.
  const std::string scrambled(
      "\x60\x01\x6a\x05\x0a\x01"
      "b"
      "\x10\x02\x6a\x05\x0a\x01"
      "a"
      "\x10\x01\x10\x2a\x0a\x02"
      "al",
      22);
  EXPECT_EQ(SerializeCanonical(*pool.ParseBytes("hello.Person", scrambled)), std::string("\x0a\x02"
                                                                                         "al"
                                                                                         "\x10\x2a\x6a\x05\x0a\x01"
                                                                                         "a"
                                                                                         "\x10\x01\x6a\x05\x0a\x01"
                                                                                         "b"
                                                                                         "\x10\x02\x60\x01",
                                                                                         22));
}

// protocolbuffers/protobuf#29512: DynamicMessage keeps both entries, generated code keeps the last.
TEST(SchemaPoolTest, AMapKeySentTwiceIsOneEntryTheLast) {
  SchemaPool pool(SetOf("hello.proto"));
  const std::string twice =
      "ages_by_nickname { key: 'b' value: 2 } ages_by_nickname { key: 'a' value: 1 } "
      "ages_by_nickname { key: 'b' value: 3 } ages_by_nickname { key: 'b' value: 4 }";
  const std::string once = "ages_by_nickname { key: 'a' value: 1 } ages_by_nickname { key: 'b' value: 4 }";
  const std::string expected = SerializeCanonical(*pool.ParseText("hello.Person", once));
  EXPECT_EQ(SerializeCanonical(*pool.ParseText("hello.Person", twice)), expected);
  EXPECT_EQ(SerializeCanonical(*pool.ParseText("hello.Person", "friends { friends { " + twice + "} }")),
            "\x32\x10\x32\x0e" + expected);
  // An entry with a third field, on the wire.
  const std::string wire(
      "\x6a\x07\x0a\x01"
      "a"
      "\x10\x01\x18\x09",
      9);
  EXPECT_EQ(SerializeCanonical(*pool.ParseBytes("hello.Person", wire)), std::string("\x6a\x05\x0a\x01"
                                                                                    "a"
                                                                                    "\x10\x01",
                                                                                    7));
}

TEST(SchemaPoolTest, ExtensionsOfTheSetAreKnownToTextAndBytes) {
  SchemaPool pool(SetOf("proto2_basic.proto"));
  const auto message = pool.ParseText("proto2_basic.BenchPayload", "id: 7 [proto2_basic.ext_count]: 42");
  const std::string bytes = SerializeCanonical(*message);
  EXPECT_EQ(bytes, std::string("\x08\x07\xa0\x06\x2a", 5));
  EXPECT_EQ(pool.TextOf("proto2_basic.BenchPayload", bytes), "id: 7\n[proto2_basic.ext_count]: 42\n");
}

TEST(SchemaPoolTest, NamesTheRequiredFieldThatIsMissing) {
  SchemaPool pool(SetOf("proto2_basic.proto"));
  const auto message = pool.ParseText("proto2_basic.BenchPayload", "id: 7 inner {}");
  try {
    SerializeCanonical(*message);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "proto2_basic.BenchPayload: required field missing: inner.key");
  }
}

TEST(SchemaPoolTest, TextErrorsCarryLineAndColumn) {
  SchemaPool pool(SetOf("hello.proto"));
  try {
    pool.ParseText("hello.Person", "age: 1\nnome: 'x'");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("hello.Person: 2:5: "));
    EXPECT_THAT(error.what(), HasSubstr("nome"));
  }
}

TEST(SchemaPoolTest, BytesThatDoNotParseAreRefused) {
  SchemaPool pool(SetOf("hello.proto"));
  EXPECT_THROW(pool.TextOf("hello.Person",
                           "\x0a\x05"
                           "al"),
               Error);
}

}  // namespace
}  // namespace pbb
