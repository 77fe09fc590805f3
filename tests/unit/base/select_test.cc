#include "base/select.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace pbb {
namespace {

using Names = std::vector<std::string>;

TEST(SelectTest, CommasInsideBracketsStay) {
  EXPECT_EQ(SplitList({"a,b[x=1,y=2],", "c"}), (Names{"a", "b[x=1,y=2]", "c"}));
  EXPECT_EQ(SplitList({"a[x"}), (Names{"a[x"}));
}

TEST(SelectTest, GlobsAndRepeatsKeepTheKnownOrder) {
  EXPECT_EQ(SelectNames({"lua-*", "protobuf,lua-full"}, {"protobuf", "cpp", "lua-full", "lua-concat"}, "--codec"),
            (Names{"protobuf", "lua-full", "lua-concat"}));
}

TEST(SelectTest, WhatMatchesNothingIsAUsageErrorWithASuggestion) {
  try {
    SelectNames({"1kb"}, {"10B", "1KB"}, "--size");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kUsage);
    EXPECT_STREQ(error.what(), "--size: nothing is named \"1kb\"");
    EXPECT_EQ(error.way_out(), "did you mean \"1KB\"?");
  }
  EXPECT_THROW(SelectNames({"x*"}, {"a"}, "--size"), Error);
}

TEST(DurationTest, UnitsAndBadText) {
  EXPECT_EQ(ParseDuration("90s", "--budget"), 90'000'000'000);
  EXPECT_EQ(ParseDuration("1.5m", "--budget"), 90'000'000'000);
  EXPECT_EQ(ParseDuration("500ms", "--budget"), 500'000'000);
  for (const char* bad : {"", "5", "s", "-1s", "0s", "1e300h", "nan s", "5 s", "5sec"}) {
    EXPECT_THROW(ParseDuration(bad, "--budget"), Error) << bad;
  }
}

}  // namespace
}  // namespace pbb
