#include "render/compare_table.h"

#include <string_view>

#include "compare_samples.h"
#include "golden/golden.h"

namespace pbb::render {
namespace {

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string LastLine(const std::string& text) {
  const size_t start = text.rfind('\n', text.size() - 2) + 1;
  return text.substr(start, text.size() - start - 1);
}

TEST(CompareTableTest, Goldens) {
  ExpectGolden("compare-every-verdict.txt", RenderCompareTable(EveryVerdictSample()));
  ExpectGolden("compare-pass.txt", RenderCompareTable(PassSample()));
  ExpectGolden("compare-foreign.txt", RenderCompareTable(ForeignSample()));
  ExpectGolden("compare-few-launches.txt", RenderCompareTable(FewLaunchesSample()));
  ExpectGolden("compare-three-documents.txt", RenderCompareTable(ThreeDocumentsSample()));
  ExpectGolden("compare-nothing-compared.txt", RenderCompareTable(NothingComparedSample()));
}

TEST(CompareTableTest, EvidenceIsTheFirstLineAndTheVerdictTheLast) {
  for (const auto& comparisons : {EveryVerdictSample(), PassSample(), ForeignSample(), FewLaunchesSample(),
                                  ThreeDocumentsSample(), NothingComparedSample()}) {
    const std::string text = RenderCompareTable(comparisons);
    EXPECT_TRUE(FirstLine(text).starts_with(gate::EvidenceLine(comparisons.front().evidence))) << text;
    EXPECT_TRUE(LastLine(text).ends_with(comparisons.back().sentence)) << text;
    EXPECT_EQ(text.back(), '\n');
  }
}

TEST(CompareTableTest, ColourIsNeverTheOnlySign) {
  const std::string plain = RenderCompareTable(EveryVerdictSample());
  EXPECT_EQ(plain.find('\x1b'), std::string::npos);
  std::string coloured = RenderCompareTable(EveryVerdictSample(), {.colour = true});
  EXPECT_NE(coloured.find("\x1b[31mregressed"), std::string::npos);
  EXPECT_NE(coloured.find("\x1b[33mregressed, waived"), std::string::npos);
  for (const char* code : {"\x1b[31m", "\x1b[33m", "\x1b[0m"}) {
    for (size_t at = 0; (at = coloured.find(code, at)) != std::string::npos;) {
      coloured.erase(at, std::string_view(code).size());
    }
  }
  EXPECT_EQ(coloured, plain);
}

TEST(CompareTableTest, RowsThatAreLeftOutAreCounted) {
  const std::string text = RenderCompareTable(PassSample(), {.all = false});
  EXPECT_NE(text.find("not shown: 3 with no difference resolved\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("verdict\n"), std::string::npos) << text;
  const std::string some = RenderCompareTable(EveryVerdictSample(), {.all = false});
  EXPECT_EQ(some.find("10B   encode  protobuf "), std::string::npos) << some;
  EXPECT_NE(some.find("10B   encode  lua-full "), std::string::npos) << some;
}

TEST(CompareTableTest, NamesCannotMoveTheCursorOrBreakALine) {
  auto comparisons = EveryVerdictSample();
  comparisons[0].head_name = "a\x1b[2Jb\nc";
  comparisons[0].unexpected = {"x\ny"};
  const std::string text = RenderCompareTable(comparisons);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_NE(text.find("head: a\\x1b[2Jb\\x0ac, 2024"), std::string::npos) << text;
  EXPECT_NE(text.find("  x\\x0ay\n"), std::string::npos) << text;
}

TEST(CompareTableTest, NothingIsEverCalledEqual) {
  EXPECT_EQ(RenderCompareTable(ThreeDocumentsSample()).find("equal"), std::string::npos);
}

TEST(CompareTableTest, NoDocumentIsNoCrash) {
  EXPECT_EQ(RenderCompareTable({}), "nothing was compared\n");
  EXPECT_NE(RenderCompareTable({gate::Comparison{}}).find("no cell has a time in both documents\n"), std::string::npos);
}

}  // namespace
}  // namespace pbb::render
