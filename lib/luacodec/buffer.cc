#include "luacodec/buffer.h"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace pbb::luacodec {

Buffer::~Buffer() { std::free(data_); }

bool Buffer::Reserve(size_t capacity) {
  if (capacity <= capacity_) return true;
  const size_t wanted = std::max<size_t>({capacity, 2 * capacity_, 1024});
  void* grown = std::realloc(data_, wanted);
  if (grown == nullptr) return false;
  data_ = static_cast<uint8_t*>(grown);
  capacity_ = wanted;
  return true;
}

void Buffer::Trim() {
  if (capacity_ <= kKeepBytes) return;
  std::free(data_);
  data_ = nullptr;
  capacity_ = 0;
}

Buffer* BufferLender::Take() {
  if (main_is_out_) return new (std::nothrow) Buffer;
  main_is_out_ = true;
  return &main_;
}

void BufferLender::GiveBack(Buffer* buffer) {
  if (buffer != &main_) {
    delete buffer;
    return;
  }
  main_.Trim();
  main_is_out_ = false;
}

}  // namespace pbb::luacodec
