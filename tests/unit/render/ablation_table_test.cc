#include "render/ablation_table.h"

#include <gtest/gtest.h>

namespace pbb::render {
namespace {

result::Ablation Row(const char* name, bool history, const char* op, double ratio) {
  result::Ablation row;
  row.pair = {name, history, "lua-concat", "other", "on"};
  row.cell = {"hello.Person", "1KB", "repeat", op, "lua-concat"};
  row.ratio = ratio;
  row.launches_with = row.launches_without = 10;
  return row;
}

TEST(AblationTableTest, BothPlacesOfASwitchStandInOneLine) {
  auto first = Row("h8v", false, "encode", 1.25), then = Row("h8v", true, "encode", 1.318);
  first.low = 1.2;
  first.high = 1.31;
  EXPECT_EQ(AblationTable({first, then, Row("presize", false, "decode", 0.977)}),
            "ablation: time without the switch / time with it; above 1x the switch helps\n"
            "  switch   cell                     op      jit  default  interval        in its history  interval   n\n"
            "  h8v      hello.Person/1KB/repeat  encode  on     1.25x  1.20x .. 1.31x           1.32x  -         10\n"
            "  presize  hello.Person/1KB/repeat  decode  on    0.977x  -                            -  -         10\n"
            "\n");
}

TEST(AblationTableTest, NothingWithoutAblations) { EXPECT_EQ(AblationTable({}), ""); }

}  // namespace
}  // namespace pbb::render
