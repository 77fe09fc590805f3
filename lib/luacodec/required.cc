#include "luacodec/required.h"

#include "luacodec/encode_error.h"

namespace pbb::luacodec {
namespace {

class RequiredWalker {
 public:
  RequiredWalker(lua_State* lua, State* state, int keys) : lua_(lua), state_(state), keys_(keys) {}

  void Message(const MessagePlan& plan, int table, const Frame* up) {
    if (!plan.needs_required_check) return;
    luaL_checkstack(lua_, 12, nullptr);
    Frame frame{up, &plan, table, nullptr, 0, 0};
    const int top = lua_gettop(lua_);
    lua_rawgeti(lua_, keys_, kExtensionsKey);
    lua_rawget(lua_, table);
    const bool has_extensions = lua_istable(lua_, -1);
    for (const FieldPlan* field = plan.begin(); field != plan.end(); ++field) {
      if (field->extension && !has_extensions) continue;
      if (!field->required && (field->message == nullptr || !field->message->needs_required_check)) continue;
      lua_rawgeti(lua_, keys_, field->key);
      lua_rawget(lua_, field->extension ? top + 1 : table);
      frame.field = field;
      if (!lua_isnil(lua_, -1)) {
        Content(&frame, *field, top + 2);
      } else if (field->required) {
        ErrorAt(lua_, state_, keys_, frame).Add("required field missing").Raise();
      }
      lua_settop(lua_, top + 1);
    }
    lua_settop(lua_, top);
  }

 private:
  void Content(Frame* frame, const FieldPlan& field, int value) {
    switch (field.shape) {
      case Shape::kMessage:
      case Shape::kGroup:
        Message(*field.message, value, frame);
        break;
      case Shape::kMessageList:
      case Shape::kGroupList: {
        const auto length = static_cast<int>(lua_objlen(lua_, value));
        for (int i = 1; i <= length; ++i) {
          lua_rawgeti(lua_, value, i);
          frame->index = i;
          Message(*field.message, value + 1, frame);
          lua_settop(lua_, value);
        }
        frame->index = 0;
        break;
      }
      case Shape::kMap: {
        const FieldPlan& map_value = field.message->fields[1];
        lua_pushnil(lua_);
        while (lua_next(lua_, value) != 0) {
          frame->key = value + 1;
          Message(*map_value.message, value + 2, frame);
          lua_settop(lua_, value + 1);
        }
        frame->key = 0;
        break;
      }
      default:
        break;
    }
  }

  lua_State* lua_;
  State* state_;
  const int keys_;
};

}  // namespace

void CheckRequired(lua_State* lua, State* state, int keys, const MessagePlan& root, int table) {
  RequiredWalker(lua, state, keys).Message(root, table, nullptr);
}

}  // namespace pbb::luacodec
