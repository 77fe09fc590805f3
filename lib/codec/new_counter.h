// Counts what C++ code allocates: the binary's operator new, counted only while asked to.
#pragma once

#include <cstdint>

namespace pbb::codec {

struct NewTotals {
  uint64_t objects = 0;
  uint64_t bytes = 0;
};

// Replaces the global operator new of the whole binary (libprotobuf's calls too: the linker binds them here). Outside
// Start/Stop a call costs one predictable branch more.
void StartCountingNew();
NewTotals StopCountingNew();

}  // namespace pbb::codec
