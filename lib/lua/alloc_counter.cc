#include "lua/alloc_counter.h"

#include <cstring>
#include <unordered_set>

namespace pbb::lua {
namespace {

// Object layout of LuaJIT 2.1 with GC64 (lj_obj.h), verified by LayoutIsKnown before anything is read off it.
constexpr size_t kTypeOffset = 9;
constexpr uint8_t kString = 4;
constexpr uint8_t kFunction = 8;
constexpr uint8_t kTrace = 9;
constexpr uint8_t kCdata = 10;
constexpr uint8_t kTable = 11;
constexpr size_t kStringHeader = 24;
constexpr size_t kStringLength = 20;
constexpr size_t kTableHeader = 64;
constexpr size_t kTableArray = 16;
constexpr size_t kTableNode = 40;
constexpr size_t kSlot = 8;
constexpr size_t kMaxColocated = 16;  // arrays of up to 16 slots share the table's block
constexpr size_t kCdataHeader = 16;
constexpr size_t kSmallestStringHash = 256 * 8;

template <typename T>
T Read(const void* block, size_t offset) {
  T value;
  std::memcpy(&value, static_cast<const char*>(block) + offset, sizeof value);
  return value;
}

bool IsString(const void* block, size_t size) {
  return size >= kStringHeader && Read<uint8_t>(block, kTypeOffset) == kString &&
         size == kStringHeader + ((Read<uint32_t>(block, kStringLength) + size_t{4}) & ~size_t{3});
}

bool IsTable(const void* block, size_t size) {
  return size >= kTableHeader && size <= kTableHeader + kMaxColocated * kSlot &&
         Read<uint8_t>(block, kTypeOffset) == kTable;
}

bool IsPowerOfTwo(size_t n) { return (n & (n - 1)) == 0; }

// The string hash table grows in powers of two of eight bytes; no array or hash part has such a size (they are 2^n + 1
// slots and 2^n nodes of 24 bytes), and a presized one is found through its table first.
bool IsStringHash(size_t size) { return size >= kSmallestStringHash && IsPowerOfTwo(size); }

const char* KindOf(const void* block, size_t size) {
  if (IsString(block, size)) return "string";
  if (IsTable(block, size)) return "table";
  if (size < kCdataHeader) return "other";
  switch (Read<uint8_t>(block, kTypeOffset)) {
    case kCdata:
      return "cdata";
    case kFunction:
      return "function";
    case kTrace:
      return "trace";
    default:
      return "other";
  }
}

}  // namespace

AllocCounter::AllocCounter(State* state) : state_(state) {
  lua_gc(state_->get(), LUA_GCSTOP, 0);
  wrapped_ = lua_getallocf(state_->get(), &wrapped_data_);
  lua_setallocf(state_->get(), &AllocCounter::Allocate, this);
}

AllocCounter::~AllocCounter() { Stop(); }

void* AllocCounter::Allocate(void* self, void* block, size_t old_size, size_t new_size) {
  auto* counter = static_cast<AllocCounter*>(self);
  if (new_size == 0) {
    if (block != nullptr) counter->OnFree(block, old_size);
    return counter->wrapped_(counter->wrapped_data_, block, old_size, 0);
  }
  void* result = counter->wrapped_(counter->wrapped_data_, block, old_size, new_size);
  if (result == nullptr) return nullptr;
  AllocTotals& totals = counter->totals_;
  if (block == nullptr) {
    counter->live_[result] = new_size;
    ++totals.objects;
    totals.bytes += new_size;
    return result;
  }
  // Growth of older blocks is the VM's own (its buffers, its stack): nothing that an operation returns is as old.
  if (counter->live_.erase(block) == 0) return result;
  counter->live_[result] = new_size;
  if (new_size > old_size) totals.bytes += new_size - old_size;
  return result;
}

// With the collector still, what is freed is a table part that was replaced by a larger one, or the old string hash.
void AllocCounter::OnFree(void* block, size_t size) {
  if (live_.erase(block) == 0) return;
  if (IsStringHash(size)) {
    --totals_.objects;
    totals_.bytes -= size;
    ++totals_.vm_blocks;
  } else {
    ++totals_.kinds["table_part"];
  }
}

AllocTotals AllocCounter::Stop() {
  if (stopped_) return totals_;
  stopped_ = true;
  lua_setallocf(state_->get(), wrapped_, wrapped_data_);
  if (LayoutIsKnown()) {
    Classify();
  } else {
    totals_.kinds.clear();
  }
  live_.clear();
  lua_gc(state_->get(), LUA_GCRESTART, 0);
  return totals_;
}

void AllocCounter::Classify() {
  std::unordered_set<const void*> parts;
  for (const auto& [block, size] : live_) {
    if (!IsTable(block, size)) continue;
    parts.insert(Read<const void*>(block, kTableArray));
    parts.insert(Read<const void*>(block, kTableNode));
  }
  for (const auto& [block, size] : live_) {
    const bool part = parts.count(block) != 0;
    const std::string kind = part ? "table_part" : KindOf(block, size);
    // The hash table of strings has no header: whatever stands at byte 9 of it, its size tells.
    const bool string_hash = !part && kind != "string" && kind != "table" && IsStringHash(size);
    if (kind == "trace" || string_hash) {
      --totals_.objects;
      totals_.bytes -= size;
      ++totals_.vm_blocks;
    } else {
      ++totals_.kinds[kind];
    }
  }
}

bool AllocCounter::LayoutIsKnown() {
  static const bool known = [] {
    if (sizeof(void*) != 8) return false;
    State state;
    // lua_topointer gives a table itself and a string's first character, which follows its header.
    if (!state.Run("return {}, 'layout probe of pbbench', require('ffi').new('int64_t')", "=layout", 3).empty())
      return false;
    lua_State* l = state.get();
    const auto* table = static_cast<const char*>(lua_topointer(l, -3));
    const auto* text = lua_tostring(l, -2);
    const auto* cdata = static_cast<const char*>(lua_topointer(l, -1)) - kCdataHeader;
    return Read<uint8_t>(table, kTypeOffset) == kTable && Read<uint8_t>(text - kStringHeader, kTypeOffset) == kString &&
           Read<uint32_t>(text - kStringHeader, kStringLength) == std::strlen(text) &&
           Read<uint8_t>(cdata, kTypeOffset) == kCdata;
  }();
  return known;
}

}  // namespace pbb::lua
