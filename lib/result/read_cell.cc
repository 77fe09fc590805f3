#include "result/read_cell.h"

#include <fmt/format.h>

namespace pbb::result {
namespace {

using nlohmann::json;
using Range = FigureReader::Range;

CellId ReadId(const StructureReader& in) {
  CellId id{in.Text("schema"), in.Text("size"), in.Text("ring"), in.Text("op"), in.Text("codec")};
  const std::string name = in.Text("id");
  if (name != id.Text()) in.Refuse("id", fmt::format("{} is not what its parts say: {}", name, id.Text()));
  return id;
}

std::string JoinedNotesUpTo(const std::string& text, size_t* start) {
  const size_t end = text.find("; ", *start);
  std::string note = text.substr(*start, end == std::string::npos ? end : end - *start);
  *start = end == std::string::npos ? end : end + 2;
  return note;
}

std::optional<PayloadStats> ReadPayload(FigureReader* cell) {
  auto in = cell->Object("payload");
  if (!in) return std::nullopt;
  const auto count = in->Count("count");
  const auto bytes_min = in->Count("bytes_min");
  const auto bytes_mean = in->Required("bytes_mean", Range::kAmount);
  const auto bytes_max = in->Count("bytes_max");
  if (!bytes_mean) return std::nullopt;
  return PayloadStats{count.value_or(0), bytes_min.value_or(0), *bytes_mean, bytes_max.value_or(0), in->Text("sha256")};
}

std::optional<Launch> ReadLaunch(const json& value, FigureReader* timing) {
  std::vector<std::string> problems;
  FigureReader in(value, "", &problems);
  Launch launch;
  launch.seed = in.Count("seed").value_or(0);
  const json* slots = value.is_object() ? in.List("slots") : nullptr;
  if (slots == nullptr) {
    timing->Problem("launches", "a launch has no list of slots");
    return std::nullopt;
  }
  for (const json& slot : *slots) {
    if (!slot.is_number() || !RangeProblem(slot.get<double>(), Range::kTime).empty()) {
      timing->Problem("launches", fmt::format("a slot is no time: {}", slot.dump()));
      return std::nullopt;
    }
    launch.slots_ns.push_back(slot.get<double>());
  }
  if (const json* disturbed = in.List("disturbed_slots")) {
    for (const json& index : *disturbed) {
      if (index.is_number_unsigned()) launch.disturbed_slots.push_back(index.get<uint32_t>());
    }
  }
  return launch;
}

std::optional<Timing> ReadTiming(FigureReader* cell) {
  auto in = cell->Object("ns_per_op");
  if (!in) return std::nullopt;
  const auto median = in->Required("median", Range::kTime);
  const auto worst = in->Required("worst_launch", Range::kTime);
  Timing timing;
  timing.low_ns = in->Number("low", Range::kTime);
  timing.high_ns = in->Number("high", Range::kTime);
  timing.coverage = in->Number("coverage", Range::kShare);
  timing.outlier_slots = in->Count("outlier_slots").value_or(0);
  if (const json* launches = in->List("launches")) {
    for (const json& value : *launches) {
      if (auto launch = ReadLaunch(value, &*in)) timing.launches.push_back(std::move(*launch));
    }
  }
  if (!median || !worst) return std::nullopt;
  timing.median_ns = *median;
  timing.worst_launch_ns = *worst;
  const bool ordered = timing.low_ns.value_or(*median) <= *median && *median <= timing.high_ns.value_or(*median);
  if (!ordered) {
    in->Problem("median", fmt::format("{} lies outside its own interval", *median));
    return std::nullopt;
  }
  return timing;
}

// A list with a value that is none is left out: it only widens what counts as known.
std::vector<double> ReadSeen(const char* key, FigureReader* alloc) {
  std::vector<double> values;
  const json* list = alloc->List(key);
  for (const json& value : list == nullptr ? json::array() : *list) {
    if (!value.is_number() || !RangeProblem(value.get<double>(), Range::kAmount).empty()) {
      alloc->Problem(key, fmt::format("{} is no amount", value.dump()));
      return {};
    }
    values.push_back(value.get<double>());
  }
  return values;
}

std::optional<Alloc> ReadAlloc(FigureReader* cell) {
  auto in = cell->Object("alloc");
  if (!in) return std::nullopt;
  const auto bytes = in->Required("bytes_per_op", Range::kAmount);
  const auto objects = in->Required("objects_per_op", Range::kAmount);
  if (!bytes || !objects) return std::nullopt;
  Alloc alloc{*bytes, *objects, {}, ReadSeen("bytes_seen", &*in), ReadSeen("objects_seen", &*in)};
  if (auto kinds = in->Object("kinds")) {
    for (const auto& [kind, unused] : kinds->object().items()) {
      if (const auto number = kinds->Number(kind.c_str(), Range::kAmount)) alloc.kinds[kind] = *number;
    }
  }
  return alloc;
}

std::optional<Traces> ReadTraces(FigureReader* cell) {
  auto in = cell->Object("traces");
  if (!in) return std::nullopt;
  const auto compiled = in->Count("compiled");
  const auto aborts = in->Count("aborts");
  if (!compiled || !aborts) return std::nullopt;
  Traces traces{*compiled, *aborts, in->Count("bridges"), {}};
  if (auto reasons = in->Object("abort_reasons")) {
    traces.abort_reasons.emplace();
    for (const auto& [reason, unused] : reasons->object().items()) {
      if (const auto count = reasons->Count(reason.c_str())) (*traces.abort_reasons)[reason] = *count;
    }
  }
  return traces;
}

std::optional<Failure> ReadFailure(FigureReader* cell) {
  auto in = cell->Object("failure");
  if (!in) return std::nullopt;
  return Failure{in->Text("what"),  in->Text("path"),        in->Count("payload_index"),
                 in->Count("byte"), in->Text("saved_input"), in->Text("replay")};
}

}  // namespace

Cell ReadCell(const StructureReader& structure) {
  Cell cell;
  cell.id = ReadId(structure);
  cell.options = structure.TextMap("options");
  FigureReader in(structure.object(), "", &cell.bad_values);
  const std::string word = in.Text("status");
  if (const auto status = ParseStatus(word)) {
    cell.status = *status;
  } else {
    cell.status = Status::kNotApplicable;
    in.Problem("status", fmt::format("\"{}\" is none we know", word));
  }
  cell.payload = ReadPayload(&in);
  cell.wire_bytes = in.Count("wire_bytes");
  cell.check = in.Text("check");
  cell.ns_per_op = ReadTiming(&in);
  cell.mb_per_s = in.Number("mb_per_s", Range::kRate);
  cell.msgs_per_s = in.Number("msgs_per_s", Range::kRate);
  cell.empty_loop_ns = in.Number("empty_loop_ns", Range::kAmount);
  cell.alloc = ReadAlloc(&in);
  cell.instructions_per_op = in.Number("instructions_per_op", Range::kAmount);
  cell.traces = ReadTraces(&in);
  if (auto jit = in.Object("jit")) cell.jit = JitState{jit->Text("asked"), jit->Text("read")};
  cell.fast_path_share = in.Number("fast_path_share", Range::kShare);
  cell.warm_capped = in.Bool("warm_capped").value_or(false);
  cell.disturbed = in.Bool("disturbed").value_or(false);
  cell.failure = ReadFailure(&in);
  if (cell.status == Status::kFailed && cell.ns_per_op) {
    in.Problem("ns_per_op", "a failed cell has no time");
    cell.ns_per_op.reset();
    cell.mb_per_s.reset();
    cell.msgs_per_s.reset();
  }
  const std::string notes = in.Text("note");
  for (size_t start = notes.empty() ? std::string::npos : 0; start != std::string::npos;) {
    cell.notes.push_back(JoinedNotesUpTo(notes, &start));
  }
  return cell;
}

}  // namespace pbb::result
