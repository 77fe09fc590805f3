#include "lua/alloc_counter.h"

#include <gtest/gtest.h>

namespace pbb::lua {
namespace {

AllocTotals CountedRun(State* state, const char* setup, const char* body) {
  EXPECT_EQ(state->Run(setup, "=setup", 0), "");
  EXPECT_EQ(luaL_loadstring(state->get(), body), 0);
  state->CollectGarbage();
  AllocCounter counter(state);
  EXPECT_EQ(state->Call(0, 0), "");
  return counter.Stop();
}

TEST(AllocCounterTest, LayoutOfThisVmIsKnown) { EXPECT_TRUE(AllocCounter::LayoutIsKnown()); }

TEST(AllocCounterTest, CountsTablesPartsStringsAndCdataExactly) {
  State state;
  const AllocTotals totals =
      CountedRun(&state, "keep = {}; new = require('table.new'); i64 = require('ffi').typeof('int64_t')",
                 R"(keep[1] = {}                          -- one table
                                           local t = new(100, 0)                 -- one table and its array part
                                           t[1] = ('u'):rep(40) .. 'nique'       -- two strings
                                           t[2] = i64(7)                         -- one cdata
                                        )");
  EXPECT_EQ(totals.kinds.at("table"), 2U);
  EXPECT_EQ(totals.kinds.at("string"), 2U);
  EXPECT_EQ(totals.kinds.at("cdata"), 1U);
}

TEST(AllocCounterTest, AStringThatExistsIsNotMadeAgain) {
  State state;
  const AllocTotals totals = CountedRun(&state, "a = 'abc'; half = 'ab'", "b = half .. 'c'");
  EXPECT_EQ(totals.kinds.count("string"), 0U);
}

TEST(AllocCounterTest, GrowthCountsBytesAndReplacedPartsCountAsParts) {
  State state;
  const AllocTotals totals = CountedRun(&state, "", "local t = {}; for i = 1, 1000 do t[i] = i end");
  EXPECT_EQ(totals.kinds.at("table"), 1U);
  EXPECT_GE(totals.bytes, 1000U * 8);
}

TEST(AllocCounterTest, TheStringHashTableIsTheVmsOwn) {
  State state;
  const AllocTotals totals = CountedRun(&state, "keep = require('table.new')(40000, 0)",
                                        "for i = 1, 30000 do keep[i] = 'string number ' .. i end");
  EXPECT_GE(totals.vm_blocks, 1U);
  EXPECT_GE(totals.kinds.at("string"), 30000U);
  EXPECT_LE(totals.kinds.at("string"),
            60001U);  // tostring(i) is a string too where it isn't folded into the concatenation
}

}  // namespace
}  // namespace pbb::lua
