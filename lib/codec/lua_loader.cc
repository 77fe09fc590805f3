#include "codec/lua_loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "codec/harness_lua.h"
#include "codec/lua_modules.h"
#include "lua/jit.h"
#include "luagen/generate.h"

namespace pbb::codec {
namespace {

// "a/b.proto" -> "a/b_pb"
std::string ModulePath(const std::string& proto_file) {
  return proto_file.substr(0, proto_file.rfind(".proto")) + "_pb";
}

[[noreturn]] void FailLoading(const CodecSpec& spec, const std::string& error) {
  throw UsageError("can't load the codec: " + error, spec.name.Text(), "is --codecs a codec tree of this build?");
}

void SetUpJit(lua::State* state, const CodecSpec& spec) {
  const bool took = lua::SetJit(state, spec.jit);
  if (spec.jit && !took)
    throw Error(ExitCode::kInternal, "this LuaJIT can't compile on this CPU", spec.name.Text(), "use --jit off");
  const std::string error = lua::StartJitOptions(state, spec.jit_options);
  if (!error.empty()) throw UsageError(error, "--jit-opt");
  if (lua::JitIsOn(state) != spec.jit) {
    throw Error(ExitCode::kInternal, "jit.status() does not say what was asked for", spec.name.Text());
  }
}

// Pushes the module table whose message(type) gives the bound functions.
void PushModule(lua::State* state, const CodecSpec& spec) {
  const std::string folder = FindCodec(spec.name.base).module_folder;
  std::string source;
  if (folder.empty()) {
    source = spec.name.base == "cpp-hand" ? "local m = require 'pbplan'.hand m.load(...) return m"
                                          : "local m = require 'pbplan' m.load(...) return m";
  } else if (const luagen::ConcatSwitches switches = SwitchesOf(spec.name);
             spec.generate || switches != luagen::ConcatSwitches()) {
    source =
        PreloadModules(state, spec.descriptor_set, *luagen::ParseMode(folder), switches) + "return require 'pblua'";
  } else {
    std::string module = ModulePath(spec.proto_file);
    std::replace(module.begin(), module.end(), '/', '.');
    source = fmt::format("require '{}' return require 'pblua'", module);
  }
  lua_State* l = state->get();
  if (luaL_loadbuffer(l, source.data(), source.size(), "=load") != 0) FailLoading(spec, lua_tostring(l, -1));
  lua_pushlstring(l, spec.descriptor_set.data(), spec.descriptor_set.size());
  const std::string error = state->Call(1, 1);
  if (!error.empty()) FailLoading(spec, error);
}

// Calls module.option(name, value) for every option of the codec's name that is not the harness's or the generator's.
void SetOptions(lua::State* state, const CodecSpec& spec) {
  lua_State* l = state->get();
  for (const auto& [name, value] : spec.name.options) {
    if (name == "jit" || luagen::FindConcatSwitch(name) != nullptr) continue;
    lua_getfield(l, -1, "option");
    lua_pushstring(l, name.c_str());
    if (value == "on" || value == "off") {
      lua_pushboolean(l, value == "on");
    } else {
      lua_pushstring(l, value.c_str());
    }
    const std::string error = state->Call(2, 0);
    if (!error.empty()) FailLoading(spec, error);
  }
}

// Asks pbplan.so itself: it compares the schema with what its code was written for.
std::string WhyNoHandCode(const CodecSpec& spec) {
  lua::State state;
  state.PrependPaths(spec.codec_tree + "/?.lua", spec.codec_tree + "/?.so");
  PushModule(&state, spec);
  lua_getfield(state.get(), -1, "message");
  lua_pushlstring(state.get(), spec.type.data(), spec.type.size());
  return state.Call(1, 1);
}

}  // namespace

LoadedLuaCodec LoadLuaCodec(lua::State* state, const CodecSpec& spec) {
  const std::string& tree = spec.codec_tree;
  const std::string folder = FindCodec(spec.name.base).module_folder;
  std::string path = tree + "/?.lua;" + tree + "/?/init.lua";
  if (!folder.empty()) path = tree + "/" + folder + "/?.lua;" + path;
  state->PrependPaths(path, tree + "/?.so");
  SetUpJit(state, spec);

  std::string error = state->Run(kHarnessLua, "=harness", 1);
  if (!error.empty()) throw Error(ExitCode::kInternal, error, "harness");
  PushModule(state, spec);
  SetOptions(state, spec);

  lua_State* l = state->get();
  lua_getfield(l, -1, "message");
  lua_pushstring(l, spec.type.c_str());
  error = state->Call(1, 1);
  if (!error.empty()) FailLoading(spec, error);
  lua_getfield(l, -1, "encode");
  lua_getfield(l, -2, "decode");
  lua_remove(l, -3);  // the message object
  lua_remove(l, -3);  // the module
  const auto int64 = spec.name.options.find("int64");
  return {int64 != spec.name.options.end() && int64->second == "number", spec.name.base == "lua-full"};
}

std::string WhyNoLuaModule(const CodecSpec& spec) {
  if (spec.name.base == "cpp-hand") return WhyNoHandCode(spec);
  const std::string folder = FindCodec(spec.name.base).module_folder;
  if (folder.empty() || spec.generate) return {};
  const std::string file = folder + "/" + ModulePath(spec.proto_file) + ".lua";
  if (std::filesystem::exists(spec.codec_tree + "/" + file)) return {};
  return "the codec tree has no " + file;
}

double CountFallbacks(lua::State* state) {
  if (!state->Run("return require('pblua.full_rt').stats.fallbacks", "=stats", 1).empty()) return 0;
  const double fallbacks = lua_tonumber(state->get(), -1);
  lua_pop(state->get(), 1);
  return fallbacks;
}

}  // namespace pbb::codec
