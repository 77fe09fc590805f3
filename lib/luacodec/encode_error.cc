#include "luacodec/encode_error.h"

#include <cmath>
#include <cstdio>
#include <new>

namespace pbb::luacodec {
namespace {

const MessagePlan& RootOf(const Frame& frame) {
  const Frame* root = &frame;
  while (root->up != nullptr) root = root->up;
  return *root->plan;
}

void AddPath(ErrorText* text, const Frame& frame, bool with_field) {
  if (frame.up != nullptr) {
    AddPath(text, *frame.up, true);
  } else {
    text->Add(frame.plan->declared->full_name);
  }
  if (!with_field || frame.field == nullptr) return;
  const plan::Field& field = *frame.field->declared;
  if (field.extension) {
    text->Add(".(").Add(field.full_name).Add(")");
  } else {
    text->Add(".").Add(field.name);
  }
  if (frame.index != 0) text->Add("[").AddNumber(frame.index).Add("]");
  if (frame.key != 0) text->Add("[").AddValue(frame.key).Add("]");
}

void CheckOneofsFromRoot(lua_State* lua, State* state, int keys, const Frame& frame) {
  if (frame.up != nullptr) CheckOneofsFromRoot(lua, state, keys, *frame.up);
  CheckOneofs(lua, state, keys, frame);
}

}  // namespace

void CheckOneofs(lua_State* lua, State* state, int keys, const Frame& frame) {
  luaL_checkstack(lua, 4, nullptr);
  for (const OneofPlan& oneof : frame.plan->oneofs) {
    const FieldPlan* first = nullptr;
    for (const uint16_t index : oneof.members) {
      const FieldPlan& member = frame.plan->fields[index];
      lua_rawgeti(lua, keys, member.key);
      lua_gettable(lua, frame.table);
      const bool present = !lua_isnil(lua, -1);
      lua_pop(lua, 1);
      if (!present) continue;
      if (first != nullptr) {
        ErrorText text(lua, state);
        AddPath(&text, frame, false);
        text.Add(".").Add(oneof.declared->name).Add(": oneof has both ").Add(first->declared->name);
        text.Add(" and ").Add(member.declared->name).Add(" set").Raise();
      }
      first = &member;
    }
  }
}

ErrorText& ErrorText::Add(std::string_view text) {
  bool done = false;
  try {
    text_ += text;
    done = true;
  } catch (const std::bad_alloc&) {
    done = false;  // raised below: a Lua error must not start inside a handler
  }
  if (!done) RaiseNoMemory(lua_);
  return *this;
}

ErrorText& ErrorText::AddQuoted(const char* text, size_t size) {
  Add("\"");
  for (size_t i = 0; i < size; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    char piece[8] = {text[i]};
    if (byte < 0x20 || byte == 0x7f || byte == '"' || byte == '\\') std::snprintf(piece, sizeof piece, "\\%03u", byte);
    Add(piece);
  }
  return Add("\"");
}

ErrorText& ErrorText::AddNumber(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.14g", number);
  return Add(std::isnan(number) ? "nan" : text);
}

ErrorText& ErrorText::AddTypeOf(int index) { return Add(lua_typename(lua_, lua_type(lua_, index))); }

ErrorText& ErrorText::AddValue(int index) {
  switch (lua_type(lua_, index)) {
    case LUA_TNUMBER:
      return AddNumber(lua_tonumber(lua_, index));
    case LUA_TBOOLEAN:
      return Add(lua_toboolean(lua_, index) != 0 ? "true" : "false");
    case LUA_TSTRING: {
      size_t size;
      const char* const text = lua_tolstring(lua_, index, &size);
      return AddQuoted(text, size);
    }
    case kTypeCdata: {
      uint64_t bits;
      char text[32];
      const Int64Bridge::Kind kind = state_->int64.Read(lua_, index, &bits);
      if (kind == Int64Bridge::Kind::kOther) break;
      if (kind == Int64Bridge::Kind::kSigned) {
        std::snprintf(text, sizeof text, "%lldLL", static_cast<long long>(bits));
      } else {
        std::snprintf(text, sizeof text, "%lluULL", static_cast<unsigned long long>(bits));
      }
      return Add(text);
    }
    default:
      break;
  }
  return AddTypeOf(index);
}

ErrorText& ErrorText::AddToString(int index) {
  luaL_checkstack(lua_, 4, nullptr);
  lua_pushvalue(lua_, index);
  lua_rawgeti(lua_, LUA_REGISTRYINDEX, state_->tostring_ref);
  lua_insert(lua_, -2);
  lua_call(lua_, 1, 1);
  size_t size = 0;
  const char* const text = lua_tolstring(lua_, -1, &size);
  if (text == nullptr) {  // what a __tostring gave
    AddTypeOf(index);
  } else {
    Add({text, size});
  }
  lua_pop(lua_, 1);
  return *this;
}

void ErrorText::Raise() {
  lua_pushlstring(lua_, text_.data(), text_.size());
  lua_error(lua_);
  __builtin_unreachable();
}

ErrorText ErrorAt(lua_State* lua, State* state, int keys, const Frame& frame) {
  CheckOneofsFromRoot(lua, state, keys, frame);
  luaL_checkstack(lua, 8, nullptr);
  ErrorText text(lua, state);
  AddPath(&text, frame, true);
  text.Add(": ");
  return text;
}

ErrorText ErrorIn(lua_State* lua, State* state, int keys, const Frame& frame, const char* member) {
  CheckOneofsFromRoot(lua, state, keys, frame);
  ErrorText text(lua, state);
  AddPath(&text, frame, false);
  text.Add(".").Add(member).Add(": ");
  return text;
}

void RaiseAtRoot(lua_State* lua, State* state, const MessagePlan& root, const char* what) {
  ErrorText(lua, state).Add(root.declared->full_name).Add(": ").Add(what).Raise();
}

void RaiseOneofConflict(lua_State* lua, State* state, int keys, const Frame& frame) {
  CheckOneofsFromRoot(lua, state, keys, frame);
  // Reached only when a metamethod answers differently the second time.
  RaiseAtRoot(lua, state, RootOf(frame), "oneof has two members set");
}

void RaiseTooDeep(lua_State* lua, State* state, int keys, const Frame& frame) {
  CheckOneofsFromRoot(lua, state, keys, frame);
  RaiseAtRoot(lua, state, RootOf(frame), "nesting over 100 levels");
}

}  // namespace pbb::luacodec
