#include "luacodec/module.h"

#include <cstddef>
#include <cstdint>
#include <lua.hpp>
#include <new>
#include <optional>
#include <string_view>

#include "luacodec/decoder.h"
#include "luacodec/encode_error.h"
#include "luacodec/encoder.h"
#include "luacodec/explain_decode.h"
#include "luacodec/hand_decoder.h"
#include "luacodec/hand_encoder.h"
#include "luacodec/required.h"
#include "luacodec/state.h"

namespace pbb::luacodec {
namespace {

// The userdata that owns the state. Closures of a state that is being closed may outlive it: they find nullptr.
struct Holder {
  State* state = nullptr;
};

// Upvalues of every function of the module; the last two of bound ones only.
constexpr int kHolder = lua_upvalueindex(1);
constexpr int kSlot = lua_upvalueindex(2);
constexpr int kName = lua_upvalueindex(3);

State* StateOf(lua_State* lua) {
  State* const state = static_cast<Holder*>(lua_touserdata(lua, kHolder))->state;
  if (state == nullptr) luaL_error(lua, "pbplan: the Lua state is being closed");
  return state;
}

int CloseHolder(lua_State* lua) {
  auto* const holder = static_cast<Holder*>(lua_touserdata(lua, 1));
  delete holder->state;
  holder->state = nullptr;
  return 0;
}

// The string at `index`; empty when there is none.
std::string_view StringAt(lua_State* lua, int index) {
  if (lua_type(lua, index) != LUA_TSTRING) return {};
  size_t size = 0;
  const char* const text = lua_tolstring(lua, index, &size);
  return {text, size};
}

// The type name at `index` names nothing that can be used.
[[noreturn]] void RaiseUnknownType(lua_State* lua, State* state, int index) {
  ErrorText text(lua, state);
  if (lua_type(lua, index) == LUA_TSTRING) {
    size_t size;
    const char* const name = lua_tolstring(lua, index, &size);
    const MessagePlan* const plan = state->schema->Find({name, size});
    if (plan != nullptr && plan->refused) {
      text.Add(name).Add(": option message_set_wire_format is not supported").Raise();
    }
  }
  text.Add("unknown message type \"").AddToString(index).Add("\"").Raise();
}

// Table at 1 -> string on top.
template <typename Coder = Encoder>
int Encode(lua_State* lua, State* state, const MessagePlan& plan) {
  lua_settop(lua, 1);
  if (lua_type(lua, 1) != LUA_TTABLE) {
    ErrorText(lua, state).Add(plan.declared->full_name).Add(": table expected, got ").AddTypeOf(1).Raise();
  }
  const RunningCall call(state);
  if (call.too_deep()) RaiseAtRoot(lua, state, plan, "nested calls too deep");
  lua_rawgeti(lua, LUA_REGISTRYINDEX, state->schema->keys_ref);
  const SchemaHold hold(state, state->schema);
  Coder(lua, state, 2, plan).Run(1);
  return 1;
}

[[noreturn]] void RaiseMalformed(lua_State* lua, State* state, const Schema& schema, const MessagePlan& plan,
                                 std::string_view bytes) {
  std::optional<DecodeError> error;
  bool enough_memory = false;
  try {
    error = ExplainDecode(schema.plan(), plan.index, bytes, state->options.validate_utf8);
    enough_memory = true;
  } catch (const std::bad_alloc&) {
    enough_memory = false;
  }
  if (!enough_memory) RaiseNoMemory(lua);
  ErrorText text(lua, state);
  text.Add(plan.declared->full_name).Add(": ");
  if (!error) text.Add("malformed message").Raise();
  text.Add(error->what).Add(" at byte ").AddNumber(static_cast<double>(error->offset)).Raise();
}

// String at 1 -> table on top.
template <typename Coder = Decoder>
int Decode(lua_State* lua, State* state, const MessagePlan& plan) {
  lua_settop(lua, 1);
  if (lua_type(lua, 1) != LUA_TSTRING) {
    ErrorText(lua, state).Add(plan.declared->full_name).Add(": string expected, got ").AddTypeOf(1).Raise();
  }
  size_t size;
  const char* const bytes = lua_tolstring(lua, 1, &size);
  const RunningCall call(state);
  if (call.too_deep()) RaiseAtRoot(lua, state, plan, "nested calls too deep");
  lua_rawgeti(lua, LUA_REGISTRYINDEX, state->schema->keys_ref);
  Schema* const schema = state->schema;
  const SchemaHold hold(state, schema);
  Coder decoder(lua, state, 2);
  const auto* const begin = reinterpret_cast<const uint8_t*>(bytes);
  if (!decoder.Run(plan, begin, begin + size)) RaiseMalformed(lua, state, *schema, plan, {bytes, size});
  if (decoder.required_may_miss()) CheckRequired(lua, state, 2, plan, lua_gettop(lua));
  return 1;
}

// The plan of a bound function.
const MessagePlan& BoundPlan(lua_State* lua, State* state) {
  const MessagePlan* const plan = static_cast<TypeSlot*>(lua_touserdata(lua, kSlot))->plan;
  if (plan == nullptr) RaiseUnknownType(lua, state, kName);
  return *plan;
}

[[noreturn]] void RaiseNoHand(lua_State* lua, State* state, const MessagePlan& plan) {
  const std::string& name = plan.declared->full_name;
  ErrorText(lua, state)
      .Add(name)
      .Add(IsHandName(name) ? ": declared otherwise than the hand-written code has it"
                            : ": no hand-written code for it")
      .Raise();
}

int BoundEncode(lua_State* lua) {
  State* const state = StateOf(lua);
  return Encode(lua, state, BoundPlan(lua, state));
}

int BoundDecode(lua_State* lua) {
  State* const state = StateOf(lua);
  return Decode(lua, state, BoundPlan(lua, state));
}

// The plan of a bound function of cpp-hand: a later load may have made another type of it.
const MessagePlan& BoundHandPlan(lua_State* lua, State* state) {
  const MessagePlan& plan = BoundPlan(lua, state);
  if (plan.hand == HandType::kNone) RaiseNoHand(lua, state, plan);
  return plan;
}

int BoundHandEncode(lua_State* lua) {
  State* const state = StateOf(lua);
  return Encode<HandEncoder>(lua, state, BoundHandPlan(lua, state));
}

int BoundHandDecode(lua_State* lua) {
  State* const state = StateOf(lua);
  return Decode<HandDecoder>(lua, state, BoundHandPlan(lua, state));
}

// The index of the type name, argument 1; raises when it is nil, which is no key.
int RequireName(lua_State* lua, State* state) {
  if (lua_isnil(lua, 1)) RaiseUnknownType(lua, state, 1);
  return 1;
}

// Takes the type name, argument 1, off and returns its plan. The slot stays alive: the schema's array holds it.
const MessagePlan& NamedPlan(lua_State* lua, State* state) {
  lua_settop(lua, 2);
  PushSlot(lua, *state, RequireName(lua, state));
  const auto* const slot = static_cast<const TypeSlot*>(lua_touserdata(lua, -1));
  if (slot == nullptr || slot->plan == nullptr) RaiseUnknownType(lua, state, 1);
  lua_pop(lua, 1);
  lua_remove(lua, 1);
  return *slot->plan;
}

int NamedEncode(lua_State* lua) {
  State* const state = StateOf(lua);
  return Encode(lua, state, NamedPlan(lua, state));
}

int NamedDecode(lua_State* lua) {
  State* const state = StateOf(lua);
  return Decode(lua, state, NamedPlan(lua, state));
}

int Load(lua_State* lua) {
  State* const state = StateOf(lua);
  lua_settop(lua, 1);
  if (lua_type(lua, 1) != LUA_TSTRING) {
    ErrorText(lua, state).Add("bad descriptor set: string expected, got ").AddTypeOf(1).Raise();
  }
  size_t size;
  const char* const set = lua_tolstring(lua, 1, &size);
  LoadSet(lua, state, {set, size});
  return 0;
}

int Types(lua_State* lua) {
  State* const state = StateOf(lua);
  Schema* const schema = state->schema;
  const SchemaHold hold(state, schema);
  lua_createtable(lua, 0, 0);
  int count = 0;
  for (const auto& [name, index] : schema->plan().message_index) {
    if (schema->plan().messages[static_cast<size_t>(index)].is_map_entry) continue;
    lua_pushlstring(lua, name.data(), name.size());
    lua_rawseti(lua, -2, ++count);
  }
  return 1;
}

void PushBound(lua_State* lua, lua_CFunction function, int slot, int name) {
  lua_pushvalue(lua, kHolder);
  lua_pushvalue(lua, slot);
  lua_pushvalue(lua, name);
  lua_pushcclosure(lua, function, 3);
}

// Takes the type name at 1; pushes its slot, which has a plan, to 2.
const MessagePlan& PushNamedSlot(lua_State* lua, State* state) {
  lua_settop(lua, 1);
  PushSlot(lua, *state, RequireName(lua, state));
  const auto* const slot = static_cast<const TypeSlot*>(lua_touserdata(lua, 2));
  if (slot == nullptr || slot->plan == nullptr) RaiseUnknownType(lua, state, 1);
  return *slot->plan;
}

int Message(lua_State* lua) {
  PushNamedSlot(lua, StateOf(lua));
  lua_createtable(lua, 0, 2);
  PushBound(lua, BoundEncode, 2, 1);
  lua_setfield(lua, 3, "encode");
  PushBound(lua, BoundDecode, 2, 1);
  lua_setfield(lua, 3, "decode");
  return 1;
}

// Message() of cpp-hand.
int HandMessage(lua_State* lua) {
  State* const state = StateOf(lua);
  const MessagePlan& plan = PushNamedSlot(lua, state);
  if (plan.hand == HandType::kNone) RaiseNoHand(lua, state, plan);
  lua_createtable(lua, 0, 2);
  PushBound(lua, BoundHandEncode, 2, 1);
  lua_setfield(lua, 3, "encode");
  luaL_checkstack(lua, kHandKeys + 4, nullptr);
  lua_pushvalue(lua, kHolder);
  lua_pushvalue(lua, 2);
  lua_pushvalue(lua, 1);
  for (int i = 0; i < kHandKeys; ++i) lua_pushstring(lua, HandKey(i));
  lua_pushcclosure(lua, BoundHandDecode, 3 + kHandKeys);
  lua_setfield(lua, 3, "decode");
  return 1;
}

int Option(lua_State* lua) {
  State* const state = StateOf(lua);
  Options& options = state->options;
  lua_settop(lua, 2);
  const std::string_view name = StringAt(lua, 1);
  const int type = lua_type(lua, 2);
  if (name == "int64") {
    const std::string_view value = StringAt(lua, 2);
    if (type != LUA_TNIL && value != "cdata" && value != "number") {
      ErrorText(lua, state).Add("option int64: \"cdata\" or \"number\" expected").Raise();
    }
    if (type != LUA_TNIL) options.int64_as_number = value == "number";
    lua_pushstring(lua, options.int64_as_number ? "number" : "cdata");
    return 1;
  }
  bool* const flag = name == "deterministic"   ? &options.deterministic
                     : name == "validate_utf8" ? &options.validate_utf8
                                               : nullptr;
  if (flag == nullptr) {
    ErrorText(lua, state).Add("unknown option \"").AddToString(1).Add("\"").Raise();
  }
  if (type != LUA_TNIL && type != LUA_TBOOLEAN) {
    ErrorText(lua, state).Add("option ").Add(lua_tostring(lua, 1)).Add(": true or false expected").Raise();
  }
  if (type != LUA_TNIL) *flag = lua_toboolean(lua, 2) != 0;
  lua_pushboolean(lua, *flag ? 1 : 0);
  return 1;
}

// Pushes the userdata that owns this Lua state's codec state, making it on first use.
void PushHolder(lua_State* lua) {
  static const char kRegistryKey = 0;  // its address is the key
  lua_pushlightuserdata(lua, const_cast<char*>(&kRegistryKey));
  lua_rawget(lua, LUA_REGISTRYINDEX);
  if (!lua_isnil(lua, -1)) return;
  lua_pop(lua, 1);
  auto* const holder = new (lua_newuserdata(lua, sizeof(Holder))) Holder;
  lua_createtable(lua, 0, 1);
  lua_pushcfunction(lua, CloseHolder);
  lua_setfield(lua, -2, "__gc");
  lua_setmetatable(lua, -2);
  holder->state = new (std::nothrow) State;
  if (holder->state == nullptr) RaiseNoMemory(lua);
  holder->state->int64.Open(lua);
  holder->state->list_probe.Calibrate(lua);
  OpenState(lua, holder->state);
  lua_pushlightuserdata(lua, const_cast<char*>(&kRegistryKey));
  lua_pushvalue(lua, -2);
  lua_rawset(lua, LUA_REGISTRYINDEX);
}

template <size_t kCount>
void SetFunctions(lua_State* lua, int holder, const luaL_Reg (&functions)[kCount]) {
  for (const luaL_Reg& function : functions) {
    lua_pushvalue(lua, holder);
    lua_pushcclosure(lua, function.func, 1);
    lua_setfield(lua, -2, function.name);
  }
}

}  // namespace

int Open(lua_State* lua) {
  luaL_checkstack(lua, 20, nullptr);
  PushHolder(lua);
  const int holder = lua_gettop(lua);
  constexpr luaL_Reg kFunctions[] = {
      {"encode", NamedEncode}, {"decode", NamedDecode}, {"message", Message},
      {"types", Types},        {"option", Option},      {"load", Load},
  };
  constexpr luaL_Reg kHandFunctions[] = {{"message", HandMessage}, {"option", Option}, {"load", Load}};
  lua_createtable(lua, 0, 7);
  SetFunctions(lua, holder, kFunctions);
  lua_createtable(lua, 0, 3);
  SetFunctions(lua, holder, kHandFunctions);
  lua_setfield(lua, -2, "hand");
  return 1;
}

}  // namespace pbb::luacodec
