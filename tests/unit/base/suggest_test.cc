#include "base/suggest.h"

#include <gtest/gtest.h>

namespace pbb {
namespace {

TEST(SuggestTest, NearNameIsNamed) {
  EXPECT_EQ(SuggestName("hello.person", {"hello.Person", "proto2_basic.BenchPayload"}),
            "did you mean \"hello.Person\"?");
}

TEST(SuggestTest, NothingNearListsWhatIsKnown) {
  EXPECT_EQ(SuggestName("zzz", {"encode", "decode"}), "known: encode, decode");
}

}  // namespace
}  // namespace pbb
