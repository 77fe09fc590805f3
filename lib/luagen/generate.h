// Plan -> Lua source: one module per .proto file, in one of the generated modes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "luagen/concat_switches.h"
#include "plan/plan.h"

namespace pbb::luagen {

enum class Mode {
  kFull,    // everything inlined: FFI buffer on encode, order-predicted straight line on decode
  kIndex,   // encode as kFull; decode from a flat index that pbplan.so writes, else as kFull
  kConcat,  // list of strings and table.concat, string.byte loop: the yardstick
};

// "full", "index", "concat": the folder in the codec tree, the mode in the registry.
const char* ModeName(Mode mode);
std::optional<Mode> ParseMode(std::string_view name);

struct GeneratedFile {
  std::string path;  // "a/b_pb.lua" for a/b.proto, below the mode's folder of the codec tree
  std::string content;
};

// Generates the modules of `files` (names as in Plan::File), or of every file of the plan when `files` is empty, in the
// order of the plan. The same plan gives the same bytes. Modules of imported files are required by the generated code,
// so they must be generated too, at some time. Throws Error(kUsage) for a name that is not in the plan, and where two
// files would be one module.
// `switches` are those of mode concat; other modes have none.
std::vector<GeneratedFile> Generate(const plan::Plan& plan, const std::vector<std::string>& files, Mode mode,
                                    const ConcatSwitches& switches = {});

}  // namespace pbb::luagen
