#include "render/compare_commit.h"

#include <sstream>

#include "compare_samples.h"
#include "golden/golden.h"

namespace pbb::render {
namespace {

TEST(CompareCommitTest, Goldens) {
  ExpectGolden("compare-commit-every-verdict.txt", RenderCompareCommit(EveryVerdictSample()));
  ExpectGolden("compare-commit-pass.txt", RenderCompareCommit(PassSample()));
  ExpectGolden("compare-commit-foreign.txt", RenderCompareCommit(ForeignSample()));
}

TEST(CompareCommitTest, LinesFitACommitMessage) {
  for (const auto& comparisons : {EveryVerdictSample(), PassSample(), ForeignSample(), FewLaunchesSample(),
                                  ThreeDocumentsSample(), NothingComparedSample()}) {
    std::istringstream lines(RenderCompareCommit(comparisons));
    for (std::string line; std::getline(lines, line);) {
      EXPECT_LE(line.size(), 72u) << line;
      EXPECT_FALSE(line.starts_with('#')) << line;
      EXPECT_FALSE(line.ends_with(' ')) << line;
    }
  }
}

TEST(CompareCommitTest, NameThatIsTooLongStaysWhole) {
  auto comparisons = EveryVerdictSample();
  const std::string codec = "lua-full[" + std::string(90, 'x') + "=1]";
  comparisons[0].cells[1].id.codec = codec;
  EXPECT_NE(RenderCompareCommit(comparisons).find(codec), std::string::npos);
}

TEST(CompareCommitTest, CodecThatDidNotMoveHasNoLine) {
  const std::string text = RenderCompareCommit(EveryVerdictSample());
  EXPECT_EQ(text.find("protobuf"), std::string::npos) << text;
  EXPECT_NE(text.find("  encode  lua-full    0.943x  0.680x .. 1.31x in 2 cells\n"), std::string::npos) << text;
}

TEST(CompareCommitTest, MeanThatMovedAsAWholeHasALineThoughNoCellDid) {
  const std::string text = RenderCompareCommit(PassSample());
  EXPECT_NE(text.find("  decode  protobuf  1.03x  in 1 cell\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("lua-concat"), std::string::npos) << text;
}

TEST(CompareCommitTest, MissingCellThatDoesNotFailSaysWhy) {
  auto comparisons = EveryVerdictSample();
  comparisons[0].cells.back().fails = false;
  comparisons[0].cells.back().remarks = {"waived: renamed (until 2030-01-31)"};
  const std::string text = RenderCompareCommit(comparisons);
  EXPECT_NE(text.find("lua-old[jit=off]\n      missing, waived: renamed (until 2030-01-31)"), std::string::npos)
      << text;
}

TEST(CompareCommitTest, NoDocumentIsNoCrash) {
  EXPECT_EQ(RenderCompareCommit({}), "nothing was compared\n");
  EXPECT_NE(RenderCompareCommit({gate::Comparison{}}).find("no times"), std::string::npos);
}

}  // namespace
}  // namespace pbb::render
