#include "lua/state.h"

#include <fmt/format.h>

#include "base/error.h"

namespace pbb::lua {
namespace {

// No tail call of `f`: its caller has to stay on the stack.
constexpr const char* kTrampoline = R"(
  local function pass_on(...) return ... end
  local function trampoline(f, ...) return pass_on(f(...)) end
  jit.off(pass_on)
  jit.off(trampoline)
  return trampoline)";

}  // namespace

State::State() : state_(luaL_newstate()) {
  if (state_ == nullptr) throw Error(ExitCode::kInternal, "no memory for a lua_State");
  luaL_openlibs(state_);
  if (luaL_dostring(state_, kTrampoline) != 0) {
    lua_close(state_);
    throw Error(ExitCode::kInternal, "can't set up a lua_State");
  }
  trampoline_ = luaL_ref(state_, LUA_REGISTRYINDEX);
}

State::~State() { lua_close(state_); }

std::string State::Call(int arguments, int results) {
  lua_rawgeti(state_, LUA_REGISTRYINDEX, trampoline_);
  lua_insert(state_, -arguments - 2);
  if (lua_pcall(state_, arguments + 1, results, 0) == 0) return {};
  size_t size = 0;
  const char* text = lua_tolstring(state_, -1, &size);
  std::string error =
      text != nullptr ? std::string(text, size) : fmt::format("(error object is a {})", luaL_typename(state_, -1));
  lua_pop(state_, 1);
  if (error.empty()) error = "(empty error text)";
  return error;
}

std::string State::Run(std::string_view source, const char* chunk_name, int results) {
  if (luaL_loadbuffer(state_, source.data(), source.size(), chunk_name) != 0) {
    std::string error = lua_tostring(state_, -1);
    lua_pop(state_, 1);
    return error;
  }
  return Call(0, results);
}

void State::PrependPaths(const std::string& path, const std::string& cpath) {
  lua_getglobal(state_, "package");
  const auto prepend = [this](const char* field, const std::string& front) {
    lua_getfield(state_, -1, field);
    const std::string joined = front + ";" + lua_tostring(state_, -1);
    lua_pop(state_, 1);
    lua_pushlstring(state_, joined.data(), joined.size());
    lua_setfield(state_, -2, field);
  };
  if (!path.empty()) prepend("path", path);
  if (!cpath.empty()) prepend("cpath", cpath);
  lua_pop(state_, 1);
}

void State::CollectGarbage() {
  lua_gc(state_, LUA_GCCOLLECT, 0);
  lua_gc(state_, LUA_GCCOLLECT, 0);
}

}  // namespace pbb::lua
