#include "codec/lua_modules.h"

#include <lua.hpp>

#include "base/error.h"
#include "luagen/names.h"
#include "plan/plan.h"

namespace pbb::codec {

luagen::ConcatSwitches SwitchesOf(const CodecName& name) {
  luagen::ConcatSwitches switches;
  for (const auto& [option, value] : name.options) {
    const luagen::ConcatSwitch* found = luagen::FindConcatSwitch(option);
    if (found != nullptr) switches.*found->member = value == "on";
  }
  return switches;
}

void PreloadModules(lua::State* state, std::string_view descriptor_set, luagen::Mode mode,
                    const luagen::ConcatSwitches& switches) {
  const plan::LoadResult loaded = plan::Load(descriptor_set);
  if (!loaded.ok()) throw UsageError(loaded.error, "descriptor set");
  lua_State* l = state->get();
  lua_getglobal(l, "package");
  lua_getfield(l, -1, "preload");
  for (const plan::File& file : loaded.plan.files) {
    const std::string source = luagen::Generate(loaded.plan, {file.name}, mode, switches).front().content;
    const std::string chunk = "=" + file.name;
    if (luaL_loadbuffer(l, source.data(), source.size(), chunk.c_str()) != 0) {
      throw Error(ExitCode::kInternal, lua_tostring(l, -1), file.name);
    }
    lua_setfield(l, -2, luagen::ModuleName(file.name).c_str());
  }
  lua_pop(l, 2);
}

}  // namespace pbb::codec
