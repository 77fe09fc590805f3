#include "render/compare_markdown.h"

#include <algorithm>
#include <sstream>

#include "compare_samples.h"
#include "golden/golden.h"

namespace pbb::render {
namespace {

// Columns of a table row: bars that are not escaped.
size_t Bars(const std::string& line) {
  size_t bars = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\') {
      ++i;
    } else if (line[i] == '|') {
      ++bars;
    }
  }
  return bars;
}

TEST(CompareMarkdownTest, Goldens) {
  ExpectGolden("compare-every-verdict.md", RenderCompareMarkdown(EveryVerdictSample()));
  ExpectGolden("compare-foreign.md", RenderCompareMarkdown(ForeignSample()));
  ExpectGolden("compare-few-launches.md", RenderCompareMarkdown(FewLaunchesSample()));
  ExpectGolden("compare-nothing-compared.md", RenderCompareMarkdown(NothingComparedSample()));
}

TEST(CompareMarkdownTest, VerdictComesFirst) {
  EXPECT_TRUE(
      RenderCompareMarkdown(PassSample()).starts_with("**pass: 3 cells compared: 3 no difference resolved**\n\n"));
}

TEST(CompareMarkdownTest, NamesWithBarsQuotesAndLineBreaksKeepTheColumns) {  // google/benchmark PR 107
  for (const auto& comparisons : {EveryVerdictSample(), ForeignSample()}) {
    std::istringstream lines(RenderCompareMarkdown(comparisons));
    size_t expected = 0;
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with('|')) {
        expected = 0;
        continue;
      }
      if (expected == 0) expected = Bars(line);
      EXPECT_EQ(Bars(line), expected) << line;
    }
  }
}

TEST(CompareMarkdownTest, FurtherDocumentsFollow) {
  const std::string text = RenderCompareMarkdown(ThreeDocumentsSample());
  const size_t first = text.find("**fail: "), second = text.find("**pass: ");
  EXPECT_EQ(first, 0u);
  ASSERT_NE(second, std::string::npos);
  EXPECT_EQ(text.substr(second - 2, 2), "\n\n");
}

TEST(CompareMarkdownTest, NoDocumentIsNoCrash) {
  EXPECT_EQ(RenderCompareMarkdown({}), "nothing was compared\n");
  EXPECT_NE(RenderCompareMarkdown({gate::Comparison{}}).find("no cell has a time in both documents\n"),
            std::string::npos);
}

}  // namespace
}  // namespace pbb::render
