#include "render/markdown.h"

#include "golden/golden.h"
#include "render/markdown_delta.h"
#include "result/reader.h"

namespace pbb::render {
namespace {

result::Document Load(const std::string& name) { return result::LoadDocument(GoldenPath("result-" + name + ".json")); }

TEST(MarkdownTest, Goldens) {
  for (const char* name : {"full", "quick", "bare", "odd-names"}) {
    ExpectGolden(std::string("markdown-") + name + ".md", RenderMarkdown(Load(name)));
  }
}

TEST(MarkdownTest, DeltaGoldens) {
  ExpectGolden("markdown-delta.md", RenderMarkdownDelta(Load("baseline"), Load("full")));
  ExpectGolden("markdown-delta-other-machine.md", RenderMarkdownDelta(Load("odd-names"), Load("quick")));
}

TEST(MarkdownTest, DocumentAgainstItselfHasNoChange) {
  const std::string text = RenderMarkdownDelta(Load("quick"), Load("quick"));
  EXPECT_EQ(text.find('+'), std::string::npos);
  EXPECT_NE(text.find("| 0 % |"), std::string::npos);
}

TEST(MarkdownTest, BadBaselineValueIsNotComparableAndTheRestIs) {  // gate case B04
  result::Document before = Load("quick");
  before.cells[0].bad_values = {"ns_per_op.median: 0, a time is above 0"};
  const std::string text = RenderMarkdownDelta(before, Load("quick"));
  EXPECT_NE(text.find("| 10B | protobuf | not comparable: before, ns_per_op.median: 0"), std::string::npos) << text;
  EXPECT_NE(text.find("| 10B | lua-full | 8.33M | 8.33M | 0 % |"), std::string::npos) << text;
}

TEST(MarkdownTest, NamesCannotBreakATable) {  // google/benchmark PR 107
  EXPECT_EQ(EscapeMarkdown("map<string, int32>/\"q|\"\n*x*"), "map&lt;string, int32>/\"q\\|\"\\\\x0a\\*x\\*");
  EXPECT_EQ(EscapeMarkdown("_unknown_fields is a_b"), "\\_unknown_fields is a_b");
}

TEST(MarkdownTest, EmptyDocumentIsNoCrash) {
  EXPECT_FALSE(RenderMarkdown({}).empty());
  EXPECT_FALSE(RenderMarkdownDelta({}, {}).empty());
}

}  // namespace
}  // namespace pbb::render
