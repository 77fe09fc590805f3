// What will be measured, in which order, and how long that takes: from validated options to cells, rings and launches.
// Everything here is decided before anything runs, and by the options alone.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "corpus/corpus.h"
#include "corpus/own.h"
#include "measure/options.h"

namespace pbb::measure {

// One message type, with what a worker needs to make codecs for it.
struct PlannedSchema {
  std::string name;            // "hello.Person", also the type's full name
  std::string proto_file;      // "hello.proto"
  std::string descriptor_set;  // FileDescriptorSet bytes
  bool own = false;            // the user's: the codec tree was not built for it
};

struct PlannedRing {
  size_t schema = 0;  // index into Plan::schemas
  Ring ring;          // payloads and their statistics
  // Operations of a pass: the ring's payloads in order; a single one (ring `repeat`) over and over.
  uint64_t pass_ops = 0;
};

struct PlannedCodec {
  codec::CodecName name;
  bool uses_lua = false;
};

struct PlannedCell {
  result::CellId id;
  size_t ring = 0;   // index into Plan::rings
  size_t codec = 0;  // index into Plan::codecs
  codec::Op op = codec::Op::kEncode;
};

// Of a cell in one launch, at most: a burst of a second, in which a shared machine is slow, then meets a part of its
// slots and not their median.
inline constexpr uint32_t kVisits = 3;
// A worker keeps every cell of a launch between its visits. Where they could need more than that, each is visited once.
inline constexpr double kMostKeptBytes = 1.5 * (uint64_t{1} << 30);

// One fresh worker process.
struct PlannedLaunch {
  uint64_t seed = 0;           // below 2^53; `order` and `padding_bytes` follow from it
  std::vector<size_t> order;   // all cells, shuffled
  uint32_t padding_bytes = 0;  // of a variable in the worker's environment: shifts its stack
};

struct Plan {
  RunOptions options;  // with `quick` turned into launches and budget
  std::vector<PlannedSchema> schemas;
  std::vector<PlannedRing> rings;
  std::vector<PlannedCodec> codecs;
  std::vector<PlannedCell> cells;
  std::vector<PlannedLaunch> launches;  // empty for verify_only
  uint32_t visits = kVisits;            // of each cell in a launch; all visit it in the launch's order
  // Estimates from assumed costs of an operation (plan.cc); a run keeps to the budget by what it sees.
  int64_t verify_ns = 0;    // all payloads once for each codec
  int64_t least_ns = 0;     // with the fewest slots that make a figure
  int64_t expected_ns = 0;  // everything; at most the budget
};

// Makes the rings and plans. Throws Error(kUsage): no cell is left, or the budget is too small for the cells (with
// what would be enough).
Plan MakePlan(const RunOptions& options, Corpus& corpus);

// The same for the user's own message, whose name, size and ring stand in `options`.
Plan MakePlan(const RunOptions& options, const OwnMessage& own);

// The same from rings that exist already; `codecs` stand for options.codecs.
Plan PlanCells(const RunOptions& options, std::vector<PlannedSchema> schemas, std::vector<PlannedRing> rings,
               std::vector<PlannedCodec> codecs);

// For --dry-run: one line per ring (cells, payloads, bytes, operations of a pass), then launches and time in all.
std::vector<std::string> Describe(const Plan& plan);

// Starting a worker and loading schemas, once a launch.
inline constexpr int64_t kLaunchNs = 100'000'000;

// How long one cell takes in one launch: with the fewest slots in one visit, and with the most in so many.
int64_t LeastBenchNs(const PlannedRing& ring);
int64_t MostBenchNs(const PlannedRing& ring, uint32_t visits);

// How long checking all payloads of a ring takes one codec.
int64_t CheckNs(const PlannedRing& ring);

}  // namespace pbb::measure
