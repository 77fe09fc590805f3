#include "luacodec/state.h"

#include <memory>
#include <new>

#include "luacodec/encode_error.h"
#include "wire/varint.h"

namespace pbb::luacodec {
namespace {

const uint8_t* Bytes(std::string_view text) { return reinterpret_cast<const uint8_t*>(text.data()); }
std::string_view View(const uint8_t* from, const uint8_t* to) {
  return {reinterpret_cast<const char*>(from), static_cast<size_t>(to - from)};
}

// The LEN record of field `number` that comes last in `message`; empty when there is none, or when it is malformed.
std::string_view LastRecord(std::string_view message, uint32_t number) {
  const uint8_t* p = Bytes(message);
  const uint8_t* const end = p + message.size();
  std::string_view found;
  while (p != nullptr && p < end) {
    uint32_t tag = 0;
    size_t length = 0;
    p = wire::ReadTag(p, end, &tag);
    if (p == nullptr || static_cast<wire::WireType>(tag & 7) != wire::WireType::kLen) return found;
    p = wire::ReadLength(p, end, &length);
    if (p == nullptr) return found;
    if (tag >> 3 == number) found = View(p, p + length);
    p += length;
  }
  return found;
}

// Splits FileDescriptorSet bytes into `files`. Returns false when they are anything but a row of files: plan::Load()
// then says what is wrong.
bool SplitFiles(std::string_view set, FileSet* files) {
  const uint8_t* p = Bytes(set);
  const uint8_t* const end = p + set.size();
  while (p < end) {
    uint32_t tag = 0;
    size_t length = 0;
    p = wire::ReadTag(p, end, &tag);
    if (p == nullptr || tag != wire::MakeTag(1, wire::WireType::kLen)) return false;
    p = wire::ReadLength(p, end, &length);
    if (p == nullptr) return false;
    const std::string_view file = View(p, p + length);
    (*files)[std::string(LastRecord(file, 1))] = std::string(file);
    p += length;
  }
  return true;
}

std::string JoinFiles(const FileSet& files) {
  std::string set;
  for (const auto& [name, bytes] : files) {
    uint8_t head[16];
    uint8_t* const end =
        wire::WriteVarint(wire::WriteVarint(head, wire::MakeTag(1, wire::WireType::kLen)), bytes.size());
    set.append(View(head, end));
    set += bytes;
  }
  return set;
}

// What a load puts in force, in C++ only.
struct Pending {
  FileSet files;
  std::unique_ptr<Schema> schema;
  std::string error;
};

// No Lua in here: it may throw.
void Compile(const State& state, std::string_view set, Pending* pending) {
  pending->files = state.files;
  const bool split = SplitFiles(set, &pending->files);
  plan::LoadResult loaded = plan::Load(split ? std::string_view(JoinFiles(pending->files)) : set);
  pending->error = loaded.error;
  if (!loaded.ok()) return;
  pending->schema = std::make_unique<Schema>(std::move(loaded.plan));
  pending->error = pending->schema->error();
}

// Returns false when there is no memory.
bool TryCompile(const State& state, std::string_view set, Pending* pending) {
  try {
    Compile(state, set, pending);
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

void PushEnumNames(lua_State* lua, const plan::Enum& declared) {
  lua_createtable(lua, 0, static_cast<int>(declared.values.size()));
  for (const plan::EnumValue& value : declared.values) {
    lua_pushlstring(lua, value.name.data(), value.name.size());
    lua_pushnumber(lua, value.number);
    lua_rawset(lua, -3);
  }
}

// Tells the schema where its keys lie in memory. Returns false when there is no memory. No Lua error in here.
bool BindNames(lua_State* lua, int keys, Schema* schema) {
  try {
    std::vector<const void*> names(schema->keys().size());
    for (int i = 1; i < static_cast<int>(names.size()); ++i) {
      lua_rawgeti(lua, keys, i);
      names[static_cast<size_t>(i)] = lua_topointer(lua, -1);
      lua_pop(lua, 1);
    }
    schema->BindNames(names);
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

// Pushes the array of keys, behind them the slots of the schema's types, which so live as long as the schema.
void PushKeys(lua_State* lua, const State& state, const Schema& schema) {
  int place = static_cast<int>(schema.keys().size());
  lua_createtable(lua, place + static_cast<int>(schema.messages().size()), 0);
  const int keys = lua_gettop(lua);
  for (int i = 1; i < place; ++i) {
    const std::string& key = schema.keys()[static_cast<size_t>(i)];
    lua_pushlstring(lua, key.data(), key.size());
    lua_rawseti(lua, keys, i);
  }
  for (const EnumPlan& declared : schema.enums()) {
    PushEnumNames(lua, *declared.declared);
    lua_rawseti(lua, keys, declared.names_key);
  }
  lua_rawgeti(lua, LUA_REGISTRYINDEX, state.slots_ref);
  for (const MessagePlan& message : schema.messages()) {
    const std::string& name = message.declared->full_name;
    lua_pushlstring(lua, name.data(), name.size());
    lua_pushvalue(lua, -1);
    lua_rawget(lua, keys + 1);
    if (lua_isnil(lua, -1)) {
      lua_pop(lua, 1);
      new (lua_newuserdata(lua, sizeof(TypeSlot))) TypeSlot;
      lua_pushvalue(lua, -2);
      lua_pushvalue(lua, -2);
      lua_rawset(lua, keys + 1);
    }
    lua_rawseti(lua, keys, place++);
    lua_pop(lua, 1);
  }
  lua_settop(lua, keys);
}

// Points every slot, of types that are gone too, to what the schema in force has. Allocates nothing.
void UpdateSlots(lua_State* lua, const State& state) {
  lua_rawgeti(lua, LUA_REGISTRYINDEX, state.slots_ref);
  lua_pushnil(lua);
  while (lua_next(lua, -2) != 0) {
    size_t size;
    const char* const name = lua_tolstring(lua, -2, &size);
    const MessagePlan* const plan = state.schema->Find({name, size});
    static_cast<TypeSlot*>(lua_touserdata(lua, -1))->plan = plan == nullptr || plan->refused ? nullptr : plan;
    lua_pop(lua, 1);
  }
  lua_pop(lua, 1);
}

// Puts the pending schema in force. Allocates nothing.
void Install(lua_State* lua, State* state, Pending* pending, int keys_ref) {
  Schema* const old = state->schema;
  pending->schema->keys_ref = keys_ref;
  state->schema = pending->schema.release();
  state->files.swap(pending->files);
  ++state->generation;
  UpdateSlots(lua, *state);
  if (old == nullptr) return;
  luaL_unref(lua, LUA_REGISTRYINDEX, old->keys_ref);
  if (old->references == 0) delete old;
}

}  // namespace

State::~State() { delete schema; }

SchemaHold::~SchemaHold() {
  if (--schema_->references == 0 && schema_ != state_->schema) delete schema_;
}

void RaiseNoMemory(lua_State* lua) {
  lua_pushliteral(lua, "not enough memory");
  lua_error(lua);
  __builtin_unreachable();
}

void OpenState(lua_State* lua, State* state) {
  lua_createtable(lua, 0, 0);
  lua_createtable(lua, 0, 1);
  lua_pushliteral(lua, "v");
  lua_setfield(lua, -2, "__mode");
  lua_setmetatable(lua, -2);
  state->slots_ref = luaL_ref(lua, LUA_REGISTRYINDEX);
  lua_getglobal(lua, "tostring");
  state->tostring_ref = luaL_ref(lua, LUA_REGISTRYINDEX);
  LoadSet(lua, state, {});
}

void LoadSet(lua_State* lua, State* state, std::string_view set) {
  luaL_checkstack(lua, 12, nullptr);
  for (;;) {
    Pending pending;  // freed when a Lua error unwinds this frame
    if (!TryCompile(*state, set, &pending)) RaiseNoMemory(lua);
    if (!pending.error.empty()) ErrorText(lua, state).Add("bad descriptor set: ").Add(pending.error).Raise();
    const uint64_t generation = state->generation;
    PushKeys(lua, *state, *pending.schema);
    if (!BindNames(lua, lua_gettop(lua), pending.schema.get())) RaiseNoMemory(lua);
    const int keys_ref = luaL_ref(lua, LUA_REGISTRYINDEX);
    if (state->generation == generation) {
      Install(lua, state, &pending, keys_ref);
      return;
    }
    luaL_unref(lua, LUA_REGISTRYINDEX, keys_ref);  // a finalizer loaded meanwhile: on top of that, then
  }
}

void PushSlot(lua_State* lua, const State& state, int index) {
  lua_rawgeti(lua, LUA_REGISTRYINDEX, state.slots_ref);
  lua_pushvalue(lua, index);
  lua_rawget(lua, -2);
  lua_remove(lua, -2);
}

}  // namespace pbb::luacodec
