// Generates modules from .proto text and runs Lua against them in the installed luajit.
#pragma once

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "base/file.h"
#include "luagen/generate.h"
#include "plan/plan.h"
#include "schema/compile.h"

namespace pbb::luagen {

struct RunResult {
  int status = -1;
  std::string output;  // stdout and stderr
};

// A codec tree in a temporary folder.
class LuaTree {
 public:
  // `proto` is the text of test.proto; more files may be added before Build.
  void AddProto(const std::string& name, const std::string& text) {
    WriteFile(folder_.path() + "/" + name, text);
    names_.push_back(name);
  }

  plan::Plan Load() const {
    std::vector<std::string> paths;
    for (const std::string& name : names_) paths.push_back(folder_.path() + "/" + name);
    plan::LoadResult loaded = plan::Load(CompileProto(paths, {folder_.path()}).descriptor_set);
    if (!loaded.ok()) throw std::runtime_error(loaded.error);
    return std::move(loaded.plan);
  }

  void Build(Mode mode) {
    for (const GeneratedFile& file : Generate(Load(), {}, mode)) {
      const std::filesystem::path path = std::filesystem::path(folder_.path()) / ModeName(mode) / file.path;
      std::filesystem::create_directories(path.parent_path());
      WriteFile(path.string(), file.content);
    }
  }

  // Runs `script` with package.path set for `mode`; a script that fails an assert has a status other than 0.
  RunResult Run(Mode mode, const std::string& script, const std::string& flags = "") const {
    const std::string file = folder_.path() + "/script.lua";
    WriteFile(file, "package.path = \"" + folder_.path() + "/" + ModeName(mode) + "/?.lua;" + PBB_SOURCE_DIR +
                        "/lib/luart/?.lua;" + PBB_SOURCE_DIR + "/lib/luart/?/init.lua;\" .. package.path\n" + script);
    RunResult result;
    FILE* pipe = popen(("luajit " + flags + " " + file + " 2>&1").c_str(), "r");
    std::array<char, 4096> buffer;
    for (size_t n = 0; (n = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) result.output.append(buffer.data(), n);
    result.status = WEXITSTATUS(pclose(pipe));
    return result;
  }

 private:
  TemporaryFolder folder_;
  std::vector<std::string> names_;
};

}  // namespace pbb::luagen
