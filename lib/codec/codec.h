// The interface that every codec under measurement implements, C++ and Lua alike.
// One object serves one cell: one message type, one op, its own lua_State where there is one. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/codec_name.h"

namespace pbb::codec {

enum class Op { kEncode, kDecode };
const char* OpName(Op op);  // "encode", "decode"
std::optional<Op> ParseOp(std::string_view name);

// How many results of a pass stay reachable; a pass overwrites the oldest.
inline constexpr int kSinkEntries = 16;

// What differs from the oracle, as far as it is known.
struct Mismatch {
  std::string what;            // "re-encoded bytes differ", "string expected, got number", the codec's own error text
  std::string path;            // field path, empty when there is none
  std::optional<size_t> byte;  // first differing byte of the canonical re-encoding
  std::optional<size_t> payload;  // index in the ring
};

// Exact allocation of one pass. Objects are allocator calls that made a new block, bytes are sizes of new blocks plus
// growth.
struct AllocCounts {
  uint64_t ops = 0;
  uint64_t objects = 0;
  uint64_t bytes = 0;
  std::map<std::string, uint64_t> kinds;  // blocks by kind ("table", "table_part", "string", "cdata"); empty = unknown
};

// Trace events since the codec was made. All zero for codecs without Lua.
struct TraceCounts {
  uint64_t started = 0;
  uint64_t compiled = 0;
  uint64_t aborted = 0;
  std::map<std::string, uint64_t> abort_reasons;
  uint64_t events() const { return started + compiled + aborted; }
};

class Codec {
 public:
  virtual ~Codec() = default;

  // Decodes one payload, compares the decoded value with the oracle's, encodes it again and compares the canonical form
  // of the result with that of `payload`. Empty when all is well. `wire_bytes`, when given, receives the size of what
  // this codec wrote. Runs the same decode and encode functions as the timed passes.
  virtual std::optional<Mismatch> Check(std::string_view payload, size_t* wire_bytes) = 0;

  // Gets ready to run `op`: a pass is `pass_ops` operations over `payloads` in order, again from the first when they
  // run out (ring `repeat` has one payload). A codec that decodes then holds only the wire bytes, one that encodes only
  // its own objects. Called once. Returns the codec's error text, or "".
  virtual std::string Prepare(Op op, const std::vector<std::string>& payloads, size_t pass_ops) = 0;

  // Untimed, before every pass: where there is a garbage collector and interning, the sink is emptied and a full
  // collection runs.
  virtual void BeforePass() = 0;

  // Timed: one pass, `pass_ops` operations. Returns "" or the codec's error text.
  virtual std::string RunPass() = 0;

  // The same loop with nothing in it: what a pass costs without the codec.
  virtual void RunEmptyPass() = 0;

  // What the sink holds after a pass: canonical bytes of the last results, oldest first (min(ops, kSinkEntries) of
  // them). An entry that does not parse is "".
  virtual std::vector<std::string> SinkContents() = 0;

  // One pass of at most `max_ops` operations with the allocator counted. Leaves the codec as BeforePass does.
  virtual AllocCounts CountAllocations(size_t max_ops) = 0;

  virtual TraceCounts Traces() const { return {}; }

  // "on" or "off" as read back from the VM; empty for codecs without Lua.
  virtual std::string JitState() const { return {}; }

  // For the cell's note, e.g. {"fast_path_share": 0.998}; may be empty.
  virtual std::map<std::string, double> Notes() const { return {}; }
};

}  // namespace pbb::codec
