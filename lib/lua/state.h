// A lua_State that closes itself, and calls into it whose errors are values.
#pragma once

#include <lua.hpp>
#include <string>
#include <string_view>

namespace pbb::lua {

class State {
 public:
  // Standard libraries open, JIT as the VM starts it. Throws Error(kInternal) when there is no memory.
  State();
  ~State();
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  lua_State* get() const { return state_; }

  // Calls the function below `arguments` values on the stack. Returns "" and leaves `results` values, or returns the
  // error text and leaves none. An error that is no string comes out as "(error object is a TYPE)".
  std::string Call(int arguments, int results);

  // Compiles `source` and runs it, leaving `results` values. Returns the error text or "".
  std::string Run(std::string_view source, const char* chunk_name, int results);

  // Puts `front` before package.path and package.cpath; their tails stay, since jit.vmdef is found there.
  void PrependPaths(const std::string& path, const std::string& cpath);

  // Two full collections: the second frees what finalizers of the first let go.
  void CollectGarbage();

 private:
  lua_State* state_;
  int trampoline_ = LUA_NOREF;  // in the registry
};

}  // namespace pbb::lua
