#include "result/cell_id.h"

#include <gtest/gtest.h>

namespace pbb::result {
namespace {

TEST(CellIdTest, TextComesBackAsItsFiveParts) {
  const CellId id{"hello.Person", "1KB", "dup:10", "decode", "lua-full[int64=number,jit=off]"};
  EXPECT_EQ(id.Text(), "hello.Person/1KB/dup:10/decode/lua-full[int64=number,jit=off]");
  EXPECT_EQ(ParseCellId(id.Text()), id);
  EXPECT_EQ(ParseCellId("a/b/c/d/peer[at=/usr/bin]")->codec, "peer[at=/usr/bin]");
}

TEST(CellIdTest, FewerThanFivePartsAreNone) {
  for (const char* text : {"", "a", "a/b/c/d", "a/b/c/d/", "/b/c/d/e", "a//c/d/e"}) {
    EXPECT_FALSE(ParseCellId(text)) << text;
  }
}

}  // namespace
}  // namespace pbb::result
