// A Lua state with an allocator that counts and can fail, and pbplan loaded into it from the codec tree of the build.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <lua.hpp>
#include <string>
#include <string_view>

#include "base/file.h"

namespace pbb::luacodec {

struct Allocator {
  size_t live_blocks = 0;
  size_t requested_bytes = 0;  // by all requests so far, whatever was freed since
  long until_failure = -1;     // allocations that still succeed; -1: all do

  static void* Allocate(void* self, void* block, size_t, size_t new_size) {
    auto* const allocator = static_cast<Allocator*>(self);
    if (new_size == 0) {
      if (block != nullptr) --allocator->live_blocks;
      std::free(block);
      return nullptr;
    }
    if (allocator->until_failure == 0) return nullptr;
    if (allocator->until_failure > 0) --allocator->until_failure;
    void* const result = std::realloc(block, new_size);
    allocator->requested_bytes += new_size;
    if (result != nullptr && block == nullptr) ++allocator->live_blocks;
    return result;
  }
};

class LuaTest : public testing::Test {
 protected:
  LuaTest() : lua_(lua_newstate(Allocator::Allocate, &allocator_)) {
    luaL_openlibs(lua_);
    Run("package.cpath = '" PBB_BUILD_DIR "/codecs/?.so;' .. package.cpath");
    Run("pb = require 'pbplan'");
  }
  ~LuaTest() override {
    if (lua_ != nullptr) lua_close(lua_);
  }

  static std::string Set(const std::string& name) { return ReadFile(PBB_SETS_DIR "/" + name + ".desc"); }

  void LoadSet(const std::string& name) {
    const std::string set = Set(name);
    lua_pushlstring(lua_, set.data(), set.size());
    lua_setglobal(lua_, "set");
    EXPECT_EQ(Error("pb.load(set)"), "");
  }

  // Runs a chunk that must not fail.
  void Run(const std::string& chunk) { ASSERT_EQ(Error(chunk), ""); }

  // Runs a chunk and returns its error text, "" when there was none.
  std::string Error(const std::string& chunk) {
    if (luaL_loadbuffer(lua_, chunk.data(), chunk.size(), "=test") == 0 && lua_pcall(lua_, 0, 0, 0) == 0) return "";
    std::string text = lua_isstring(lua_, -1) ? lua_tostring(lua_, -1) : "(no string)";
    lua_settop(lua_, 0);
    return text;
  }

  // What the expression is, by tostring().
  std::string Value(const std::string& expression) {
    const std::string error = Error("value = tostring(" + expression + ")");
    if (!error.empty()) return "error: " + error;
    lua_getglobal(lua_, "value");
    size_t size = 0;
    const char* const text = lua_tolstring(lua_, -1, &size);
    std::string result(text, size);
    lua_settop(lua_, 0);
    return result;
  }

  Allocator allocator_;
  lua_State* lua_;
};

}  // namespace pbb::luacodec
