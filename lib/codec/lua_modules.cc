#include "codec/lua_modules.h"

#include <fmt/format.h>

#include <algorithm>
#include <lua.hpp>

#include "base/error.h"
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

std::string PreloadModules(lua::State* state, std::string_view descriptor_set, luagen::Mode mode,
                           const luagen::ConcatSwitches& switches) {
  const plan::LoadResult loaded = plan::Load(descriptor_set);
  if (!loaded.ok()) throw UsageError(loaded.error, "descriptor set");
  lua_State* l = state->get();
  lua_getglobal(l, "package");
  lua_getfield(l, -1, "preload");
  std::string source;
  for (const luagen::GeneratedFile& file : luagen::Generate(loaded.plan, {}, mode, switches)) {
    std::string module = file.path.substr(0, file.path.rfind(".lua"));
    std::replace(module.begin(), module.end(), '/', '.');
    const std::string chunk = "=" + module;
    if (luaL_loadbuffer(l, file.content.data(), file.content.size(), chunk.c_str()) != 0) {
      throw Error(ExitCode::kInternal, lua_tostring(l, -1), module);
    }
    lua_setfield(l, -2, module.c_str());
    source += fmt::format("require '{}' ", module);
  }
  lua_pop(l, 2);
  return source;
}

}  // namespace pbb::codec
