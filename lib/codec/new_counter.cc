#include "codec/new_counter.h"

#include <cstdlib>
#include <new>

namespace {

bool counting = false;
pbb::codec::NewTotals totals;

void* Allocate(std::size_t size) {
  if (counting) {
    ++totals.objects;
    totals.bytes += size;
  }
  return std::malloc(size == 0 ? 1 : size);
}

void* AllocateOrThrow(std::size_t size) {
  if (void* block = Allocate(size)) return block;
  throw std::bad_alloc();
}

}  // namespace

namespace pbb::codec {

void StartCountingNew() {
  totals = {};
  counting = true;
}

NewTotals StopCountingNew() {
  counting = false;
  return totals;
}

}  // namespace pbb::codec

// The aligned forms are left as they are: nothing that is measured uses them.
void* operator new(std::size_t size) { return AllocateOrThrow(size); }
void* operator new[](std::size_t size) { return AllocateOrThrow(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return Allocate(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return Allocate(size); }
void operator delete(void* block) noexcept { std::free(block); }
void operator delete[](void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }
void operator delete[](void* block, std::size_t) noexcept { std::free(block); }
void operator delete(void* block, const std::nothrow_t&) noexcept { std::free(block); }
void operator delete[](void* block, const std::nothrow_t&) noexcept { std::free(block); }
