// A codec state linked into the test itself, for what the Lua API does not show.
#pragma once

#include <gtest/gtest.h>

#include <lua.hpp>
#include <memory>
#include <string>

#include "base/file.h"
#include "luacodec/encoder.h"
#include "luacodec/state.h"

namespace pbb::luacodec {

class InternalTest : public testing::Test {
 protected:
  InternalTest() : lua_(luaL_newstate()), state_(std::make_unique<State>()) {
    luaL_openlibs(lua_);
    state_->int64.Open(lua_);
    state_->list_probe.Calibrate(lua_);
    OpenState(lua_, state_.get());
    pbb::luacodec::LoadSet(lua_, state_.get(), ReadFile(PBB_SETS_DIR "/codec.desc"));
  }
  ~InternalTest() override {
    state_.reset();
    lua_close(lua_);
  }

  void PushKeys() { lua_rawgeti(lua_, LUA_REGISTRYINDEX, state_->schema->keys_ref); }

  // Pushes the value of a Lua expression.
  void Push(const std::string& expression) {
    const std::string chunk = "return " + expression;
    ASSERT_EQ(luaL_dostring(lua_, chunk.c_str()), 0) << lua_tostring(lua_, -1);
  }

  // Bytes of a Lua table as lc.All, or "error: TEXT".
  std::string Encode(const std::string& table) {
    lua_settop(lua_, 0);
    lua_pushcfunction(lua_, EncodeProtected);
    lua_pushlightuserdata(lua_, state_.get());
    PushKeys();
    Push(table);
    const bool failed = lua_pcall(lua_, 3, 1, 0) != 0;
    size_t size = 0;
    const char* const text = lua_tolstring(lua_, -1, &size);
    std::string result(text, size);
    lua_settop(lua_, 0);
    return failed ? "error: " + result : result;
  }

  lua_State* lua_;
  std::unique_ptr<State> state_;

 private:
  static int EncodeProtected(lua_State* lua) {
    auto* const state = static_cast<State*>(lua_touserdata(lua, 1));
    Encoder(lua, state, 2, *state->schema->Find("lc.All")).Run(3);
    return 1;
  }
};

}  // namespace pbb::luacodec
