#include "codec/floor_copy.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "codec/new_counter.h"
#include "codec/oracle.h"

namespace pbb::codec {
namespace {

constexpr size_t kSinkMask = kSinkEntries - 1;

// Keeps the compiler from dropping a copy that nothing reads.
inline void Touch(const void* p) { asm volatile("" : : "g"(p) : "memory"); }

class FloorCopy : public Codec {
 public:
  explicit FloorCopy(std::unique_ptr<Oracle> oracle) : oracle_(std::move(oracle)) {}

  // What can be checked of a copy: that the bytes are the payload's.
  std::optional<Mismatch> Check(std::string_view payload, size_t* wire_bytes) override {
    Reserve(payload.size());
    Copy(payload, 0);
    if (wire_bytes != nullptr) *wire_bytes = sizes_[0];
    return oracle_->Compare({sink_[0].data(), sizes_[0]}, payload);
  }

  std::string Prepare(Op, const std::vector<std::string>& payloads, size_t pass_ops) override {
    payloads_ = payloads;
    pass_ops_ = pass_ops;
    for (const std::string& payload : payloads_) Reserve(payload.size());
    return {};
  }

  void BeforePass() override {}  // nothing is interned, and the sink's memory is used again

  std::string RunPass() override {
    Run(pass_ops_);
    return {};
  }

  void RunEmptyPass() override {
    for (size_t i = 0, next = 0; i < pass_ops_; ++i) {
      Touch(payloads_[next].data());
      if (++next == payloads_.size()) next = 0;
    }
  }

  std::vector<std::string> SinkContents() override {
    std::vector<std::string> contents;
    const size_t filled = std::min<size_t>(pass_ops_, kSinkEntries);
    for (size_t i = next_entry_ - filled; i < next_entry_; ++i) {
      contents.emplace_back();
      oracle_->Canonicalize({sink_[i & kSinkMask].data(), sizes_[i & kSinkMask]}, &contents.back());
    }
    return contents;
  }

  AllocCounts CountAllocations(size_t max_ops) override {
    return CountNew(std::min(pass_ops_, max_ops), [this](size_t ops) { Run(ops); });
  }

 private:
  void Reserve(size_t size) {
    for (std::string& entry : sink_) entry.resize(std::max(entry.size(), size));
  }

  void Copy(std::string_view payload, size_t entry) {
    std::memcpy(sink_[entry].data(), payload.data(), payload.size());
    sizes_[entry] = payload.size();
    Touch(sink_[entry].data());
  }

  void Run(size_t ops) {
    for (size_t i = 0, next = 0; i < ops; ++i) {
      Copy(payloads_[next], next_entry_++ & kSinkMask);
      if (++next == payloads_.size()) next = 0;
    }
  }

  std::unique_ptr<Oracle> oracle_;
  std::vector<std::string> payloads_;
  size_t pass_ops_ = 0;
  size_t next_entry_ = 0;  // counts operations, over all passes
  std::array<std::string, kSinkEntries> sink_;
  std::array<size_t, kSinkEntries> sizes_ = {};
};

}  // namespace

MadeCodec MakeFloorCopy(const CodecSpec& spec) {
  return {std::make_unique<FloorCopy>(std::make_unique<Oracle>(spec.descriptor_set, spec.type)), {}};
}

}  // namespace pbb::codec
