// The encoder's errors: the path from the frames, the text of the contract, raised.
#pragma once

#include <cstddef>
#include <cstdint>
#include <lua.hpp>
#include <string>
#include <string_view>

#include "luacodec/encoder.h"
#include "luacodec/state.h"

namespace pbb::luacodec {

// Raises `ROOT: what`.
[[noreturn]] void RaiseAtRoot(lua_State* lua, State* state, const MessagePlan& root, const char* what);

// Puts a text together. It is freed when a Lua error, its own too, unwinds the frame that holds it.
class ErrorText {
 public:
  ErrorText(lua_State* lua, State* state) : lua_(lua), state_(state) {}

  ErrorText& Add(std::string_view text);
  ErrorText& AddQuoted(const char* text, size_t size);  // in double quotes, odd bytes as \ddd
  ErrorText& AddNumber(double number);                  // %.14g, and "nan" without a sign
  // A number, string, boolean or 64-bit cdata as texts have it, anything else by its type.
  ErrorText& AddValue(int index);
  ErrorText& AddTypeOf(int index);
  // Any value by Lua's tostring(), its bytes as they are.
  ErrorText& AddToString(int index);

  [[noreturn]] void Raise();

 private:
  lua_State* lua_;
  State* state_;
  std::string text_;
};

// The path to what `frame` is at, followed by ": ". An earlier error of the same value is raised instead: a oneof of
// any message on the way with two members set comes before the fields of that message.
ErrorText ErrorAt(lua_State* lua, State* state, int keys, const Frame& frame);

// The same, but the path ends in `member` of the message itself, e.g. "_extensions".
ErrorText ErrorIn(lua_State* lua, State* state, int keys, const Frame& frame, const char* member);

// Raises the conflict of the first oneof of `frame`'s message that has one.
void CheckOneofs(lua_State* lua, State* state, int keys, const Frame& frame);

// Raises the conflict after the second member of a oneof of `frame`'s message was met.
[[noreturn]] void RaiseOneofConflict(lua_State* lua, State* state, int keys, const Frame& frame);

// Raises `nesting over 100 levels`, or the oneof conflict that comes before it.
[[noreturn]] void RaiseTooDeep(lua_State* lua, State* state, int keys, const Frame& frame);

}  // namespace pbb::luacodec
