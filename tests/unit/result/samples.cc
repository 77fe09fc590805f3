#include "samples.h"

#include <fmt/format.h>

#include "result/summary.h"

namespace pbb::result {
namespace {

Document Frame() {
  Document document;
  document.complete = true;
  document.measured_at = "2024-05-01T12:00:00Z";
  document.pbbench = {"0.1.0", "4b98f91", "Release", "GNU 12.2.0", "-O3 -falign-functions=64 -falign-loops=64"};
  document.codec_tree = {std::string(64, 'a'), "4b98f91", false};
  document.machine = {"x86_64", "Example CPU @ 2.50GHz", 2, "6.1.0-18-amd64", "unknown", uint64_t{8} << 30};
  document.state_before = MachineState{0.25, 1.5, 20.0};
  document.state_after = MachineState{1.02, 1.75, std::nullopt};
  document.runtime = {"LuaJIT 2.1.0-beta3", "default", "3.21.12", {}};
  document.config.seed = 42;
  document.config.flags = {{"launches", 10}, {"ring", {"unique"}}, {"schema", {"hello.Person"}}, {"jit", "on"}};
  return document;
}

Cell Frame(const std::string& size, const std::string& op, const std::string& codec, double bytes) {
  Cell cell;
  cell.id = {"hello.Person", size, "unique", op, codec};
  const auto whole = static_cast<uint64_t>(bytes);
  cell.payload = PayloadStats{20000, whole, bytes, whole, std::string(64, size == "10B" ? '1' : '2')};
  return cell;
}

// Launch i of n takes ns * (1 + i * step); each has three slots around that.
std::vector<Launch> Launches(int n, double ns, double step) {
  std::vector<Launch> launches;
  for (int i = 0; i < n; ++i) {
    const double middle = ns * (1 + i * step);
    launches.push_back({static_cast<uint64_t>(1000 + i), {middle, middle - 0.5, middle + 0.25}, {}});
  }
  return launches;
}

Cell Timed(const std::string& size, const std::string& op, const std::string& codec, double bytes, double ns,
           int launches = 10, double step = 0.0078125) {
  Cell cell = Frame(size, op, codec, bytes);
  cell.wire_bytes = static_cast<uint64_t>(bytes) * 20000;
  cell.check = "5d41402abc4b2a76";
  cell.empty_loop_ns = 0.5;
  if (codec.rfind("lua", 0) == 0) {
    cell.jit = JitState{"on", "on"};
    cell.alloc = op == "encode" ? Alloc{bytes + 32, 1, {{"strings", 1}}, {bytes + 32, bytes + 80}, {1, 2}}
                                : Alloc{bytes * 3 + 184, 7, {{"strings", 3}, {"table_parts", 2}, {"tables", 2}}};
    cell.traces = Traces{4, 2, 0, std::map<std::string, uint64_t>{{"leaving loop in root trace", 2}}};
  } else {
    cell.alloc = Alloc{0, 0, {}};
  }
  SetTiming(&cell, Launches(launches, ns, step));
  return cell;
}

Cell FailedCell() {
  Cell cell = Frame("1KB", "decode", "lua-mine", 930);
  cell.status = Status::kFailed;
  cell.failure =
      Failure{.what = "decoded values differ",
              .path = "hello.Person.emails[3]",
              .payload_index = 17,
              .byte = 212,
              .saved_input = "failed/hello.Person-1KB-17.bin",
              .replay = "pbbench run --cell 'hello.Person/1KB/unique/decode/lua-mine' --seed 42 --verify-only"};
  return cell;
}

Cell NotApplicableCell(const std::string& size, const std::string& op) {
  Cell cell = Frame(size, op, "protobuf-arena", size == "10B" ? 10 : 930);
  cell.status = Status::kNotApplicable;
  AddNote(&cell, "not built: no generated C++ code for this schema");
  return cell;
}

}  // namespace

Document FullSample() {
  Document document = Frame();
  document.warnings = {"governor unknown: clock frequency may change while measuring"};
  for (const char* op : {"encode", "decode"}) {
    const bool encode = op == std::string("encode");
    document.cells.push_back(Timed("10B", op, "protobuf", 10, encode ? 45 : 60));
    document.cells.push_back(Timed("10B", op, "lua-full", 10, encode ? 120 : 250));
    document.cells.push_back(Timed("10B", op, "lua-concat", 10, encode ? 350 : 600));
    document.cells.push_back(NotApplicableCell("10B", op));
    document.cells.push_back(Timed("1KB", op, "protobuf", 930, encode ? 800 : 1500));
    document.cells.push_back(Timed("1KB", op, "lua-full", 930, encode ? 2500 : 6000));
    document.cells.push_back(Timed("1KB", op, "lua-concat", 930, encode ? 14000 : 21000));
    document.cells.push_back(NotApplicableCell("1KB", op));
  }
  SetFastPathShare(&document.cells[9], 1);
  SetFastPathShare(&document.cells[13], 0.9731);
  document.cells.push_back(FailedCell());
  document.cells[6] = Timed("1KB", "encode", "lua-concat", 930, 14000, 10, 0.03125);  // worst launch 1.28 from best

  Cell capped = Timed("1KB", "decode", "lua-runtime[int64=number]", 930, 0);
  capped.options = {{"int64", "number"}};
  capped.status = Status::kOk;
  capped.failure.reset();
  capped.notes.clear();
  capped.warm_capped = true;
  std::vector<Launch> launches = Launches(10, 30000, 0.0078125);
  launches[4].disturbed_slots = {1, 2};
  SetTiming(&capped, std::move(launches));
  document.cells.push_back(std::move(capped));
  return document;
}

Document BaselineSample() {
  Document document = Frame();
  document.measured_at = "2024-04-01T12:00:00Z";
  for (const char* op : {"encode", "decode"}) {
    const bool encode = op == std::string("encode");
    document.cells.push_back(Timed("10B", op, "protobuf", 10, encode ? 45 : 60));
    document.cells.push_back(Timed("10B", op, "lua-full", 10, encode ? 150 : 240));
    document.cells.push_back(Timed("1KB", op, "lua-full", 930, encode ? 5000 : 6000));
    document.cells.push_back(Timed("1KB", op, "lua-concat", 930, encode ? 14000 : 21500));
  }
  document.cells[5].alloc->bytes_per_op -= 8;
  document.cells[1].alloc->bytes_per_op = 0;
  document.cells[6].payload->sha256 = std::string(64, '9');
  document.cells.push_back(Timed("1KB", "decode", "lua-mine", 930, 9000));
  document.cells.push_back(Timed("10B", "decode", "lua-old", 10, 900));
  return document;
}

Document QuickSample() {
  Document document = Frame();
  document.config.flags["launches"] = 1;
  document.config.flags["quick"] = true;
  for (const char* codec : {"protobuf", "lua-full"}) {
    document.cells.push_back(Timed("10B", "encode", codec, 10, codec[0] == 'p' ? 45 : 120, 1));
  }
  return document;
}

Document BareSample() {
  Document document = Frame();
  document.complete = false;
  document.state_before.reset();
  document.state_after.reset();
  document.config.flags["verify-only"] = true;
  for (const char* codec : {"protobuf", "lua-full"}) {
    document.cells.push_back(Frame("10B", "encode", codec, 10));
    document.cells.back().payload.reset();
  }
  return document;
}

Document OddNamesSample() {
  Document document = Frame();
  document.machine.cpu = "Other \"CPU\" | two";
  document.machine.cores = 64;
  Cell cell = Timed("10B", "encode", "yours|C:\\tmp\\\"x\".bin", 10, 100);
  cell.id.schema = "map<string, int32>";
  AddNote(&cell, "text with \\h, a \x1b[31mcolour\x1b[0m, a\ttab and a\nline");
  AddNote(&cell, "no UTF-8: \xff\xc0");
  document.cells.push_back(std::move(cell));
  return document;
}

}  // namespace pbb::result
