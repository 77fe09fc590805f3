#include "render/compare_github.h"

#include <fmt/format.h>

#include "compare_samples.h"
#include "golden/golden.h"

namespace pbb::render {
namespace {

using Comparisons = std::vector<gate::Comparison>;

size_t CountOf(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// EveryVerdictSample with `count` copies of its regressed cell in place of its cells.
Comparisons ManyCells(size_t count) {
  Comparisons sample = EveryVerdictSample();
  gate::CellComparison cell = sample[0].cells[1];
  EXPECT_TRUE(cell.fails);
  sample[0].cells.clear();
  for (size_t i = 0; i < count; ++i) {
    cell.id.size = fmt::format("{}B", i / 100);
    cell.id.codec = fmt::format("lua-{}", i % 100);
    sample[0].cells.push_back(cell);
  }
  return sample;
}

std::string Both(const Comparisons& comparisons) {
  const GithubOutput out = RenderCompareGithub(comparisons);
  return out.summary + "---- annotations\n" + out.annotations;
}

TEST(CompareGithubTest, Goldens) {
  ExpectGolden("compare-github-every-verdict.txt", Both(EveryVerdictSample()));
  ExpectGolden("compare-github-pass.txt", Both(PassSample()));
  ExpectGolden("compare-github-foreign.txt", Both(ForeignSample()));
  ExpectGolden("compare-github-few-launches.txt", Both(FewLaunchesSample()));
  ExpectGolden("compare-github-three-documents.txt", Both(ThreeDocumentsSample()));
  ExpectGolden("compare-github-nothing-compared.txt", Both(NothingComparedSample()));
}

TEST(CompareGithubTest, TheVerdictIsTheFirstLine) {
  for (Comparisons sample : {EveryVerdictSample(), PassSample(), NothingComparedSample()}) {
    sample[0].sentence = "fail: this";
    EXPECT_EQ(RenderCompareGithub(sample).summary.rfind("## fail: this\n", 0), 0u);
  }
}

TEST(CompareGithubTest, APassHasNothingToAnnotate) { EXPECT_EQ(RenderCompareGithub(PassSample()).annotations, ""); }

TEST(CompareGithubTest, OneErrorForAVerdictHoweverManyCellsFail) {
  const std::string text = RenderCompareGithub(ManyCells(300)).annotations;
  EXPECT_EQ(CountOf(text, "::error "), 1u);
  EXPECT_EQ(CountOf(text, "::error title=pbbench%3A regressed%3A 300 cells::"), 1u);
  EXPECT_EQ(CountOf(text, "%0Aand 290 more\n"), 1u) << text;
  const std::string three = RenderCompareGithub(ThreeDocumentsSample()).annotations;
  EXPECT_EQ(CountOf(three, "::error "), 3u) << three;
  EXPECT_LE(CountOf(three, "::warning "), 1u);
}

TEST(CompareGithubTest, ANameCannotEndAWorkflowCommandOrOpenAnother) {
  Comparisons sample = EveryVerdictSample();
  sample[0].cells[1].id.codec = "x\r\n::error::y 50%";
  sample[0].remarks = {"line\nbreak, 50%"};
  const std::string text = RenderCompareGithub(sample).annotations;
  for (size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    const std::string line = text.substr(at, text.find('\n', at) - at);
    EXPECT_TRUE(line.rfind("::error title=", 0) == 0 || line.rfind("::warning title=", 0) == 0) << line;
    EXPECT_EQ(line.find('\r'), std::string::npos);
  }
  EXPECT_EQ(CountOf(text, "50%\n") + CountOf(text, "50% "), 0u) << text;
  EXPECT_EQ(CountOf(text, "50%25"), 2u) << text;
}

TEST(CompareGithubTest, WorkflowCommandsAreEscaped) {
  EXPECT_EQ(EscapeWorkflowData("50%: a,b\r\nc%0A"), "50%25: a,b%0D%0Ac%250A");
  EXPECT_EQ(EscapeWorkflowProperty("50%: a,b\r\nc"), "50%25%3A a%2Cb%0D%0Ac");
}

TEST(CompareGithubTest, WhatCouldNotBeJudgedIsAWarning) {
  const std::string text = RenderCompareGithub(FewLaunchesSample()).annotations;
  EXPECT_EQ(CountOf(text, "::error "), 0u);
  EXPECT_EQ(CountOf(text, "::warning "), 1u);
}

TEST(CompareGithubTest, ComparingNothingIsNotSilent) {
  gate::Comparison nothing;
  nothing.outcome = gate::Outcome::kNothingCompared;
  nothing.sentence = "nothing compared: no cell is in both documents";
  EXPECT_EQ(CountOf(RenderCompareGithub({nothing}).annotations, "nothing compared"), 1u);
  EXPECT_EQ(RenderCompareGithub({}).summary, "## nothing was compared\n");
}

TEST(CompareGithubTest, TwentyThousandCellsStayBelowOneMebibyte) {  // GitHub drops a summary beyond it as a whole
  const Comparisons one = ManyCells(20000), third = ManyCells(5000);
  const Comparisons three = {third[0], third[0], third[0]};
  for (const Comparisons& many : {one, three}) {
    const std::string text = RenderCompareGithub(many).summary;
    EXPECT_LT(text.size(), size_t{1} << 20);
    EXPECT_GT(text.size(), size_t{900000}) << "as much as fits is shown";
    EXPECT_EQ(CountOf(text, "Cut here: "), many.size());
    EXPECT_EQ(CountOf(text, "<details>"), CountOf(text, "</details>"));
    EXPECT_EQ(CountOf(text, fmt::format("and {} cells more", many[0].cells.size() - 50)), many.size());
    EXPECT_EQ(text.substr(text.size() - 11), "</details>\n");
  }
}

TEST(CompareGithubTest, NamesOfAMegabyteStayBelowOneMebibyteToo) {
  Comparisons sample = ManyCells(60);
  for (auto& cell : sample[0].cells) cell.id.codec += std::string(100000, 'x');
  const std::string text = RenderCompareGithub(sample).summary;
  EXPECT_LT(text.size(), size_t{1} << 20);
  EXPECT_NE(text.find("Cut here: "), std::string::npos);
}

TEST(CompareGithubTest, AFoldedTableThatFitsIsWhole) {
  const std::string text = RenderCompareGithub(ManyCells(100)).summary;
  EXPECT_EQ(CountOf(text, "Cut here: "), 0u);
  EXPECT_NE(text.find("lua-99 "), std::string::npos);
}

}  // namespace
}  // namespace pbb::render
