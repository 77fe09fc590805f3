#include "codec/protobuf_codec.h"

#include <array>
#include <utility>

#include "base/error.h"
#include "codec/new_counter.h"
#include "codec/oracle.h"

namespace pbb::codec {
namespace {

using google::protobuf::Message;

constexpr size_t kSinkMask = kSinkEntries - 1;
static_assert((kSinkEntries & (kSinkEntries - 1)) == 0, "the sink index is masked");

// Keeps the compiler from dropping a loop whose body it can see through.
inline void Touch(const void* p) { asm volatile("" : : "g"(p) : "memory"); }

// What both share: payloads, sources and the pass around one operation.
template <bool kFresh>
class ProtobufCodec : public Codec {
 public:
  explicit ProtobufCodec(std::unique_ptr<Oracle> oracle) : oracle_(std::move(oracle)) {}

  std::optional<Mismatch> Check(std::string_view payload, size_t* wire_bytes) override {
    Message* message = Decode(payload, 0);
    if (message == nullptr) return Mismatch{"libprotobuf refuses the payload", {}, {}, {}};
    const std::string& bytes = Encode(*message, 0);
    if (wire_bytes != nullptr) *wire_bytes = bytes.size();
    return oracle_->Compare(bytes, payload);
  }

  std::string Prepare(Op op, const std::vector<std::string>& payloads, size_t pass_ops) override {
    op_ = op;
    pass_ops_ = pass_ops;
    if (op == Op::kDecode) {
      payloads_ = payloads;
    } else {
      for (const std::string& payload : payloads) {
        sources_.push_back(oracle_->New());
        if (!sources_.back()->ParseFromString(payload)) return "libprotobuf refuses a payload";
      }
    }
    return {};
  }

  // Nothing is interned here, so the sink stays: a fresh result then frees the one of 16 operations before, timed,
  // however short a pass is.
  void BeforePass() override {}

  std::string RunPass() override { return Run(pass_ops_); }

  void RunEmptyPass() override {
    const size_t count = op_ == Op::kDecode ? payloads_.size() : sources_.size();
    for (size_t i = 0, next = 0; i < pass_ops_; ++i) {
      Touch(op_ == Op::kDecode ? static_cast<const void*>(payloads_[next].data()) : sources_[next].get());
      if (++next == count) next = 0;
    }
  }

  std::vector<std::string> SinkContents() override {
    std::vector<std::string> contents;
    const size_t filled = std::min<size_t>(pass_ops_, kSinkEntries);
    for (size_t i = next_entry_ - filled; i < next_entry_; ++i) {
      const size_t entry = i & kSinkMask;
      std::string canonical;
      if (op_ == Op::kDecode) {
        canonical = Oracle::Canonical(*messages_[entry]);
      } else {
        oracle_->Canonicalize(strings_[entry], &canonical);
      }
      contents.push_back(std::move(canonical));
    }
    return contents;
  }

  AllocCounts CountAllocations(size_t max_ops) override {
    AllocCounts counts;
    counts.ops = std::min(pass_ops_, max_ops);
    StartCountingNew();
    Run(counts.ops);
    const NewTotals totals = StopCountingNew();
    counts.objects = totals.objects;
    counts.bytes = totals.bytes;
    return counts;
  }

 private:
  Message* Decode(std::string_view bytes, size_t entry) {
    std::unique_ptr<Message>& message = messages_[entry];
    if (kFresh || message == nullptr) message = oracle_->New();
    return message->ParseFromArray(bytes.data(), static_cast<int>(bytes.size())) ? message.get() : nullptr;
  }

  const std::string& Encode(const Message& message, size_t entry) {
    if constexpr (kFresh) {
      strings_[entry] = message.SerializeAsString();
    } else {
      message.SerializeToString(&strings_[entry]);
    }
    return strings_[entry];
  }

  std::string Run(size_t ops) {
    if (op_ == Op::kDecode) {
      for (size_t i = 0, next = 0; i < ops; ++i) {
        if (Decode(payloads_[next], next_entry_++ & kSinkMask) == nullptr) return "libprotobuf refuses a payload";
        if (++next == payloads_.size()) next = 0;
      }
    } else {
      for (size_t i = 0, next = 0; i < ops; ++i) {
        Touch(Encode(*sources_[next], next_entry_++ & kSinkMask).data());
        if (++next == sources_.size()) next = 0;
      }
    }
    return {};
  }

  std::unique_ptr<Oracle> oracle_;
  Op op_ = Op::kDecode;
  size_t pass_ops_ = 0;
  size_t next_entry_ = 0;  // counts operations, over all passes
  std::vector<std::string> payloads_;
  std::vector<std::unique_ptr<Message>> sources_;
  std::array<std::unique_ptr<Message>, kSinkEntries> messages_;
  std::array<std::string, kSinkEntries> strings_;
};

}  // namespace

MadeCodec MakeProtobufCodec(const CodecSpec& spec) {
  auto oracle = std::make_unique<Oracle>(spec.descriptor_set, spec.type);
  if (!oracle->generated()) return {nullptr, "this binary holds no generated C++ code for " + spec.type};
  if (spec.name.base == "protobuf-fresh") return {std::make_unique<ProtobufCodec<true>>(std::move(oracle)), {}};
  if (spec.name.base == "protobuf") return {std::make_unique<ProtobufCodec<false>>(std::move(oracle)), {}};
  throw Error(ExitCode::kInternal, "no adapter makes this codec", spec.name.base);
}

}  // namespace pbb::codec
