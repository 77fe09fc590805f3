// Limits, waivers and expectations as typed and as kept in a file.
#include "gate/limits.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/file.h"
#include "documents.h"
#include "gate/policy.h"

namespace pbb::gate {
namespace {

std::string Refusal(const std::string& text) {
  try {
    ParseLimitRule(text, "--limit");
    return "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kUsage);
    return error.what();
  }
}

TEST(Limits, DefaultsFollowTheMetricAndWhetherThereIsAJit) {
  const result::Cell lua = TimedCell("lua-full", {1}), cpp = TimedCell("protobuf", {1});
  const Limits limits;
  EXPECT_EQ(limits.For(lua, Metric::kTime).share, 0.1);
  EXPECT_EQ(limits.For(lua, Metric::kBytes).share, 0.005);
  EXPECT_EQ(limits.For(lua, Metric::kObjects).share, 0.005);
  EXPECT_EQ(limits.For(cpp, Metric::kBytes).share, 0);
  EXPECT_EQ(limits.For(lua, Metric::kWire).share, 0);
  for (const std::string& name : MetricNames()) {
    EXPECT_EQ(limits.For(lua, *ParseMetric(name)).effect, Effect::kGates) << name;
  }
}

TEST(Limits, LastMatchingRuleDecides) {
  const result::Cell cell = TimedCell("lua-full", {1});
  Limits limits;
  limits.Add(ParseLimitRule("time:advisory", "--limit"));
  limits.Add(ParseLimitRule("lua-full:time:5%", "--limit"));
  limits.Add(ParseLimitRule("encode/*:time:off", "--limit"));
  EXPECT_EQ(limits.For(cell, Metric::kTime).share, 0.05);
  EXPECT_EQ(limits.For(cell, Metric::kTime).effect, Effect::kGates);
  EXPECT_EQ(limits.For(TimedCell("protobuf", {1}), Metric::kTime).effect, Effect::kAdvisory);
  EXPECT_EQ(limits.For(TimedCell("protobuf", {1}), Metric::kTime).share, 0.1);
  limits.Add(ParseLimitRule("time:advisory", "--limit"));
  EXPECT_EQ(limits.For(cell, Metric::kTime).share, 0.05);
  EXPECT_EQ(limits.For(cell, Metric::kTime).effect, Effect::kAdvisory);
}

TEST(Limits, ColonsInACellPatternBelongToIt) {
  const LimitRule rule = ParseLimitRule("dup:25/decode/*:bytes:0", "--limit");
  EXPECT_EQ(rule.cells, "dup:25/decode/*");
  EXPECT_EQ(rule.metric, Metric::kBytes);
  EXPECT_EQ(rule.share, 0.0);
}

TEST(Limits, ShareNeedsItsPerCentSign) {
  EXPECT_EQ(ParseShare("12%"), 0.12);
  EXPECT_EQ(ParseShare("0.5%"), 0.005);
  EXPECT_EQ(ParseShare("0"), 0.0);
  for (const char* text : {"", "%", "5", "0.1", "-5%", "-0%", "nan%", "inf%", "1e9%", "5%%", "5 %", "0x5%"}) {
    EXPECT_FALSE(ParseShare(text)) << text;
  }
}

TEST(Limits, WhatIsNoLimitSaysWhyAndHow) {
  EXPECT_EQ(Refusal("time"), "--limit: \"time\" is no limit");
  EXPECT_EQ(Refusal("tme:5%"), "--limit: unknown metric \"tme\" in \"tme:5%\"");
  EXPECT_EQ(Refusal("time:5"), "--limit: \"5\" in \"time:5\" is no limit");
  EXPECT_EQ(Refusal(":time:5%"), "--limit: \":time:5%\" names no cells");
  EXPECT_EQ(Refusal("status:5%"), "--limit: status is the same or not, it has no share");
  EXPECT_EQ(Refusal("status:advisory"), "accepted");
}

TEST(Expectation, IsAPatternAndAWord) {
  EXPECT_EQ(ParseExpectation("decode/*:flat", "--expect").cells, "decode/*");
  EXPECT_EQ(ParseExpectation("a:b:faster", "--expect").expected, Expected::kFaster);
  EXPECT_EQ(ParseExpectation("a:slower", "--expect").expected, Expected::kSlower);
  for (const char* text : {"", "flat", ":flat", "decode/*:", "decode/*:flatt"}) {
    EXPECT_THROW(ParseExpectation(text, "--expect"), Error) << text;
  }
}

TEST(Waiver, DateIsADayOfTheCalendar) {
  EXPECT_TRUE(IsDate("2028-02-29"));
  for (const char* text : {"", "2027-02-29", "2027-13-01", "2027-00-10", "27-01-01", "2027/01/01", "2027-1-01",
                           "tomorrow", "2027-01-01T00"}) {
    EXPECT_FALSE(IsDate(text)) << text;
  }
}

std::string FileRefusal(const std::string& text) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/limits.json";
  WriteFile(path, text);
  Policy policy;
  try {
    LoadLimitsFile(path, &policy);
    return "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kUsage);
    return std::string(error.what()).substr(path.size() + 2);
  }
}

TEST(LimitsFile, FlagsComeAfterIt) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/limits.json";
  WriteFile(path,
            R"({"limits": [{"metric": "time", "limit": "3%"}, {"cells": "lua-full", "metric": "bytes", "limit": "off"}],
    "waivers": [{"cells": "*", "metric": "objects", "reason": "r", "expires": "2027-01-01"}]})");
  Policy policy;
  policy.limits.Add(ParseLimitRule("time:7%", "--limit"));
  LoadLimitsFile(path, &policy);
  const result::Cell cell = TimedCell("lua-full", {1});
  EXPECT_EQ(policy.limits.For(cell, Metric::kTime).share, 0.07);
  EXPECT_EQ(policy.limits.For(cell, Metric::kBytes).effect, Effect::kOff);
  ASSERT_EQ(policy.waivers.size(), 1u);
  EXPECT_EQ(policy.waivers[0].metric, Metric::kObjects);
}

