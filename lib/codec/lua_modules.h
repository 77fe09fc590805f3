// Generated Lua modules that are no files of the codec tree: made in memory for the schema at hand.
#pragma once

#include <string>
#include <string_view>

#include "codec/codec_name.h"
#include "lua/state.h"
#include "luagen/concat_switches.h"
#include "luagen/generate.h"

namespace pbb::codec {

// The switches of mode concat that the options of a codec's name turn: lua-concat[2ri=off].
luagen::ConcatSwitches SwitchesOf(const CodecName& name);

// Generates the modules of every file of the set and puts them into package.preload, so that `require` finds these and
// not the tree's. Returns the Lua source that loads them all: extensions count once the module that declares them is
// loaded. Throws Error(kUsage) for a set that can't be read, Error(kInternal) for code that Lua refuses.
std::string PreloadModules(lua::State* state, std::string_view descriptor_set, luagen::Mode mode,
                           const luagen::ConcatSwitches& switches);

}  // namespace pbb::codec
