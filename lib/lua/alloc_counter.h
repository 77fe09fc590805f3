// Exact allocation of a stretch of Lua: every block that the VM asks its allocator for, and what kind it was.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>

#include "lua/state.h"

namespace pbb::lua {

struct AllocTotals {
  uint64_t objects =
      0;               // allocator calls that made a new block, the VM's own (string hash table, traces) not among them
  uint64_t bytes = 0;  // sizes of those blocks plus growth of existing ones
  // Blocks by kind: "string", "table", "table_part" (array or hash part of its own), "cdata", "function", "other".
  // Empty when the object layout of this VM could not be verified.
  std::map<std::string, uint64_t> kinds;
  uint64_t vm_blocks = 0;  // the VM's own, left out above
};

// Wraps the state's allocator from construction to Stop(). The collector stands still meanwhile, so that what a block
// turned into can be read off it at the end: the allocator is not told the kind, a GC64 object's header byte 9 tells.
class AllocCounter {
 public:
  explicit AllocCounter(State* state);
  ~AllocCounter();
  AllocCounter(const AllocCounter&) = delete;
  AllocCounter& operator=(const AllocCounter&) = delete;

  // Puts the allocator back, restarts the collector and classifies.
  AllocTotals Stop();

  // Whether header offsets hold on this VM: tried once on known objects.
  static bool LayoutIsKnown();

 private:
  static void* Allocate(void* self, void* block, size_t old_size, size_t new_size);
  void OnFree(void* block, size_t size);
  void Classify();

  State* state_;
  lua_Alloc wrapped_ = nullptr;
  void* wrapped_data_ = nullptr;
  bool stopped_ = false;
  std::unordered_map<void*, size_t> live_;  // new blocks that still exist, with their sizes
  AllocTotals totals_;
};

}  // namespace pbb::lua
