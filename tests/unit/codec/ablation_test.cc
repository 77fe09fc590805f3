#include "codec/ablation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "codec/registry.h"

namespace pbb::codec {
namespace {

using testing::ElementsAre;

TEST(AblationTest, NamesAreTheLogsAndTwoMore) {
  EXPECT_THAT(AblationNames(),
              ElementsAre("h8v", "gcy", "4kj", "cch", "u39", "qwt", "2sn", "2ri", "presize", "predict"));
}

TEST(AblationTest, KeptSwitchAgainstTheDefaultAndAtItsPlaceInTheLog) {
  const auto pairs = AblationsOf({"cch"}, "on");
  ASSERT_EQ(pairs.size(), 2U);
  EXPECT_FALSE(pairs[0].history);
  EXPECT_EQ(pairs[0].with.Text(), "lua-concat");
  EXPECT_EQ(pairs[0].without.Text(), "lua-concat[cch=off]");
  EXPECT_TRUE(pairs[1].history);
  EXPECT_EQ(pairs[1].with.Text(), "lua-concat[2ri=off,2sn=off,qwt=off]");
  EXPECT_EQ(pairs[1].without.Text(), "lua-concat[2ri=off,2sn=off,cch=off,qwt=off]");
}

TEST(AblationTest, RevertedSwitchIsOnInOneOfTheTwo) {
  const auto pairs = AblationsOf({"gcy"}, "on");
  ASSERT_EQ(pairs.size(), 2U);
  EXPECT_EQ(pairs[0].with.Text(), "lua-concat[gcy=on]");
  EXPECT_EQ(pairs[0].without.Text(), "lua-concat");
  EXPECT_EQ(pairs[1].with.Text(), "lua-concat[2ri=off,2sn=off,4kj=off,cch=off,gcy=on,qwt=off]");
  EXPECT_EQ(pairs[1].without.Text(), "lua-concat[2ri=off,2sn=off,4kj=off,cch=off,qwt=off]");
}

TEST(AblationTest, LastOfTheLogAndThoseOutsideItHaveOnePlace) {
  EXPECT_EQ(AblationsOf({"2ri"}, "on").size(), 1U);
  EXPECT_EQ(AblationsOf({"presize"}, "on").size(), 1U);
}

TEST(AblationTest, JitOffIsInBothNamesAndTheRegistryKnowsThem) {
  for (const Ablation& one : AblationsOf(AblationNames(), "off")) {
    for (CodecName name : {one.with, one.without}) {
      EXPECT_EQ(name.options["jit"], "off");
      const CodecName before = name;
      ValidateCodecName(&name);
      EXPECT_EQ(name, before);  // no option at its default
    }
  }
}

}  // namespace
}  // namespace pbb::codec
