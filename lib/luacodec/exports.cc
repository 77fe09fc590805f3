// The symbols of pbplan.so: the module's entry and C functions for FFI. Nothing else is visible.
#include <cstddef>
#include <cstdint>

#include "luacodec/module.h"
#include "wire/utf8.h"

#define PBPLAN_EXPORT extern "C" __attribute__((visibility("default")))

PBPLAN_EXPORT int luaopen_pbplan(lua_State* lua);
PBPLAN_EXPORT int pbplan_utf8_valid(const char* text, size_t size);

int luaopen_pbplan(lua_State* lua) { return pbb::luacodec::Open(lua); }

// 1 when the `size` bytes at `text` are well-formed UTF-8 (RFC 3629), else 0.
int pbplan_utf8_valid(const char* text, size_t size) {
  return pbb::wire::IsValidUtf8(reinterpret_cast<const uint8_t*>(text), size) ? 1 : 0;
}
