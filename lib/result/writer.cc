#include "result/writer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "result/json_text.h"

namespace pbb::result {
namespace {

using nlohmann::json;

// Puts members into a JSON object; those that can't be written are left out and collected by name. An object without
// one of its required numbers is no use and is left out whole: Take() gives null, Set() skips that.
class ObjectWriter {
 public:
  ObjectWriter(std::string prefix, std::vector<std::string>* left_out)
      : prefix_(std::move(prefix)), left_out_(left_out) {}

  void Number(const char* key, std::optional<double> value) {
    if (!value) return;
    if (std::isfinite(*value)) {
      object_[key] = *value;
    } else {
      left_out_->push_back(prefix_ + key);
    }
  }
  void Required(const char* key, double value) {
    Number(key, value);
    whole_ = whole_ && std::isfinite(value);
  }
  void Count(const char* key, std::optional<uint64_t> value) {
    if (value) object_[key] = *value;
  }
  void Text(const char* key, const std::string& value) {
    if (!value.empty()) object_[key] = value;
  }
  void Set(const char* key, json value) {
    if (!value.is_null()) object_[key] = std::move(value);
  }
  json Take() { return whole_ ? std::move(object_) : json(); }

 private:
  std::string prefix_;
  std::vector<std::string>* left_out_;
  json object_ = json::object();
  bool whole_ = true;
};

json LaunchJson(const Launch& launch, std::vector<std::string>* left_out) {
  json out = {{"seed", launch.seed}, {"slots", json::array()}};
  if (std::all_of(launch.slots_ns.begin(), launch.slots_ns.end(), [](double ns) { return std::isfinite(ns); })) {
    out["slots"] = launch.slots_ns;
    if (!launch.disturbed_slots.empty()) out["disturbed_slots"] = launch.disturbed_slots;
  } else {
    left_out->push_back("ns_per_op.launches.slots");
  }
  return out;
}

json TimingJson(const Timing& timing, std::vector<std::string>* left_out) {
  ObjectWriter out("ns_per_op.", left_out);
  out.Required("median", timing.median_ns);
  out.Number("low", timing.low_ns);
  out.Number("high", timing.high_ns);
  out.Number("coverage", timing.coverage);
  out.Required("worst_launch", timing.worst_launch_ns);
  out.Count("outlier_slots", timing.outlier_slots);
  json launches = json::array();
  for (const Launch& launch : timing.launches) launches.push_back(LaunchJson(launch, left_out));
  out.Set("launches", std::move(launches));
  return out.Take();
}

json PayloadJson(const PayloadStats& payload, std::vector<std::string>* left_out) {
  ObjectWriter out("payload.", left_out);
  out.Count("count", payload.count);
  out.Count("bytes_min", payload.bytes_min);
  out.Required("bytes_mean", payload.bytes_mean);
  out.Count("bytes_max", payload.bytes_max);
  out.Text("sha256", payload.sha256);
  return out.Take();
}

json AllocJson(const Alloc& alloc, std::vector<std::string>* left_out) {
  ObjectWriter kinds("alloc.kinds.", left_out);
  for (const auto& [kind, objects] : alloc.kinds) kinds.Number(kind.c_str(), objects);
  ObjectWriter out("alloc.", left_out);
  out.Required("bytes_per_op", alloc.bytes_per_op);
  out.Required("objects_per_op", alloc.objects_per_op);
  out.Set("kinds", kinds.Take());
  const auto seen = [&](const char* key, const std::vector<double>& values) {
    const bool finite = std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
    if (!values.empty() && finite) out.Set(key, values);
  };
  seen("bytes_seen", alloc.bytes_seen);
  seen("objects_seen", alloc.objects_seen);
  return out.Take();
}

json FailureJson(const Failure& failure) {
  std::vector<std::string> none;
  ObjectWriter out("failure.", &none);
  out.Set("what", failure.what);
  out.Text("path", failure.path);
  out.Count("payload_index", failure.payload_index);
  out.Count("byte", failure.byte);
  out.Text("saved_input", failure.saved_input);
  out.Text("replay", failure.replay);
  return out.Take();
}

json CellJson(const Cell& cell) {
  std::vector<std::string> left_out;
  ObjectWriter out("", &left_out);
  out.Set("id", cell.id.Text());
  out.Set("schema", cell.id.schema);
  out.Set("size", cell.id.size);
  out.Set("ring", cell.id.ring);
  out.Set("op", cell.id.op);
  out.Set("codec", cell.id.codec);
  out.Set("options", cell.options);
  out.Set("status", StatusWord(cell.status));
  if (cell.payload) out.Set("payload", PayloadJson(*cell.payload, &left_out));
  out.Count("wire_bytes", cell.wire_bytes);
  out.Text("check", cell.check);
  if (cell.ns_per_op) {
    out.Set("ns_per_op", TimingJson(*cell.ns_per_op, &left_out));
    out.Set("warm_capped", cell.warm_capped);
    out.Set("disturbed", cell.disturbed);
  }
  out.Number("mb_per_s", cell.mb_per_s);
  out.Number("msgs_per_s", cell.msgs_per_s);
  out.Number("empty_loop_ns", cell.empty_loop_ns);
  if (cell.alloc) out.Set("alloc", AllocJson(*cell.alloc, &left_out));
  out.Number("instructions_per_op", cell.instructions_per_op);
  if (cell.traces) {
    nlohmann::json traces{{"compiled", cell.traces->compiled}, {"aborts", cell.traces->aborts}};
    if (cell.traces->bridges) traces["bridges"] = *cell.traces->bridges;
    if (cell.traces->abort_reasons) traces["abort_reasons"] = *cell.traces->abort_reasons;
    out.Set("traces", std::move(traces));
  }
  if (cell.jit) out.Set("jit", {{"asked", cell.jit->asked}, {"read", cell.jit->read}});
  out.Number("fast_path_share", cell.fast_path_share);
  if (cell.failure) out.Set("failure", FailureJson(*cell.failure));
  std::vector<std::string> notes = cell.notes;
  for (const std::string& name : left_out) notes.push_back(name + " was not finite and is left out");
  out.Text("note", fmt::format("{}", fmt::join(notes, "; ")));
  return out.Take();
}

json StateJson(const MachineState& state) {
  std::vector<std::string> none;
  ObjectWriter out("", &none);
  out.Number("load_1min", state.load_1min);
  out.Number("steal_s", state.steal_s);
  out.Number("clock_resolution_ns", state.clock_resolution_ns);
  return out.Take();
}

json MachineJson(const Document& document) {
  const Machine& machine = document.machine;
  json out = {{"arch", machine.arch},
              {"cpu", machine.cpu},
              {"cores", machine.cores},
              {"kernel", machine.kernel},
              {"governor", machine.governor},
              {"memory_bytes", machine.memory_bytes},
              {"comparable_hash", ComparableHash(document)}};
  if (document.state_before) out["before"] = StateJson(*document.state_before);
  if (document.state_after) out["after"] = StateJson(*document.state_after);
  return out;
}

}  // namespace

std::string WriteDocument(const Document& document) {
  json config = document.config.flags;
  config["seed"] = document.config.seed;
  json cells = json::array();
  for (const Cell& cell : document.cells) cells.push_back(CellJson(cell));
  json out = {{"schema_version", fmt::format("{}.{}", kSchemaMajor, kSchemaMinor)},
              {"complete", document.complete},
              {"pbbench",
               {{"version", document.pbbench.version},
                {"commit", document.pbbench.commit},
                {"build_type", document.pbbench.build_type},
                {"compiler", document.pbbench.compiler},
                {"compile_flags", document.pbbench.compile_flags}}},
              {"codec_tree",
               {{"sha256", document.codec_tree.sha256},
                {"commit", document.codec_tree.commit},
                {"dirty", document.codec_tree.dirty}}},
              {"machine", MachineJson(document)},
              {"runtime",
               {{"luajit", document.runtime.luajit},
                {"jit_flags", document.runtime.jit_flags},
                {"libprotobuf", document.runtime.libprotobuf},
                {"peers", document.runtime.peers}}},
              {"config", std::move(config)},
              {"warnings", document.warnings},
              {"cells", std::move(cells)}};
  if (document.codec_tree.commit.empty()) {  // unknown is not clean
    out["codec_tree"].erase("commit");
    out["codec_tree"].erase("dirty");
  }
  if (!document.ablations.empty()) out["ablations"] = AblationsJson(document.ablations);
  if (!document.measured_at.empty()) out["measured_at"] = document.measured_at;
  return JsonText(out);
}

}  // namespace pbb::result
