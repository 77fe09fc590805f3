// What full mode must survive that no single case shows: calls inside calls, growth, many shapes with the JIT on.
#include <gtest/gtest.h>

#include "lua_run.h"

namespace pbb::luagen {
namespace {

class FullMode : public testing::Test {
 protected:
  // Runs `script` with the JIT on and off. `M` is the module of `proto`.
  void Check(const std::string& proto, const std::string& script) {
    LuaTree tree;
    tree.AddProto("test.proto", proto);
    tree.Build(Mode::kFull);
    for (const char* flags : {"", "-joff"}) {
      const RunResult run = tree.Run(Mode::kFull, "local M = require \"test_pb\"\n" + script, flags);
      EXPECT_EQ(run.status, 0) << flags << run.output;
    }
  }
};

constexpr const char* kNode = R"(
syntax = "proto3";
message Node { string name = 1; Node next = 2; repeated string list = 3; map<string, int32> m = 4; map<int64, Node> n = 5; }
)";

TEST_F(FullMode, AMetamethodThatEncodesDoesNotDisturbTheOuterCall) {
  Check(kNode, R"(
    local inner = {name = ("i"):rep(6000)}
    local hooked = setmetatable({name = "outer", list = {"a"}}, {__index = function(_, key)
      if key == "next" then
        M.Node_encode(inner)
        pcall(M.Node_encode, {name = 5})
        return {name = "made"}
      end
    end})
    local expected = M.Node_encode{name = "outer", list = {"a"}, next = {name = "made"}}
    for _ = 1, 300 do assert(M.Node_encode(hooked) == expected) end
  )");
}

TEST_F(FullMode, CoroutinesThatYieldInsideEncodeDoNotShareABuffer) {
  Check(kNode, R"(
    local function hooked(name)
      return setmetatable({name = name}, {__index = function(_, key)
        if key == "list" then
          coroutine.yield()
          return {name}
        end
      end})
    end
    for _ = 1, 100 do
      local a = coroutine.wrap(function() return M.Node_encode(hooked(("a"):rep(50))) end)
      local b = coroutine.wrap(function() return M.Node_encode(hooked(("b"):rep(90))) end)
      a() b()
      assert(a() == M.Node_encode{name = ("a"):rep(50), list = {("a"):rep(50)}})
      assert(b() == M.Node_encode{name = ("b"):rep(90), list = {("b"):rep(90)}})
    end
  )");
}

TEST_F(FullMode, AFinalizerThatCodesDoesNotDisturbADecode) {
  Check(kNode, R"(
    local small = M.Node_encode{name = "small", list = {"s"}}
    local t = {list = {}}
    for i = 1, 300 do t.list[i] = "string " .. i end
    local bytes = M.Node_encode(t)
    local ran = 0
    local function plant()
      local p = newproxy(true)
      getmetatable(p).__gc = function()
        ran = ran + 1
        assert(M.Node_decode(small).name == "small")
        assert(M.Node_encode{name = "small", list = {"s"}} == small)
      end
    end
    collectgarbage("setpause", 50)
    for _ = 1, 400 do
      plant()
      local back = M.Node_decode(bytes)
      assert(#back.list == 300 and back.list[300] == "string 300" and M.Node_encode(back) == bytes)
    end
    assert(ran > 0)
  )");
}

TEST_F(FullMode, BuffersGrowAndABigOneIsLetGo) {
  Check(kNode, R"(
    for _, n in ipairs{0, 1, 127, 128, 4000, 4096, 16383, 16384, 70000, 2097151, 2097152, 5000000} do
      local s = ("x"):rep(n)
      local t = {next = {next = {name = s, list = {s}}}}
      local back = M.Node_decode(M.Node_encode(t)).next.next
      assert((back.name or "") == s and back.list[1] == s, n)
    end
    collectgarbage() collectgarbage()
    for _ = 1, 100 do M.Node_encode{name = "x"} end
    collectgarbage() collectgarbage()
    assert(collectgarbage("count") < 4000, collectgarbage("count"))
  )");
}

// LuaJIT issues 744 and 827: compiled table walks that hang or lose elements.
TEST_F(FullMode, MapsOfManySizesLoseNoEntryWhileCompiled) {
  Check(kNode, R"(
    local seed = 1
    local function random(n) seed = (seed * 1103515245 + 12345) % 2147483648 return math.floor(seed / 256) % n end
    for round = 1, 3000 do
      local t, count, nested = {m = {}, n = {}}, random(20), random(5)
      for i = 1, count do t.m["k" .. random(1000)] = i end
      for i = 1, nested do t.n[random(2) == 0 and i or i * 1000003] = {name = "n" .. i, m = {a = i, b = i, [tostring(i)] = i}} end
      local back = M.Node_decode(M.Node_encode(t))
      local function same(a, b)
        a, b = a or {}, b or {}
        local k, v = next(a)
        while k ~= nil do
          if type(v) == "table" then
            assert(b[k] and b[k].name == v.name, k)
            same(v.m, b[k].m)
          else
            assert(b[k] == v, k)
          end
          k, v = next(a, k)
        end
        k = next(b)
        while k ~= nil do
          assert(a[k] ~= nil, k)
          k = next(b, k)
        end
      end
      same(t.m, back.m)
      same(t.n, back.n)
    end
  )");
}

// A list whose indices are in the hash part, with another key among them, in every order that inserting can give.
TEST_F(FullMode, AForeignKeyInAListIsFoundWhereverItIsStored) {
  Check(kNode, R"(
    local missed = 0
    for n = 1, 5 do
      for extra = 1, 60 do
        for holes = 0, 5 do
          local l = {a = 1, b = 1, c = 1, d = 1, e = 1, f = 1, g = 1}
          l.a, l.b, l.c, l.d, l.e, l.f, l.g = nil, nil, nil, nil, nil, nil, nil
          if extra % 2 == 0 then l["x" .. extra] = "foreign" end
          for i = n, 1, -1 do l[i] = "v" end
          if extra % 2 == 1 then l["x" .. extra] = "foreign" end
          if #l == n and pcall(M.Node_encode, {list = l}) then missed = missed + 1 end
        end
      end
    end
    assert(missed == 0, missed)
  )");
}

TEST_F(FullMode, ADecodeThatLeavesThePredictedPathIsCountedOnce) {
  Check(kNode, R"(
    local stats = require("pblua.full_rt").stats
    local s = M.Node_encode{name = "a", next = {name = "b"}, list = {"c", "d"}}
    local before = stats.fallbacks
    for _ = 1, 100 do M.Node_decode(s) end
    assert(stats.fallbacks == before)
    M.Node_decode(s .. s)
    assert(stats.fallbacks == before + 1)
  )");
}

TEST_F(FullMode, ExtensionsOfAnotherFileStandAtTheirNumbers) {
  LuaTree tree;
  tree.AddProto("base.proto", R"(
    syntax = "proto2";
    package b;
    message Base { optional int32 first = 1; extensions 10 to 19, 30 to 39; optional int32 mid = 20; optional int32 last = 50; }
    extend Base { optional int32 own = 15; }
  )");
  tree.AddProto("more.proto", R"(
    syntax = "proto2";
    package m;
    import "base.proto";
    message Holder { extend b.Base { optional Holder deep = 39; } optional string s = 1; optional b.Base base = 2; }
    extend b.Base { repeated string low = 12; optional group Grp = 18 { optional int32 a = 1; } repeated int32 packed = 30 [packed = true]; }
  )");
  tree.Build(Mode::kFull);
  for (const char* flags : {"", "-joff"}) {
    const RunResult run = tree.Run(Mode::kFull, R"(
      local base = require "base_pb"
      local t = {first = 1, mid = 2, last = 3, _extensions = {["b.own"] = 4, ["m.low"] = {"x", "y"}, ["m.grp"] = {a = 5},
        ["m.packed"] = {6, 700}, ["m.Holder.deep"] = {s = "z", base = {_extensions = {["m.low"] = {"w"}}}}}}
      assert(base.Base_encode(t) == "\8\1\120\4\160\1\2\144\3\3")
      require "more_pb"
      local s = base.Base_encode(t)
      assert(s == "\8\1b\1xb\1y\120\4\147\1\8\5\148\1\160\1\2\242\1\3\6\188\5\186\2\8\10\1z\18\3b\1w\144\3\3", ("%q"):format(s))
      for _ = 1, 200 do
        local back = base.Base_decode(s)
        local x = back._extensions
        assert(x["b.own"] == 4 and x["m.low"][2] == "y" and x["m.grp"].a == 5 and x["m.packed"][2] == 700)
        assert(x["m.Holder.deep"].base._extensions["m.low"][1] == "w")
        assert(back._unknown_fields == nil and base.Base_encode(back) == s)
      end
    )",
                                   flags);
    EXPECT_EQ(run.status, 0) << flags << run.output;
  }
}

}  // namespace
}  // namespace pbb::luagen
