#include "render/table.h"

#include "golden/golden.h"
#include "result/reader.h"

namespace pbb::render {
namespace {

result::Document Load(const std::string& name) { return result::LoadDocument(GoldenPath("result-" + name + ".json")); }

TEST(TableTest, Goldens) {
  for (const char* name : {"full", "quick", "bare", "odd-names"}) {
    ExpectGolden(std::string("table-") + name + ".txt", RenderTable(Load(name)));
  }
}

TEST(TableTest, ColourIsNeverTheOnlySign) {
  const std::string plain = RenderTable(Load("full"));
  std::string coloured = RenderTable(Load("full"), {.colour = true});
  EXPECT_NE(coloured.find("\x1b[31mfailed"), std::string::npos);
  EXPECT_NE(coloured.find("\x1b[33munstable"), std::string::npos);
  for (const char* code : {"\x1b[31m", "\x1b[33m", "\x1b[0m"}) {
    for (size_t at = 0; (at = coloured.find(code, at)) != std::string::npos;) {
      coloured.erase(at, std::string_view(code).size());
    }
  }
  EXPECT_EQ(coloured, plain);
}

TEST(TableTest, OtherBaselineCodecTurnsTheRatio) {
  const std::string table = RenderTable(Load("full"), {.baseline_codec = "protobuf"});
  EXPECT_NE(table.find("ratio: time of protobuf / time of the codec"), std::string::npos);
  EXPECT_NE(table.find("1.00x  ok"), std::string::npos);
  EXPECT_NE(RenderTable(Load("full"), {.baseline_codec = "nosuch"}).find("ratio: none, nosuch has no time"),
            std::string::npos);
}

TEST(TableTest, EmptyDocumentIsNoCrash) {
  EXPECT_NE(RenderTable({}).find("0 cells: 0 ok, 0 unstable, 0 failed, 0 n/a\nnot complete"), std::string::npos);
}

}  // namespace
}  // namespace pbb::render
