// What a run is asked to do, after flags were checked: every name in here exists, every number is in range.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "codec/codec.h"
#include "codec/codec_name.h"
#include "corpus/ring.h"
#include "result/ablation.h"
#include "result/cell_id.h"

namespace pbb::measure {

// Who times the slots of in-process cells; both run the same passes (METHOD.md shows that they agree).
enum class Timer { kGoogleBenchmark, kOwn };

struct SchemaChoice {
  std::string schema;              // as the manifest names it
  std::vector<std::string> sizes;  // labels, in the order in which they are shown
};

inline constexpr int kDefaultLaunches = 10;
inline constexpr int64_t kDefaultBudgetNs = 120'000'000'000;
// What `--quick` leaves for checking and measuring, so that the whole command stays inside 20 seconds.
inline constexpr int64_t kQuickBudgetNs = 14'000'000'000;
// Of a ring, and so of a pass. Far below what DESIGN section 4 allows: a full garbage collection comes before each
// pass, and passes of some milliseconds leave room for a warm-up and ten slots. They depend on nothing else, least of
// all on the budget: two runs of one seed must have equal payloads.
inline constexpr RingLimits kDefaultRingLimits{4'000, uint64_t{1} << 20};

struct RunOptions {
  std::vector<SchemaChoice> schemas;
  std::vector<std::string> rings;
  std::vector<codec::Op> ops;
  std::vector<codec::CodecName> codecs;               // validated by the registry
  std::function<bool(const result::CellId&)> wanted;  // --cell; empty: all
  int launches = kDefaultLaunches;                    // fresh processes; at least 1
  int64_t budget_ns = kDefaultBudgetNs;               // for checks and launches together
  bool quick = false;                                 // one launch, at most kQuickBudgetNs
  bool verify_only = false;                           // checks every payload, times nothing
  uint64_t seed = 1;                                  // below 2^53; of payloads, launch seeds and orders
  std::vector<result::AblationPair> ablations;        // of these codecs, to be worked out when all is measured
  bool jit = true;                                    // of the Lua codecs; off becomes part of their names: [jit=off]
  std::vector<std::string> jit_options;               // for jit.opt.start; empty: the VM's defaults
  RingLimits ring_limits = kDefaultRingLimits;
  Timer timer = Timer::kGoogleBenchmark;
  std::string own_message;                  // flags that name the user's own message, for a shell; empty: built-in ones
  std::string codec_tree;                   // folder that the Lua side loads from
  std::vector<std::string> worker_command;  // program and arguments: {"/proc/self/exe", "worker"}
  int64_t patience_ns = 10'000'000'000;  // beyond what a request should take at most, until its worker counts as hung
  std::string failure_folder = "pbbench-failed";  // made when a codec is wrong: keeps the payloads that show it
};

}  // namespace pbb::measure
