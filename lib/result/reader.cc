#include "result/reader.h"

#include <fmt/format.h>

#include <charconv>
#include <set>

#include "base/error.h"
#include "base/file.h"
#include "result/json_text.h"
#include "result/read_cell.h"

namespace pbb::result {
namespace {

using nlohmann::json;

void CheckVersion(const StructureReader& top) {
  if (!top.Has("schema_version") || !top.Has("cells")) {
    top.Refuse("", "is no pbbench result document: no schema_version and cells in it");
  }
  const std::string version = top.Text("schema_version");
  int major = -1;
  const auto [end, error] = std::from_chars(version.data(), version.data() + version.size(), major);
  if (error != std::errc() || end == version.data() + version.size() || *end != '.' || major < 1) {
    top.Refuse("schema_version", fmt::format("\"{}\" is no version", version));
  }
  if (major > kSchemaMajor) {
    top.Refuse("schema_version", fmt::format("{} is of a newer pbbench; this one reads {}.x", version, kSchemaMajor));
  }
}

std::optional<MachineState> ReadState(const StructureReader& machine, const char* key) {
  if (!machine.Has(key)) return std::nullopt;
  std::vector<std::string> ignored;  // nothing is computed from the state: a bad value in it is just not shown
  FigureReader in(machine.Object(key).object(), key, &ignored);
  return MachineState{in.Number("load_1min", FigureReader::Range::kAmount),
                      in.Number("steal_s", FigureReader::Range::kAmount),
                      in.Number("clock_resolution_ns", FigureReader::Range::kTime)};
}

Machine ReadMachinePart(const StructureReader& in) {
  Machine machine;
  machine.arch = in.Text("arch");
  machine.cpu = in.Text("cpu");
  machine.cores = static_cast<int>(in.Count("cores"));
  machine.kernel = in.Text("kernel");
  machine.governor = in.Text("governor");
  machine.memory_bytes = in.Count("memory_bytes");
  return machine;
}

void ReadCells(const StructureReader& top, const std::string& file, Document* document) {
  std::set<std::string> ids;
  const json& cells = top.List("cells");
  for (size_t i = 0; i < cells.size(); ++i) {
    const StructureReader in(cells[i], fmt::format("cells[{}].", i), file);
    Cell cell = ReadCell(in);
    if (!ids.insert(cell.id.Text()).second) in.Refuse("id", fmt::format("{} is there twice", cell.id.Text()));
    document->cells.push_back(std::move(cell));
  }
}

}  // namespace

Document ParseDocument(std::string_view text, const std::string& file) {
  const json parsed = ParseJsonText(text, file);
  if (!parsed.is_object()) throw UsageError("is no pbbench result document: no object", file);
  const StructureReader top(parsed, "", file);
  CheckVersion(top);

  Document document;
  document.complete = top.Bool("complete");
  document.measured_at = top.OptionalText("measured_at");
  const StructureReader build = top.Object("pbbench");
  document.pbbench = {build.Text("version"), build.Text("commit"), build.Text("build_type"), build.Text("compiler"),
                      build.OptionalText("compile_flags")};
  const StructureReader tree = top.Object("codec_tree");
  document.codec_tree = {tree.Text("sha256"), tree.OptionalText("commit"), tree.Has("dirty") && tree.Bool("dirty")};
  const StructureReader machine = top.Object("machine");
  document.machine = ReadMachinePart(machine);
  document.state_before = ReadState(machine, "before");
  document.state_after = ReadState(machine, "after");
  const StructureReader runtime = top.Object("runtime");
  document.runtime = {runtime.Text("luajit"), runtime.Text("jit_flags"), runtime.Text("libprotobuf"),
                      runtime.TextMap("peers")};
  const StructureReader config = top.Object("config");
  document.config.seed = config.Count("seed");
  document.config.flags = config.object();
  document.config.flags.erase("seed");
  document.warnings = top.OptionalTexts("warnings");
  ReadCells(top, file, &document);
  document.ablations = ReadAblations(top, file);
  return document;
}

Document LoadDocument(const std::string& path) { return ParseDocument(ReadFile(path), path == "-" ? "stdin" : path); }

}  // namespace pbb::result
