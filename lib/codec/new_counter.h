// Counts what C++ code allocates: the binary's operator new, counted only while asked to.
#pragma once

#include <cstdint>

#include "codec/codec.h"

namespace pbb::codec {

struct NewTotals {
  uint64_t objects = 0;
  uint64_t bytes = 0;
};

// Replaces the global operator new of the whole binary (libprotobuf's calls too: the linker binds them here). Outside
// Start/Stop a call costs one predictable branch more.
void StartCountingNew();
NewTotals StopCountingNew();

// What `run(ops)` makes.
template <typename Run>
AllocCounts CountNew(size_t ops, const Run& run) {
  AllocCounts counts;
  counts.ops = ops;
  StartCountingNew();
  run(ops);
  const NewTotals totals = StopCountingNew();
  counts.objects = totals.objects;
  counts.bytes = totals.bytes;
  return counts;
}

}  // namespace pbb::codec
