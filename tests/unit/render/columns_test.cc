#include "render/columns.h"

#include <gtest/gtest.h>

namespace pbb::render {
namespace {

TEST(ColumnsTest, AlignsAndLeavesNoBlanksAtTheEnd) {
  EXPECT_EQ(AlignColumns({{{"codec"}, {"ns"}, {"status"}}, {{"a"}, {"1000"}, {"ok"}}, {{"long-name"}, {"1"}}}, {0, 2}),
            "  codec        ns  status\n"
            "  a          1000  ok\n"
            "  long-name     1\n");
}

TEST(ColumnsTest, ColourTakesNoWidth) {
  EXPECT_EQ(AlignColumns({{{"a", Colour::kRed}, {"b"}}, {{"cc"}, {"d", Colour::kYellow}}}, {0}),
            "  \x1b[31ma\x1b[0m   b\n"
            "  cc  \x1b[33md\x1b[0m\n");
}

}  // namespace
}  // namespace pbb::render
