// Schemas at LuaJIT's limits per function (200 locals, 60 upvalues, 65536 constants) load and round-trip.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "lua_run.h"

namespace pbb::luagen {
namespace {

class Limits : public testing::TestWithParam<Mode> {
 protected:
  void Check(const std::string& proto, const std::string& script) {
    LuaTree tree;
    tree.AddProto("test.proto", proto);
    tree.Build(GetParam());
    for (const char* flags : {"", "-joff"}) {
      const RunResult run = tree.Run(GetParam(), script, flags);
      EXPECT_EQ(run.status, 0) << flags << run.output;
    }
  }
};

TEST_P(Limits, MessageWith250Fields) {
  const char* const kinds[] = {"int32", "string", "double", "bool", "sint64", "bytes", "fixed32"};
  std::string proto = "syntax = \"proto2\";\nmessage Wide {\n";
  for (int i = 1; i <= 250; ++i) {
    proto += fmt::format("  {} {} f{} = {};\n", i % 5 == 0 ? "repeated" : "optional", kinds[i % 7], i, i * 3);
  }
  Check(proto + "}\n", R"(
    local M = require "test_pb"
    local values = {[0] = 7, "x", 1.5, true, 5LL, "y", 9}
    local t = {}
    for i = 1, 250 do
      local v = values[i % 7]
      t["f" .. i] = i % 5 == 0 and {v, v} or v
    end
    for _ = 1, 100 do
      local s = M.Wide_encode(t)
      local back = M.Wide_decode(s)
      for i = 1, 250 do
        local a, b = t["f" .. i], back["f" .. i]
        if i % 5 == 0 then assert(#b == 2 and a[2] == b[2], i) else assert(a == b, i) end
      end
      assert(M.Wide_encode(back) == s)
      local one = M.Wide_decode(M.Wide_encode{f249 = values[249 % 7]})
      assert(one.f249 == values[249 % 7] and one.f248 == nil)
    end
  )");
}

TEST_P(Limits, FileWith250MessagesAndAMessageOf250MessageFields) {
  std::string proto = "syntax = \"proto3\";\nmessage All {\n";
  for (int i = 1; i <= 250; ++i) proto += fmt::format("  M{0} f{0} = {0};\n", i);
  proto += "}\nmessage Maps {\n";
  for (int i = 1; i <= 100; ++i) proto += fmt::format("  map<int64, M{0}> f{0} = {0};\n", i);
  proto += "}\n";
  for (int i = 1; i <= 250; ++i) {
    proto +=
        fmt::format("message M{0} {{ enum E {{ Z{0} = 0; N{0} = {0}; }} E x = 1; M{1} next = 2; }}\n", i, i % 250 + 1);
  }
  Check(proto, R"(
    local M = require "test_pb"
    local t, maps = {}, {}
    for i = 1, 250 do t["f" .. i] = {x = "N" .. i, next = {x = 3}} end
    for i = 1, 100 do maps["f" .. i] = {[i] = {x = 1}} end
    for _ = 1, 100 do
      local back = M.All_decode(M.All_encode(t))
      for i = 1, 250 do assert(back["f" .. i].x == i and back["f" .. i].next.x == 3, i) end
      back = M.Maps_decode(M.Maps_encode(maps))
      for i = 1, 100 do assert(back["f" .. i][i].x == 1, i) end
    end
  )");
}

TEST_P(Limits, EnumWith70000Values) {
  std::string proto = "syntax = \"proto2\";\nenum Big {\n";
  for (int i = 0; i < 70000; ++i) proto += fmt::format("  V{0} = {0};\n", i);
  Check(proto + "}\nmessage M { optional Big e = 1; }\n", R"(
    local M = require "test_pb"
    assert(M.M_decode(M.M_encode{e = "V69999"}).e == 69999)
    assert(M.M_decode(M.M_encode{e = 12345}).e == 12345)
    local ok, why = pcall(M.M_encode, {e = 70000})
    assert(not ok and why == "M.e: 70000 is not a value of Big", why)
  )");
}

INSTANTIATE_TEST_SUITE_P(Modes, Limits, testing::Values(Mode::kFull, Mode::kConcat),
                         [](const auto& mode) { return std::string(ModeName(mode.param)); });

}  // namespace
}  // namespace pbb::luagen
