// The symbols of pbplan.so: the module's entry and C functions for FFI. Nothing else is visible.
#include <cstddef>
#include <cstdint>
#include <new>

#include "luacodec/index_types.h"
#include "luacodec/index_writer.h"
#include "luacodec/module.h"
#include "wire/utf8.h"

#define PBPLAN_EXPORT extern "C" __attribute__((visibility("default")))

PBPLAN_EXPORT int luaopen_pbplan(lua_State* lua);
PBPLAN_EXPORT int pbplan_utf8_valid(const char* text, size_t size);

// The message types of one Lua state. Lua owns it: `types` is nullptr before Open and after Close.
struct pbplan_index_home {
  pbb::luacodec::IndexTypes* types;
};
PBPLAN_EXPORT int pbplan_index_open(pbplan_index_home* home);
PBPLAN_EXPORT void pbplan_index_close(pbplan_index_home* home);
PBPLAN_EXPORT int pbplan_index_message(pbplan_index_home* home, const char* name, const char* text);
PBPLAN_EXPORT int pbplan_index_extension(pbplan_index_home* home, const char* extendee, const char* text);
PBPLAN_EXPORT int pbplan_index_enum(pbplan_index_home* home, const char* name, const int32_t* numbers, int count,
                                    int first);
PBPLAN_EXPORT int pbplan_index_read(const pbplan_index_home* home, int id, pbb::luacodec::FlatIndex* index,
                                    const char* bytes, size_t size, int validate_utf8);
PBPLAN_EXPORT void pbplan_index_release(pbb::luacodec::FlatIndex* index);

int luaopen_pbplan(lua_State* lua) { return pbb::luacodec::Open(lua); }

// 1 when the `size` bytes at `text` are well-formed UTF-8 (RFC 3629), else 0.
int pbplan_utf8_valid(const char* text, size_t size) {
  return pbb::wire::IsValidUtf8(reinterpret_cast<const uint8_t*>(text), size) ? 1 : 0;
}

// 0, or -1 when there is no memory.
int pbplan_index_open(pbplan_index_home* home) {
  home->types = new (std::nothrow) pbb::luacodec::IndexTypes;
  return home->types == nullptr ? -1 : 0;
}

void pbplan_index_close(pbplan_index_home* home) {
  delete home->types;
  home->types = nullptr;
}

// The id of the message, or -1 when the text is none or there is no memory. Text: plan/index_layout.h.
int pbplan_index_message(pbplan_index_home* home, const char* name, const char* text) {
  try {
    return home->types == nullptr ? -1 : home->types->DefineMessage(name, text);
  } catch (const std::bad_alloc&) {
    return -1;
  }
}

// A number for this extension, from 1, or -1 as above.
int pbplan_index_extension(pbplan_index_home* home, const char* extendee, const char* text) {
  try {
    return home->types == nullptr ? -1 : home->types->DefineExtension(extendee, text);
  } catch (const std::bad_alloc&) {
    return -1;
  }
}

// Tells the numbers of a closed enum; 0, or -1 as above.
int pbplan_index_enum(pbplan_index_home* home, const char* name, const int32_t* numbers, int count, int first) {
  try {
    if (home->types == nullptr || count < 0) return -1;
    home->types->DefineEnum(name, numbers, static_cast<size_t>(count), first);
    return 0;
  } catch (const std::bad_alloc&) {
    return -1;
  }
}

// An IndexStatus. 0: the index holds the message, for as long as `bytes` live and nothing else is read into it.
int pbplan_index_read(const pbplan_index_home* home, int id, pbb::luacodec::FlatIndex* index, const char* bytes,
                      size_t size, int validate_utf8) {
  using pbb::luacodec::IndexStatus;
  const pbb::luacodec::IndexMessage* const type = home->types == nullptr ? nullptr : home->types->Message(id);
  if (type == nullptr) return static_cast<int>(IndexStatus::kTooBig);
  return static_cast<int>(WriteIndex(*type, reinterpret_cast<const uint8_t*>(bytes), size, validate_utf8 != 0, index));
}

void pbplan_index_release(pbb::luacodec::FlatIndex* index) { pbb::luacodec::ReleaseIndex(index); }
