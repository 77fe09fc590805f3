// The requests and answers of the line protocol as structs (protocol.h has the table). FromJson throws Error(kUsage)
// that names the member when one is missing or of the wrong type; a string of bytes that are no UTF-8 is written with
// U+FFFD in their place.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace pbb::peer {

struct HelloAnswer {
  int protocol = 0;
  std::string name;
  std::string version;
  std::map<std::string, std::string> runtime;  // "luajit" -> "LuaJIT 2.1.0-beta3"
  double clock_resolution_ns = 0;

  nlohmann::json ToJson() const;
  static HelloAnswer FromJson(const nlohmann::json& json);
};

struct LoadRequest {
  std::string type;            // full name
  std::string descriptor_set;  // path
  std::string proto_file;
  std::string codec_tree;  // folder, may be empty
  bool generate = false;   // the tree was not built for this schema: generated code is made from the set

  nlohmann::json ToJson() const;
  static LoadRequest FromJson(const nlohmann::json& json);
};

// What check and bench share: which codec works on which payloads.
struct Subject {
  std::string type;
  std::string codec;  // name with options: lua-full[jit=off]
  std::string ring_file;
  uint64_t count = 0;  // payloads in that file
  bool jit = true;     // for codecs that run on a VM with a JIT compiler
  std::vector<std::string> jit_options;
};

struct CheckRequest {
  Subject subject;

  nlohmann::json ToJson() const;
  static CheckRequest FromJson(const nlohmann::json& json);
};

// Why a codec is wrong.
struct FailureNote {
  std::string what;
  std::string path;                 // field path, may be empty
  std::optional<uint64_t> byte;     // first differing byte of the canonical re-encoding, from 0
  std::optional<uint64_t> payload;  // in ring order, from 0
};

// Shared by the answers to check and bench: at most one of the two.
struct Outcome {
  std::optional<FailureNote> failed;
  std::string not_applicable;  // why; empty: it is
};

struct CheckAnswer {
  Outcome outcome;
  uint64_t wire_bytes = 0;  // sum over the ring of what this codec wrote
  std::string jit;          // "on" or "off" as read back; empty without Lua

  nlohmann::json ToJson() const;
  static CheckAnswer FromJson(const nlohmann::json& json);
};

// How long a bench may take and what makes a slot. All times in nanoseconds of wall time. A cell may be visited several
// times in a launch (protocol.h): the same plan comes with each visit and is for all of them together.
struct BenchPlan {
  int64_t budget_ns = 240'000'000;  // preparing, warming up, slots, allocation
  int64_t slot_ns = 2'000'000;      // timed part of a slot, at least; in whole passes
  uint32_t min_slots = 5;           // even where the budget is used up
  uint32_t max_slots = 20;
  uint32_t warm_max_slots = 60;  // cap of the warm-up, which may also use half of the budget at most
  uint32_t visit = 1;            // this one, from 1
  uint32_t visits = 1;           // how many there are at most
};

struct BenchRequest {
  Subject subject;
  std::string op;         // "encode", "decode"
  uint64_t pass_ops = 0;  // operations of a pass: the payloads in order, over again when they run out
  std::string timer;      // "google-benchmark", "own"; peers time themselves
  BenchPlan plan;

  nlohmann::json ToJson() const;
  static BenchRequest FromJson(const nlohmann::json& json);
};

struct BenchAnswer {
  Outcome outcome;               // when it failed or does not apply, nothing below is set
  std::vector<double> slots_ns;  // wall time per operation, loop included; as the clock gave it, so maybe not above 0
  std::vector<uint32_t> disturbed;  // indices of slots during which the machine did something else
  uint64_t passes_per_slot = 0;
  uint64_t warm_slots = 0;  // with those that a later visit runs to fill the caches again
  bool warm_capped = false;
  uint32_t visits_left = 0;  // in which the child will time the rest of its slots
  int64_t left_ns = 0;       // what they will take, as the child planned it

  // From here on: the answer with no visit left alone has them.
  std::optional<double> empty_loop_ns;  // per operation
  // Allocation of one pass, or of its beginning.
  uint64_t alloc_ops = 0;  // 0: not counted
  uint64_t alloc_objects = 0;
  uint64_t alloc_bytes = 0;
  std::map<std::string, uint64_t> alloc_kinds;
  // Since the codec was prepared.
  uint64_t traces_compiled = 0;
  uint64_t trace_aborts = 0;
  std::map<std::string, uint64_t> abort_reasons;
  std::string jit;                      // "on" or "off" as read back after the slots; empty without Lua
  std::map<std::string, double> notes;  // "fast_path_share" -> 0.998

  nlohmann::json ToJson() const;
  static BenchAnswer FromJson(const nlohmann::json& json);
};

}  // namespace pbb::peer
