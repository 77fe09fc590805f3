// JIT state: set, read back, and the trace events that tell when a loop has settled.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "lua/state.h"

namespace pbb::lua {

// Switches the JIT compiler. Returns false when this VM has none for this CPU.
bool SetJit(State* state, bool on);

// What jit.status() says; a benchmark never trusts that a switch took (METHOD.md, "JIT silently off").
bool JitIsOn(State* state);

// CPU and optimiser flags of jit.status(), e.g. "SSE3 SSE4.1 BMI2 fold cse".
std::string JitFlags(State* state);

// jit.opt.start(option...). Returns the error text or "".
std::string StartJitOptions(State* state, const std::vector<std::string>& options);

// Counts trace events of one state through jit.attach. The listener is a C function: one in Lua would be traced itself,
// and a heavy one has been seen to drop events. Must not outlive the state.
class TraceListener {
 public:
  explicit TraceListener(State* state);
  ~TraceListener();
  TraceListener(const TraceListener&) = delete;
  TraceListener& operator=(const TraceListener&) = delete;

  uint64_t started() const { return counts_.started; }
  uint64_t compiled() const { return counts_.compiled; }
  uint64_t aborted() const { return counts_.aborted; }
  // Abort counts by the text that jit.vmdef has for the reason.
  std::map<std::string, uint64_t> AbortReasons() const;

 private:
  struct Counts {
    uint64_t started = 0;
    uint64_t compiled = 0;
    uint64_t aborted = 0;
    std::map<int, uint64_t> reasons;
  };
  static int OnEvent(lua_State* state);

  State* state_;
  Counts counts_;
};

}  // namespace pbb::lua
