#include "codec/codec_name.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace pbb::codec {
namespace {

TEST(CodecNameTest, OptionsAreSorted) {
  EXPECT_EQ(ParseCodecName("lua-full[jit=off,int64=number]").Text(), "lua-full[int64=number,jit=off]");
  EXPECT_EQ(ParseCodecName("lua-full").Text(), "lua-full");
  EXPECT_EQ(ParseCodecName("lua-full[]").Text(), "lua-full");
}

TEST(CodecNameTest, MalformedNamesAreUsageErrors) {
  for (const char* name : {"", "[x=y]", "a[x=y", "a[x]", "a[=y]", "a[x=1,x=2]"}) {
    EXPECT_THROW(ParseCodecName(name), Error) << name;
  }
}

}  // namespace
}  // namespace pbb::codec
