#include "cmd_gen.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <system_error>

#include "base/error.h"
#include "base/file.h"
#include "base/suggest.h"
#include "luagen/concat_switches.h"
#include "luagen/generate.h"
#include "plan/plan.h"
#include "schema/compile.h"

namespace pbb {
namespace {

struct GenOptions {
  std::string mode = "full";
  std::vector<std::string> switches;
  std::vector<std::string> include_dirs;
  std::string out;
  std::vector<std::string> files;
};

// NAME=on|off, of mode concat.
luagen::ConcatSwitches SwitchesOf(const GenOptions& options) {
  if (!options.switches.empty() && options.mode != "concat") {
    throw UsageError("mode concat alone has switches", "--switch", "add --mode concat");
  }
  std::vector<std::string> names;
  for (const luagen::ConcatSwitch& one : luagen::AllConcatSwitches()) names.emplace_back(one.name);
  luagen::ConcatSwitches switches;
  for (const std::string& text : options.switches) {
    const size_t equals = text.find('=');
    const std::string name = text.substr(0, equals), value = equals == std::string::npos ? "" : text.substr(equals + 1);
    const luagen::ConcatSwitch* found = luagen::FindConcatSwitch(name);
    if (found == nullptr) {
      throw UsageError(fmt::format("unknown switch \"{}\"", name), "--switch", SuggestName(name, names));
    }
    if (value != "on" && value != "off") {
      throw UsageError(fmt::format("\"{}\" is not {}=on or {}=off", text, name, name), "--switch");
    }
    switches.*found->member = value == "on";
  }
  return switches;
}

int RunGen(const GenOptions& options) {
  if (options.out.empty()) throw UsageError("a folder is wanted", "--out");
  for (const std::string& folder : options.include_dirs) {
    if (folder.empty()) throw UsageError("a folder is wanted", "--include");
  }
  const luagen::ConcatSwitches switches = SwitchesOf(options);
  const CompiledSchema schema = CompileProto(options.files, options.include_dirs);
  const plan::LoadResult loaded = plan::Load(schema.descriptor_set);
  if (!loaded.ok()) throw UsageError(loaded.error, "descriptor set");
  const luagen::Mode mode = *luagen::ParseMode(options.mode);  // --mode takes nothing else
  const std::vector<luagen::GeneratedFile> files = luagen::Generate(loaded.plan, {}, mode, switches);
  for (const luagen::GeneratedFile& file : files) {
    const std::filesystem::path path = std::filesystem::path(options.out) / file.path;
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    if (error) throw UsageError("can't make the folder: " + error.message(), path.parent_path().string());
    WriteFile(path.string(), file.content);
  }
  return 0;
}

}  // namespace

void AddGenCommand(CLI::App* app, Command* chosen) {
  auto options = std::make_shared<GenOptions>();
  CLI::App* sub = AddCommand(app, chosen, "gen", "Generate Lua modules from .proto files and all that they import",
                             [options] { return RunGen(*options); });
  sub->add_option("--mode", options->mode, "full, index or concat")
      ->check(CLI::IsMember({"full", "index", "concat"}))
      ->capture_default_str();
  sub->add_option("--switch", options->switches, "Of mode concat, NAME=on or NAME=off; `pbbench codecs` lists them")
      ->type_name("SWITCH")
      ->allow_extra_args(false);
  sub->add_option("-I,--include", options->include_dirs,
                  "Folder that files are named relative to and imports are found in")
      ->type_name("DIR")
      ->allow_extra_args(false);
  sub->add_option("--out", options->out, "Folder that the modules are written to, a/b.proto as a/b_pb.lua")
      ->type_name("DIR")
      ->required();
  sub->add_option("FILE", options->files, ".proto files")->required();
}

}  // namespace pbb
