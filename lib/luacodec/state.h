// What the codec keeps for one lua_State: the loaded schema, options, buffers. Lives in a userdata, freed by its __gc.
#pragma once

#include <cstdint>
#include <lua.hpp>
#include <map>
#include <string>
#include <string_view>

#include "luacodec/buffer.h"
#include "luacodec/int64_bridge.h"
#include "luacodec/list_probe.h"
#include "luacodec/schema.h"
#include "wire/varint.h"

namespace pbb::luacodec {

struct Options {
  bool int64_as_number = false;
  bool deterministic = false;
  bool validate_utf8 = true;
};

// What a bound codec object holds on to: follows its type through later loads. A userdata of its own.
struct TypeSlot {
  const MessagePlan* plan = nullptr;  // nullptr when the last load took the type away
};

// FileDescriptorProto bytes by file name: a file that is loaded again replaces the earlier one, so reloads stay flat.
using FileSet = std::map<std::string, std::string>;

struct State {
  Options options;
  Int64Bridge int64;
  ListProbe list_probe;
  BufferLender output;
  BufferLender unknown;
  FileSet files;
  Schema* schema = nullptr;
  uint64_t generation = 0;  // loads so far
  int slots_ref = 0;        // weak table: type name -> TypeSlot
  int tostring_ref = 0;     // the function tostring, as it was when the state was opened
  int calls = 0;            // encode and decode calls that are running
  size_t max_output_bytes = wire::kMaxLength;

  State() = default;
  ~State();
  State(const State&) = delete;
  State& operator=(const State&) = delete;
};

// Holds a schema for the length of a call. Its destructor runs when a Lua error unwinds the frame, too.
class SchemaHold {
 public:
  SchemaHold(State* state, Schema* schema) : state_(state), schema_(schema) { ++schema_->references; }
  ~SchemaHold();
  SchemaHold(const SchemaHold&) = delete;
  SchemaHold& operator=(const SchemaHold&) = delete;

 private:
  State* state_;
  Schema* schema_;
};

// Counts a call for as long as it runs. Its destructor runs when a Lua error unwinds the frame, too.
class RunningCall {
 public:
  // Calls nest where a metamethod or a finalizer encodes or decodes. Each may go 100 levels deep at 320 bytes of C
  // stack a level, 420 in lists, so these take about 200 KB: a thread with a small stack has that.
  static constexpr int kMaxCalls = 5;

  explicit RunningCall(State* state) : state_(state) { ++state_->calls; }
  ~RunningCall() { --state_->calls; }
  RunningCall(const RunningCall&) = delete;
  RunningCall& operator=(const RunningCall&) = delete;

  bool too_deep() const { return state_->calls > kMaxCalls; }

 private:
  State* state_;
};

// A buffer on loan for the length of a call, made on first use.
class BufferLoan {
 public:
  explicit BufferLoan(BufferLender* lender) : lender_(lender) {}
  ~BufferLoan() {
    if (buffer_ != nullptr) lender_->GiveBack(buffer_);
  }
  BufferLoan(const BufferLoan&) = delete;
  BufferLoan& operator=(const BufferLoan&) = delete;

  // nullptr when there is no memory.
  Buffer* get() {
    if (buffer_ == nullptr) buffer_ = lender_->Take();
    return buffer_;
  }

 private:
  BufferLender* lender_;
  Buffer* buffer_ = nullptr;
};

// Raises the text that LuaJIT itself raises when there is no memory.
[[noreturn]] void RaiseNoMemory(lua_State* lua);

// Gives the state its empty schema and the table of types. Once, before anything else.
void OpenState(lua_State* lua, State* state);

// Reads `set` on top of what is loaded. Raises "bad descriptor set: REASON" and leaves the old state as it was.
void LoadSet(lua_State* lua, State* state, std::string_view set);

// Pushes the TypeSlot userdata of the name at `index`, or nil.
void PushSlot(lua_State* lua, const State& state, int index);

}  // namespace pbb::luacodec
