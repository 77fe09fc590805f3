// The schema tables that pblua's error walkers read (lib/luart: registry, errors), as Lua source. Both modes emit them.
#pragma once

#include "luagen/lua_writer.h"
#include "plan/plan.h"

namespace pbb::luagen {

// `field` as a table constructor on one line: name, number, kind, label, flags, references by full name.
std::string SchemaField(const plan::Plan& plan, const plan::Field& field, const plan::Message* parent);

// Emits the body of a function that builds and returns the schema table of `message`: in chunks, so that a message with
// thousands of fields stays within LuaJIT's limits.
void EmitSchemaBody(LuaWriter* out, const plan::Plan& plan, const plan::Message& message);

// Emits `enums[FULL_NAME] = {closed, functions}`-style chunks: a list constructor of functions that each return a part
// of {NAME = number}, `{function() return {...} end, ...}`, as the value of the local `local_name`.
void EmitEnumChunks(LuaWriter* out, const plan::Enum& enumeration, const char* local_name);

}  // namespace pbb::luagen
