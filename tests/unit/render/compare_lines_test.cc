#include "render/compare_lines.h"

#include <gmock/gmock.h>

namespace pbb::render {
namespace {

using testing::ElementsAre;

TEST(CompareLinesTest, LinesStandBelowTheirRow) {
  RowsWithLines rows({{"codec", true}, {"ns"}});
  rows.Add({{"a"}, {"1000"}}, {"bytes", "objects"});
  rows.Add({{"b"}, {"1"}});
  EXPECT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows.Text(),
            "  codec    ns\n"
            "  a      1000\n"
            "      bytes\n"
            "      objects\n"
            "  b         1\n");
  EXPECT_EQ(rows.TextWithoutHeadings(), rows.Text().substr(rows.Text().find('\n') + 1));
}

TEST(CompareLinesTest, WrapsAtBlanksAndKeepsLongWordsWhole) {
  EXPECT_THAT(WrapWords("one two three", 7), ElementsAre("one two", "three"));
  EXPECT_THAT(WrapWords("one twothreefour x", 7), ElementsAre("one", "twothreefour", "x"));
  EXPECT_TRUE(WrapWords("", 7).empty());
}

}  // namespace
}  // namespace pbb::render
