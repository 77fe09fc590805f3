#include "render/log_entry.h"

#include "compare_samples.h"
#include "golden/golden.h"
#include "render/log_text.h"

namespace pbb::render {
namespace {

result::LogEntry Load(const std::string& name) {
  const std::string path = GoldenPath("log-entry-" + name + ".json");
  return result::ParseLogEntry(ReadFile(path), path);
}

TEST(LogEntryRenderTest, Goldens) {
  ExpectGolden("log-entry-first.md", RenderLogEntry(Load("first"), PassSample()[0], "PERF_LOG/start"));
  ExpectGolden("log-entry-continues.md",
               RenderLogEntry(Load("continues"), EveryVerdictSample()[0], "PERF_LOG/fast-tags"));
  ExpectGolden("log-entry-new-history.md",
               RenderLogEntry(Load("new-history"), FewLaunchesSample()[0], "PERF LOG/inline"));
}

TEST(LogEntryRenderTest, HeadingSaysWhatBecameOfTheChange) {
  result::LogEntry entry = Load("first");
  EXPECT_EQ(LogHeading(entry), entry.heading);
  entry.status = result::LogStatus::kReverted;
  EXPECT_EQ(LogHeading(entry), entry.heading + " (REVERTED)");
  entry.status = result::LogStatus::kSkipped;
  EXPECT_EQ(LogHeading(entry), entry.heading + " (SKIPPED)");
}

TEST(LogEntryRenderTest, EntryHasOneHeadingWhateverItsAuthorWrote) {
  const result::LogEntry entry = Load("continues");  // its lesson holds two lines that would be headings
  const std::string text = RenderLogEntry(entry, EveryVerdictSample()[0], "PERF_LOG/fast-tags");
  EXPECT_EQ(CountHeading(text, entry.heading), 1U);
  EXPECT_FALSE(HasEntry(text, "x"));
  EXPECT_NE(text.find("\n\\# Forged\n\\## 2026-12-02 [x] Forged\n"), std::string::npos) << text;
}

TEST(LogEntryRenderTest, EveryCellThatFellIsListed) {
  const gate::Comparison comparison = EveryVerdictSample()[0];
  const std::string text = RenderLogEntry(Load("continues"), comparison, "PERF_LOG/fast-tags");
  EXPECT_NE(text.find("\n- hello.Person/10B/unique/encode/lua-full: msgs/s -23.6 %, resolved; regressed"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\n- hello.Person/1KB/unique/decode/lua-full: regressed: status ok -> failed"),
            std::string::npos);
  EXPECT_NE(text.find("\n- hello.Person/10B/unique/decode/lua-old\\[jit=off\\]: missing"), std::string::npos);
  EXPECT_NE(RenderLogEntry(Load("first"), PassSample()[0], "x").find("no cell fell by more than 5 %"),
            std::string::npos);
}

TEST(LogEntryRenderTest, DifferenceWithinTheLimitIsNotCalledUnresolved) {
  gate::Comparison comparison = PassSample()[0];
  comparison.cells[0].time->resolved = true;
  EXPECT_EQ(LogVerdictText(comparison.cells[0]).find("within the limit of 10 %: "), 0u);
}

TEST(LogEntryRenderTest, OneTreeOnBothSidesIsSaid) {
  result::LogEntry entry = Load("first");
  entry.head.codec_tree = entry.base.codec_tree;
  EXPECT_NE(RenderLogEntry(entry, PassSample()[0], "x").find("Both measured one codec tree"), std::string::npos);
}

TEST(LogEntryRenderTest, ListOrCodeIsNotSwallowedByItsLabel) {
  const auto task = [](const std::string& text) {
    result::LogEntry entry = Load("first");
    entry.text.task = text;
    const std::string out = RenderLogEntry(entry, PassSample()[0], "x");
    return out.substr(out.find("**Task:**"), out.find("\n\n**Tests") - out.find("**Task:**"));
  };
  for (const char* text : {"10 % less", "+10 %", "-1 object", "`code` first", "**bold** first", "1.5x", "*"}) {
    EXPECT_EQ(task(text), std::string("**Task:** ") + text);
  }
  for (const char* text : {"- a", "* a", "+ a", "1. a", "12) a", "> a", "| a |", "```", "~~~~", "a\nb"}) {
    EXPECT_EQ(task(text).rfind(std::string("**Task:**\n\n") + text, 0), 0U) << task(text);
  }
}

TEST(LogEntryRenderTest, Erratum) {
  const result::LogEntry entry = Load("continues");
  EXPECT_EQ(RenderLogErratum(entry, entry.errata[0]),
            "## 2026-12-03 [fast-tags] Erratum\n\n"
            "Corrects the entry of 2026-12-01: Tags by table, \\`switch\\` gone\n\nThe machine was not quiet.\n");
  EXPECT_EQ(CorrectionLine(entry.errata[0]), "Corrected 2026-12-03: see above.");
}

TEST(LogEntryRenderTest, TestsAreCounted) {
  EXPECT_EQ(LogTestsText(Load("first").tests), "verify: 12 of 12 cells right");
  EXPECT_EQ(LogTestsText(Load("continues").tests), "verify: 12 of 12 cells right; 1 of 2 commands passed");
}

}  // namespace
}  // namespace pbb::render
