// One cell of a result document: what was measured, how it went, and why a figure may be missing.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "result/cell_id.h"

namespace pbb::result {

enum class Status {
  kOk,
  kUnstable,       // measured, but best and worst launch are over 1.10 apart, or warm-up hit its cap
  kFailed,         // the codec was wrong, or its process died: no time
  kNotApplicable,  // the codec says that it can't do this
};

// "ok", "unstable", "failed", "n/a"
std::string_view StatusWord(Status status);
std::optional<Status> ParseStatus(std::string_view word);

// The ring's payloads as they are on the wire.
struct PayloadStats {
  uint64_t count = 0;
  uint64_t bytes_min = 0;
  double bytes_mean = 0;
  uint64_t bytes_max = 0;
  std::string sha256;  // over the length-delimited payloads in ring order
};

// One fresh worker process.
struct Launch {
  uint64_t seed = 0;                      // below 2^53
  std::vector<double> slots_ns;           // wall time per operation of each slot, in order, loop cost included
  std::vector<uint32_t> disturbed_slots;  // indices into slots_ns: the machine did something else meanwhile
};

// Time per operation. The figure is the median over launches of the launch's slot median.
struct Timing {
  double median_ns = 0;
  // Interval by order statistics over launches, and the coverage it reaches (at least 0.95). All three are absent with
  // fewer than six launches: no pair of so few values reaches 95 %.
  std::optional<double> low_ns;
  std::optional<double> high_ns;
  std::optional<double> coverage;
  double worst_launch_ns = 0;  // slowest launch: JIT-compiled code falls off a cliff in some processes
  uint64_t outlier_slots = 0;  // slots of all launches beyond Tukey's fences; counted, never dropped
  std::vector<Launch> launches;
};

struct Alloc {
  double bytes_per_op = 0;              // sizes of new blocks plus growth
  double objects_per_op = 0;            // allocator calls that make a new block
  std::map<std::string, double> kinds;  // objects per operation by kind: strings, tables, table_parts, ...
  // What the launches counted, each value once, ascending; the figures above are of the middle launch. More than one
  // for some cells of LuaJIT: which trace made a table decides how its parts grow. Since minor version 1; may be empty.
  std::vector<double> bytes_seen = {};
  std::vector<double> objects_seen = {};
};

struct Traces {
  uint64_t compiled = 0;
  uint64_t aborts = 0;
  std::optional<uint64_t> bridges;  // traces that leave compiled code for the interpreter
  // Why recording was given up, as LuaJIT words it, and the most often in one launch. Since minor version 1.
  std::optional<std::map<std::string, uint64_t>> abort_reasons;
};

// JIT state as it was asked for and as it was read back from the VM: "on" or "off".
struct JitState {
  std::string asked;
  std::string read;
};

// Why a cell is `failed`, and how to see it again.
struct Failure {
  std::string what;                       // "re-encoded bytes differ", "worker ended by signal 11"
  std::string path;                       // field path of the first difference, may be empty
  std::optional<uint64_t> payload_index;  // in ring order, from 0
  std::optional<uint64_t> byte;           // first differing byte, from 0
  std::string saved_input;                // file with the payload, may be empty
  std::string replay;                     // command line, may be empty
};

struct Cell {
  CellId id;
  std::map<std::string, std::string> options;  // of the codec, where they are not its defaults
  Status status = Status::kOk;
  std::optional<PayloadStats> payload;
  std::optional<uint64_t> wire_bytes;  // what an encode of every payload of the ring writes, or a decode reads, in all
  std::string check;                   // hash of the decoded content; empty when not taken
  std::optional<Timing> ns_per_op;
  std::optional<double> mb_per_s;  // 1e6 payload bytes per second
  std::optional<double> msgs_per_s;
  std::optional<double> empty_loop_ns;  // per operation, contained in ns_per_op
  std::optional<Alloc> alloc;
  std::optional<double> instructions_per_op;
  std::optional<Traces> traces;
  std::optional<JitState> jit;            // Lua codecs only
  std::optional<double> fast_path_share;  // 0 to 1: decodes that never left the predicted path
  bool warm_capped = false;
  bool disturbed = false;          // at least one slot was
  std::vector<std::string> notes;  // JSON: `note`, joined by "; "
  std::optional<Failure> failure;

  // Filled by the reader, never written: figures that can't be used, each with its reason ("ns_per_op.median: 0, a
  // time is above 0"). Such a figure is absent above; whoever misses it reads `not comparable` and shows this.
  std::vector<std::string> bad_values;
};

// Adds a remark, once.
void AddNote(Cell* cell, std::string text);

// Sets the share and puts it into the cell's note.
void SetFastPathShare(Cell* cell, double share);

}  // namespace pbb::result