TEST(LimitsFile, GoldenOfTheSchemaIsRead) {
  Policy policy;
  LoadLimitsFile(PBB_SOURCE_DIR "/tests/golden/limits-full.json", &policy);
  EXPECT_EQ(policy.waivers.size(), 1u);
  const result::Cell cell = TimedCell("lua-full", {1});
  EXPECT_EQ(policy.limits.For(cell, Metric::kBytes).share, 0);
  EXPECT_EQ(policy.limits.For(cell, Metric::kObjects).share, 0.025);
  EXPECT_EQ(policy.limits.For(cell, Metric::kTraces).effect, Effect::kAdvisory);
  EXPECT_EQ(policy.limits.For(cell, Metric::kMissing).effect, Effect::kOff);
}

TEST(LimitsFile, TypingErrorsAreNamedWithTheirPlace) {
  EXPECT_EQ(FileRefusal("{\"limits\": ["), "is cut off: JSON ends at byte 12");
  EXPECT_EQ(FileRefusal(R"({"limit": []})"), "limit: unknown member; did you mean \"limits\"?");
  EXPECT_EQ(FileRefusal(R"({"limits": [{"metric": "time"}]})"), "limits[0].limit: missing");
  EXPECT_EQ(FileRefusal(R"({"limits": [{"metric": "time", "limit": 5}]})"),
            "limits[0].limit: string expected, got number");
  EXPECT_EQ(FileRefusal(R"({"waivers": [{"cells": "*", "metric": "time", "reason": " ", "expires": "2027-01-01"}]})"),
            "waivers[0].reason: a waiver has a reason");
  EXPECT_EQ(FileRefusal(R"({"waivers": [{"cells": "*", "metric": "time", "reason": "r", "expires": "soon"}]})"),
            "waivers[0].expires: \"soon\" is no day of the form YYYY-MM-DD");
  EXPECT_EQ(FileRefusal(R"({"waivers": [{"cells": "*", "metric": "tim", "reason": "r", "expires": "2027-01-01"}]})"),
            "waivers[0].metric: unknown metric \"tim\"; did you mean \"time\"?");
}

}  // namespace
}  // namespace pbb::gate
