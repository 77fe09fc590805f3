// The result document, version 1: everything one run found out (DESIGN section 6). What was not measured is absent.
// Units are fixed: nanoseconds, bytes, counts, operations; MB/s is 1e6 bytes per second. The JSON form is described
// by reports/schema/result-1.schema.json.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "result/ablation.h"
#include "result/cell.h"

namespace pbb::result {

// Readers take every document of this major and ignore what they don't know; a new field is a new minor.
inline constexpr int kSchemaMajor = 1;
inline constexpr int kSchemaMinor = 2;

struct Build {
  std::string version;
  std::string commit;         // empty when it was not built from a repository
  std::string build_type;     // Release
  std::string compiler;       // "GNU 12.2.0"
  std::string compile_flags;  // what may change code: -O3 -falign-functions=64 ...
};

struct CodecTree {
  std::string sha256;  // HashTree() of the folder: its identity
  std::string commit;  // empty when unknown
  bool dirty = false;  // built from a work tree with changes
};

// No host or user name: documents are published.
struct Machine {
  std::string arch;      // x86_64
  std::string cpu;       // model name as the kernel gives it
  int cores = 0;         // logical ones that the kernel lists
  std::string kernel;    // release: 6.1.0-18-amd64
  std::string governor;  // of the first core; "unknown" where the kernel doesn't tell (containers, VMs)
  uint64_t memory_bytes = 0;
};

// What the machine was doing, read before and after a run.
struct MachineState {
  std::optional<double> load_1min;            // runnable processes, the kernel's average over a minute
  std::optional<double> steal_s;              // CPU time since boot that a hypervisor gave to others
  std::optional<double> clock_resolution_ns;  // smallest step of the clock that times slots
};

struct Runtime {
  std::string luajit;  // "LuaJIT 2.1.0-beta3"
  std::string jit_flags;
  std::string libprotobuf;
  std::map<std::string, std::string> peers;  // name -> version
};

struct RunConfig {
  uint64_t seed = 0;  // keep below 2^53, so that every JSON reader gets it whole
  // Every flag of the run by long name without dashes: {"launches": 10, "ring": ["unique"]}. "seed" is not in it.
  nlohmann::json flags = nlohmann::json::object();
};

struct Document {
  bool complete = false;    // false: interrupted, what was done is in it
  std::string measured_at;  // UTC, ISO 8601, from the caller; may be empty
  Build pbbench;
  CodecTree codec_tree;
  Machine machine;
  std::optional<MachineState> state_before;
  std::optional<MachineState> state_after;
  Runtime runtime;
  RunConfig config;
  std::vector<std::string> warnings;  // about the machine or the run as a whole, one sentence each
  std::vector<Cell> cells;            // ids are distinct
  std::vector<Ablation> ablations;    // of cells of this document; since minor version 2
};

// The named parts in which two documents must agree for their times to be compared at 10 % (grade same-host): arch,
// cpu, cores, kernel (major.minor), compiler, flags, luajit, libprotobuf.
std::vector<std::pair<std::string, std::string>> ComparableParts(const Document& document);

// SHA-256 over ComparableParts(), in hexadecimal.
std::string ComparableHash(const Document& document);

}  // namespace pbb::result
