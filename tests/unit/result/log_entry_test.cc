#include "result/log_entry.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "golden/golden.h"
#include "log_samples.h"

namespace pbb::result {
namespace {

std::string ErrorOf(const std::string& text) {
  try {
    ParseLogEntry(text, "entry.json");
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kUsage);
    return error.what();
  }
  return "";
}

std::string Changed(const std::string& from, const std::string& to) {
  std::string text = WriteLogEntry(ContinuingEntry());
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from << " is not in " << text;
  return text.replace(at, from.size(), to);
}

TEST(LogEntryTest, Goldens) {
  ExpectGolden("log-entry-first.json", WriteLogEntry(FirstEntry()));
  ExpectGolden("log-entry-continues.json", WriteLogEntry(ContinuingEntry()));
  ExpectGolden("log-entry-new-history.json", WriteLogEntry(RevertedEntry()));
}

TEST(LogEntryTest, WhatIsWrittenReadsBack) {
  for (const LogEntry& entry : {FirstEntry(), ContinuingEntry(), RevertedEntry()}) {
    const std::string text = WriteLogEntry(entry);
    EXPECT_EQ(WriteLogEntry(ParseLogEntry(text, "entry.json")), text);
  }
  const LogEntry read = ParseLogEntry(WriteLogEntry(ContinuingEntry()), "entry.json");
  EXPECT_EQ(read.text.caveats, ContinuingEntry().text.caveats);
  EXPECT_EQ(read.history.drift->farthest, ContinuingEntry().history.drift->farthest);
  EXPECT_EQ(read.errata.size(), 1U);
  EXPECT_FALSE(read.tests.commands[1].passed);
}

TEST(LogEntryTest, CutAtAnyByteIsRefused) {
  const std::string text = WriteLogEntry(ContinuingEntry());
  for (size_t length = 0; length + 2 < text.size(); ++length) {
    EXPECT_NE(ErrorOf(text.substr(0, length)), "") << "cut at " << length;
  }
}

TEST(LogEntryTest, WhatIsBrokenIsNamed) {
  EXPECT_EQ(ErrorOf(Changed("\"schema_version\": \"1.0\"", "\"schema_version\": \"2.0\"")),
            "entry.json: schema_version: 2.0 is of a newer pbbench; this one reads 1.x");
  EXPECT_EQ(ErrorOf(Changed("\"status\": \"kept\"", "\"status\": \"good\"")),
            "entry.json: status: \"good\" is unknown");
  EXPECT_EQ(ErrorOf(Changed("\"id\": \"fast-tags\"", "\"id\": \"../x\"")),
            "entry.json: id: does not begin with a letter or digit");
  EXPECT_EQ(ErrorOf(Changed("\"date\": \"2026-12-01\"", "\"date\": \"yesterday\"")),
            "entry.json: date: is no date (YYYY-MM-DD)");
  EXPECT_EQ(ErrorOf(Changed("\"median\": 1.0078125", "\"median\": 0")),
            "entry.json: history.drift.median: a ratio is above 0");
  EXPECT_EQ(ErrorOf(Changed("\"kind\": \"continues\"", "\"kind\": \"other\"")),
            "entry.json: history.kind: \"other\" is unknown");
  EXPECT_EQ(ErrorOf(Changed("\"passed\": true", "\"passed\": 1")),
            "entry.json: tests.commands[0].passed: boolean expected, got number");
  EXPECT_EQ(ErrorOf(Changed("\"title\": ", "\"titel\": ")), "entry.json: title: missing");
  EXPECT_EQ(ErrorOf(Changed(std::string(64, 'b'), "bbb")),
            "entry.json: base.codec_tree: is no SHA-256 in lower-case hexadecimal");
}

TEST(LogEntryTest, NewerMinorIsRead) {
  const std::string text = Changed("\"schema_version\": \"1.0\"", "\"future\": [1], \"schema_version\": \"1.9\"");
  EXPECT_EQ(ParseLogEntry(text, "entry.json").id, "fast-tags");
}

TEST(LogEntryTest, IdsAreFolderNames) {
  for (const char* good : {"h8v", "2ri", "qwt+2sn", "a.b_c-d", "A"}) EXPECT_EQ(LogIdProblem(good), "") << good;
  for (const char* bad : {"", ".", "..", ".hidden", "-x", "+x", "a/b", "a b", "a\\b", "a\n", "x]", "\xc3\xa4"}) {
    EXPECT_NE(LogIdProblem(bad), "") << bad;
  }
  EXPECT_EQ(LogIdProblem(std::string(64, 'x')), "");
  EXPECT_NE(LogIdProblem(std::string(65, 'x')), "");
}

TEST(LogEntryTest, OneFailingTestIsNotAllPassed) {
  LogTests tests;
  EXPECT_TRUE(tests.AllPassed());
  tests = {50, 50, {{"true", "exit code 0", true}}};
  EXPECT_TRUE(tests.AllPassed());
  tests.commands.push_back({"false", "exit code 1", false});
  EXPECT_FALSE(tests.AllPassed());
  EXPECT_FALSE((LogTests{49, 50, {}}.AllPassed()));
}

}  // namespace
}  // namespace pbb::result
