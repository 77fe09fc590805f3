#include "codec/oracle.h"

#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "bench_descriptor.h"

namespace pbb::codec {
namespace {

using std::string_literals::operator""s;

TEST(OracleTest, BenchSchemasAreJudgedByGeneratedCode) {
  EXPECT_TRUE(Oracle(DescriptorSetOf("hello.Person"), "hello.Person").generated());
  EXPECT_TRUE(Oracle(DescriptorSetOf("proto2_basic.BenchPayload"), "proto2_basic.BenchPayload").generated());
}

TEST(OracleTest, AnAlteredSchemaOfTheSameNameIsJudgedDynamically) {
  google::protobuf::FileDescriptorSet set;
  google::protobuf::TextFormat::ParseFromString(
      R"(file { name: "hello.proto" package: "hello" syntax: "proto3"
           message_type { name: "Person" field { name: "age" number: 2 type: TYPE_INT32 label: LABEL_OPTIONAL } } })",
      &set);
  const Oracle oracle(set.SerializeAsString(), "hello.Person");
  EXPECT_FALSE(oracle.generated());
  std::string canonical;
  EXPECT_TRUE(oracle.Canonicalize("\x10\x2a"s, &canonical));
  EXPECT_EQ(canonical, "\x10\x2a"s);
}

TEST(OracleTest, UnknownTypeGetsASuggestion) {
  try {
    const Oracle oracle(DescriptorSetOf("hello.Person"), "hello.Persom");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kUsage);
    EXPECT_EQ(error.way_out(), "did you mean \"hello.Person\"?");
  }
}

TEST(OracleTest, CompareNamesTheFirstByteAndTheField) {
  const Oracle oracle(DescriptorSetOf("hello.Person"), "hello.Person");
  const std::string expected =
      "\n\x06"
      "alicia\x10*\x1a\x01"
      "a\x1a\x01"
      "b"s;
  EXPECT_FALSE(oracle.Compare(expected, expected).has_value());
  std::string other = expected;
  other.back() = 'c';
  const auto mismatch = oracle.Compare(other, expected);
  ASSERT_TRUE(mismatch.has_value());
  EXPECT_EQ(mismatch->byte, expected.size() - 1);
  EXPECT_EQ(mismatch->path, "emails[2]");
  const auto refused = oracle.Compare("\x0a", expected);
  ASSERT_TRUE(refused.has_value());
  EXPECT_EQ(refused->what, "the oracle refuses the encoded bytes");
}

TEST(OracleTest, CanonicalFormIgnoresFieldOrderAndPadding) {
  const Oracle oracle(DescriptorSetOf("hello.Person"), "hello.Person");
  EXPECT_FALSE(oracle
                   .Compare("\x10\xaa\x00\x0a\x01"
                            "x"s,
                            "\x0a\x01"
                            "x\x10\x2a"s)
                   .has_value());
}

}  // namespace
}  // namespace pbb::codec
