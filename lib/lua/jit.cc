#include "lua/jit.h"

#include <fmt/format.h>

#include <cstring>

namespace pbb::lua {

bool SetJit(State* state, bool on) {
  const int mode = LUAJIT_MODE_ENGINE | (on ? LUAJIT_MODE_ON : LUAJIT_MODE_OFF);
  return luaJIT_setmode(state->get(), 0, mode) == 1;
}

bool JitIsOn(State* state) {
  if (!state->Run("return (jit.status())", "=jit", 1).empty()) return false;
  const bool on = lua_toboolean(state->get(), -1) != 0;
  lua_pop(state->get(), 1);
  return on;
}

std::string JitFlags(State* state) {
  if (!state->Run("return table.concat({select(2, jit.status())}, ' ')", "=jit", 1).empty()) return {};
  std::string flags = lua_tostring(state->get(), -1);
  lua_pop(state->get(), 1);
  return flags;
}

std::string StartJitOptions(State* state, const std::vector<std::string>& options) {
  if (options.empty()) return {};
  std::string error = state->Run("return require('jit.opt').start", "=jit", 1);
  if (!error.empty()) return error;
  for (const std::string& option : options) lua_pushlstring(state->get(), option.data(), option.size());
  return state->Call(static_cast<int>(options.size()), 0);
}

TraceListener::TraceListener(State* state) : state_(state) {
  lua_State* l = state_->get();
  lua_getglobal(l, "jit");
  lua_getfield(l, -1, "attach");
  lua_pushlightuserdata(l, &counts_);
  lua_pushcclosure(l, &TraceListener::OnEvent, 1);
  lua_pushvalue(l, -1);
  lua_setfield(l, LUA_REGISTRYINDEX, "pbb.trace_listener");
  lua_pushliteral(l, "trace");
  state_->Call(2, 0);
  lua_pop(l, 1);
}

TraceListener::~TraceListener() {
  lua_State* l = state_->get();
  lua_getglobal(l, "jit");
  lua_getfield(l, -1, "attach");
  lua_getfield(l, LUA_REGISTRYINDEX, "pbb.trace_listener");
  state_->Call(1, 0);  // without an event name it detaches
  lua_pop(l, 1);
}

// Arguments as jit/v.lua has them: what, trace, function, pc, then for an abort the reason's number and its detail.
int TraceListener::OnEvent(lua_State* state) {
  auto* counts = static_cast<Counts*>(lua_touserdata(state, lua_upvalueindex(1)));
  const char* what = lua_tostring(state, 1);
  if (what == nullptr) return 0;
  if (std::strcmp(what, "start") == 0) ++counts->started;
  if (std::strcmp(what, "stop") == 0) ++counts->compiled;
  if (std::strcmp(what, "abort") == 0) {
    ++counts->aborted;
    ++counts->reasons[lua_isnumber(state, 5) ? static_cast<int>(lua_tonumber(state, 5)) : -1];
  }
  return 0;
}

std::map<std::string, uint64_t> TraceListener::AbortReasons() const {
  std::map<std::string, uint64_t> named;
  if (counts_.reasons.empty()) return named;
  lua_State* l = state_->get();
  const bool known = state_->Run("return require('jit.vmdef').traceerr", "=jit", 1).empty();
  for (const auto& [code, count] : counts_.reasons) {
    std::string name = fmt::format("reason {}", code);
    if (known) {
      lua_rawgeti(l, -1, code);
      if (const char* text = lua_tostring(l, -1)) name = text;
      lua_pop(l, 1);
    }
    named[name] += count;
  }
  if (known) lua_pop(l, 1);
  return named;
}

}  // namespace pbb::lua
