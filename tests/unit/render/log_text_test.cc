#include "render/log_text.h"

#include <gtest/gtest.h>

namespace pbb::render {
namespace {

constexpr char kEntry[] = "## 2026-12-01 [new] New\n\ntext\n";

TEST(LogTextTest, NewLogGetsAHeading) {
  const std::string log = WithEntry("", kEntry);
  EXPECT_EQ(log.rfind("# Performance log\n\n", 0), 0U);
  EXPECT_EQ(log.substr(log.size() - sizeof kEntry + 1), kEntry);
  EXPECT_EQ(WithEntry(" \n\n", kEntry), log);
}

TEST(LogTextTest, WhatIsBelowStaysByteForByte) {
  // Trailing blanks, CRLF, no line end at the end, bytes that are no UTF-8.
  const std::string top = "# My log\r\n\r\nRules  \r\n\r\n";
  const std::string below = "## 2026-11-30 [old] Old\r\n\r\ntext \t\r\n## [older]\xff";
  EXPECT_EQ(WithEntry(top + below, kEntry), top + kEntry + "\n" + below);
  EXPECT_EQ(WithEntry(below, kEntry), std::string(kEntry) + "\n" + below);
}

TEST(LogTextTest, LogWithoutEntriesGetsItAtItsEnd) {
  EXPECT_EQ(WithEntry("# My log", kEntry), std::string("# My log\n\n") + kEntry);
  EXPECT_EQ(WithEntry("# My log\n", kEntry), std::string("# My log\n\n") + kEntry);
  EXPECT_EQ(WithEntry("# My log\n\n", kEntry), std::string("# My log\n\n") + kEntry);
}

TEST(LogTextTest, HeadingInCodeIsNoEntry) {
  const std::string top = "# My log\n\n```\n## 2026-11-30 [example] As in\n```\n\n";
  EXPECT_EQ(WithEntry(top + "## [a]\n", kEntry), top + kEntry + "\n## [a]\n");
  EXPECT_FALSE(HasEntry(top, "example"));
  EXPECT_EQ(CountHeading(top, "## 2026-11-30 [example] As in"), 0U);
}

TEST(LogTextTest, EntryIsFoundByItsId) {
  const std::string log = "# Log [h8v]\n\n## 2026-11-30 [h8v] Title (REVERTED)\n\n[2ri] is mentioned.\n### [x]\n";
  EXPECT_TRUE(HasEntry(log, "h8v"));
  EXPECT_FALSE(HasEntry(log, "h8"));
  EXPECT_FALSE(HasEntry(log, "2ri"));
  EXPECT_FALSE(HasEntry(log, "x"));
}

TEST(LogTextTest, CorrectionStandsRightBelowItsHeading) {
  const std::string log = "# Log\n\n## [b] B\n\nb\n\n## [a] A\n\na\n";
  const std::string corrected = WithLineBelow(log, "## [a] A", "Corrected 2026-12-03: see above.");
  EXPECT_EQ(corrected, "# Log\n\n## [b] B\n\nb\n\n## [a] A\n\nCorrected 2026-12-03: see above.\n\na\n");
  EXPECT_EQ(WithLineBelow("## [a] A", "## [a] A", "x"), "## [a] A\n\nx\n");
  EXPECT_EQ(CountHeading(log, "## [a] A"), 1U);
  EXPECT_EQ(CountHeading(log, "## [a]"), 0U);
  EXPECT_EQ(CountHeading(log + log, "## [a] A"), 2U);
}

TEST(LogTextTest, HtmlThatHidesWhatFollowsIsText) {
  EXPECT_EQ(GuardMarkdown("<!--\n\ntext"), "\\<!--\n\ntext");
  EXPECT_EQ(GuardMarkdown("a <details><b>\n</b> <?x"), "a \\<details>\\<b>\n\\</b> \\<?x");
  for (const char* own : {"a < b", "1 <2", "`vector<int>` and a<", "```\n<!-- code\n```"}) {
    EXPECT_EQ(GuardMarkdown(own), own);
  }
}

TEST(LogTextTest, AuthorsTextCanNotForgeAHeading) {
  EXPECT_EQ(GuardMarkdown("## 2026-12-02 [x] Forged"), "\\## 2026-12-02 [x] Forged");
  EXPECT_EQ(GuardMarkdown("a\n# b\n   ## c\n#\n##\td"), "a\n\\# b\n   \\## c\n\\#\n\\##\td");
  EXPECT_EQ(GuardMarkdown("Forged\n---\n\nForged\n=== \n"), "Forged\n\\---\n\nForged\n\\===");
  EXPECT_EQ(GuardMarkdown("a\r\n## b\r\n"), "a\n\\## b");
  // What makes no such heading stays.
  for (const char* own :
       {"### c", "#hashtag", "    ## code", "a # b", "- a\n\n---\n\nb", "| a |\n|---|\n| b |", "--flag"}) {
    EXPECT_EQ(GuardMarkdown(own), own);
  }
}

TEST(LogTextTest, CodeStaysAndAnOpenFenceIsClosed) {
  const std::string code = "```sh\n# comment\n## 2026-12-02 [x]\n```";
  EXPECT_EQ(GuardMarkdown(code), code);
  EXPECT_EQ(GuardMarkdown(code + "\n# after"), code + "\n\\# after");
  EXPECT_EQ(GuardMarkdown("~~~~\n~~~\n# x\n"), "~~~~\n~~~\n# x\n~~~~");
  EXPECT_EQ(GuardMarkdown("``` a`b\n# x"), "``` a`b\n\\# x");  // code in a line, no fence
}

TEST(LogTextTest, BlankLinesAroundGo) {
  EXPECT_EQ(GuardMarkdown("\n \n  a  b\n\nc\n \n"), "  a  b\n\nc");
  EXPECT_EQ(GuardMarkdown(" \n\t\n"), "");
}

}  // namespace
}  // namespace pbb::render
