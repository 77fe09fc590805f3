// Memory that runs out at the n-th allocation, for every n: nothing leaks, nothing breaks, the next call works.
#include "lua_fixture.h"

namespace pbb::luacodec {
namespace {

class AllocFailureTest : public LuaTest {
 protected:
  AllocFailureTest() {
    LoadSet("codec");
    Run(R"lua(
      jit.off()
      all = pb.message("lc.All")
      value = {
        name = "n", i64 = -1LL, u64 = 18446744073709551615ULL, numbers = { 1, 2, 300 },
        wide = { 1, -2, 3, 4, 5, 6, 7, 8, 9 }, names = { "a", "b" }, leaf = { a = 1 },
        leaves = { { a = 1 }, { s = "x" }, {} }, by_name = { k = { a = 1 }, l = {} },
        by_id = { [1] = "one", ["9007199254740993"] = "big" }, inner = { b = 2 }, node = { s = ("long"):rep(1000) },
        colors = { 0, "GREEN" }, next = { name = "inner", _unknown_fields = "\200\12\1" }, d = 0.5, f = 7,
        _extensions = { ["lc.note"] = "note", ["lc.notes"] = { { a = 5 } } }, _unknown_fields = "\200\12\1\202\12\0",
      }
      pb.option("deterministic", true)
      bytes = all.encode(value)
      assert(all.encode(all.decode(bytes)) == bytes)
      bad_value = { leaves = { { a = "no" } } }
    )lua");
  }

  // Calls the global `function` with `argument` under an allocator that fails after n allocations, for growing n, until
  // it gets through. Returns how often it failed.
  int FailEverywhere(const char* function, const char* argument, const char* expected_error) {
    int failures = 0;
    for (long n = 0; n < 10000; ++n) {
      lua_settop(lua_, 0);
      lua_gc(lua_, LUA_GCCOLLECT, 0);
      lua_gc(lua_, LUA_GCSTOP, 0);
      lua_getglobal(lua_, "all");
      lua_getfield(lua_, -1, function);
      lua_getglobal(lua_, argument);
      allocator_.until_failure = n;
      const int status = lua_pcall(lua_, 1, 1, 0);
      allocator_.until_failure = -1;
      lua_gc(lua_, LUA_GCRESTART, 0);
      const std::string text = status == 0 ? "" : lua_tostring(lua_, -1);
      lua_settop(lua_, 0);
      EXPECT_EQ(Error("assert(all.encode(all.decode(bytes)) == bytes)"), "") << "after failure " << n;
      if (status == 0 || text == expected_error) return failures;
      EXPECT_EQ(text, "not enough memory");
      ++failures;
    }
    return -1;
  }

  size_t Settle() {
    lua_gc(lua_, LUA_GCCOLLECT, 0);
    lua_gc(lua_, LUA_GCCOLLECT, 0);
    return allocator_.live_blocks;
  }
};

TEST_F(AllocFailureTest, Decode) {
  FailEverywhere("decode", "bytes", "");
  const size_t before = Settle();
  EXPECT_GT(FailEverywhere("decode", "bytes", ""), 20);
  EXPECT_LE(Settle(), before + 2);
}

TEST_F(AllocFailureTest, DecodeInPieces) {
  Run("pieces = ('\\58\\2\\72\\1\\106\\2\\72\\1\\10\\0'):rep(50)");
  FailEverywhere("decode", "pieces", "");
  const size_t before = Settle();
  EXPECT_GT(FailEverywhere("decode", "pieces", ""), 10);
  EXPECT_LE(Settle(), before + 2);
}

TEST_F(AllocFailureTest, Encode) {
  FailEverywhere("encode", "value", "");
  const size_t before = Settle();
  EXPECT_GT(FailEverywhere("encode", "value", ""), 3);
  EXPECT_LE(Settle(), before + 2);
}

TEST_F(AllocFailureTest, ErrorTexts) {
  FailEverywhere("encode", "bad_value", "lc.All.leaves[1].a: integer expected, got string");
  FailEverywhere("decode", "value", "lc.All: string expected, got table");
  EXPECT_EQ(Error("all.encode(bad_value)"), "lc.All.leaves[1].a: integer expected, got string");
}

TEST_F(AllocFailureTest, Load) {
  int failures = 0;
  for (long n = 0; n < 10000; ++n) {
    lua_gc(lua_, LUA_GCCOLLECT, 0);
    lua_getglobal(lua_, "pb");
    lua_getfield(lua_, -1, "load");
    lua_getglobal(lua_, "set");
    allocator_.until_failure = n;
    const int status = lua_pcall(lua_, 1, 0, 0);
    allocator_.until_failure = -1;
    lua_settop(lua_, 0);
    ASSERT_EQ(Error("assert(all.encode(all.decode(bytes)) == bytes)"), "") << "after failure " << n;
    if (status == 0) break;
    ++failures;
  }
  EXPECT_GT(failures, 3);
}

}  // namespace
}  // namespace pbb::luacodec
