#include "codec/registry.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace pbb::codec {
namespace {

CodecName Validated(const char* text) {
  CodecName name = ParseCodecName(text);
  ValidateCodecName(&name);
  return name;
}

TEST(RegistryTest, DefaultsFallOutOfTheName) {
  EXPECT_EQ(Validated("lua-full[int64=cdata,jit=off]").Text(), "lua-full[jit=off]");
}

TEST(RegistryTest, UnknownNamesGetASuggestion) {
  try {
    Validated("lua-ful");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.way_out(), "did you mean \"lua-full\"?");
  }
  EXPECT_THROW(Validated("lua-full[int65=number]"), Error);
  EXPECT_THROW(Validated("lua-full[int64=string]"), Error);
  EXPECT_THROW(Validated("protobuf[jit=off]"), Error);
}

TEST(RegistryTest, AMissingTreeMakesLuaCodecsUnusableNotLibprotobuf) {
  EXPECT_EQ(WhyUnusable(FindCodec("protobuf"), "/nonexistent"), "");
  EXPECT_NE(WhyUnusable(FindCodec("cpp-plan"), "/nonexistent"), "");
}

}  // namespace
}  // namespace pbb::codec
