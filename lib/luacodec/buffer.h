// Bytes that outlive a call so that the next one need not ask for memory again.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pbb::luacodec {

class Buffer {
 public:
  // More than this is given back after the call: one huge message must not weigh on the process for ever.
  static constexpr size_t kKeepBytes = size_t{16} << 20;

  Buffer() = default;
  ~Buffer();
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  uint8_t* data() { return data_; }
  size_t capacity() const { return capacity_; }
  // Grows to at least `capacity` bytes, contents kept. Returns false, and stays as it was, when there is no memory.
  bool Reserve(size_t capacity);
  void Trim();

 private:
  uint8_t* data_ = nullptr;
  size_t capacity_ = 0;
};

// Lends one long-lived buffer; while it is out, others get a buffer of their own. Calls may overlap in any order (a
// metamethod that encodes, a fiber that yields in one), so this is no stack.
class BufferLender {
 public:
  // nullptr when there is no memory.
  Buffer* Take();
  void GiveBack(Buffer* buffer);

 private:
  Buffer main_;
  bool main_is_out_ = false;
};

}  // namespace pbb::luacodec
