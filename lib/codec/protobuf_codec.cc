#include "codec/protobuf_codec.h"

#include <google/protobuf/arena.h>

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

// Where a message lives: each has New(prototype), which gives one that the next New() of the same place frees or
// clears, and a flag that says whether encoded strings are made anew as well.
struct Reused {
  static constexpr bool kFreshStrings = false;
  Message* New(const Message& prototype) {
    if (message == nullptr) message.reset(prototype.New());
    return message.get();  // parsing clears it
  }
  std::unique_ptr<Message> message;
};

struct Fresh {
  static constexpr bool kFreshStrings = true;
  Message* New(const Message& prototype) {
    message.reset(prototype.New());
    return message.get();
  }
  std::unique_ptr<Message> message;
};

struct InArena {
  static constexpr bool kFreshStrings = true;  // strings live in no arena
  Message* New(const Message& prototype) {
    arena = std::make_unique<google::protobuf::Arena>();
    return prototype.New(arena.get());
  }
  std::unique_ptr<google::protobuf::Arena> arena;
};

// What all share: payloads, sources and the pass around one operation.
template <typename Place>
class ProtobufCodec : public Codec {
 public:
  ProtobufCodec(std::unique_ptr<Oracle> oracle, const Message& prototype)
      : oracle_(std::move(oracle)), prototype_(prototype) {}

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
      source_places_.resize(payloads.size());
      for (size_t i = 0; i < payloads.size(); ++i) {
        sources_.push_back(source_places_[i].New(prototype_));
        if (!sources_.back()->ParseFromString(payloads[i])) return "libprotobuf refuses a payload";
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
      Touch(op_ == Op::kDecode ? static_cast<const void*>(payloads_[next].data()) : sources_[next]);
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
    return CountNew(std::min(pass_ops_, max_ops), [this](size_t ops) { Run(ops); });
  }

 private:
  Message* Decode(std::string_view bytes, size_t entry) {
    Message* const message = places_[entry].New(prototype_);
    messages_[entry] = message;
    return message->ParseFromArray(bytes.data(), static_cast<int>(bytes.size())) ? message : nullptr;
  }

  const std::string& Encode(const Message& message, size_t entry) {
    if constexpr (Place::kFreshStrings) {
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
  const Message& prototype_;
  Op op_ = Op::kDecode;
  size_t pass_ops_ = 0;
  size_t next_entry_ = 0;  // counts operations, over all passes
  std::vector<std::string> payloads_;
  std::vector<Place> source_places_;
  std::vector<Message*> sources_;
  std::array<Place, kSinkEntries> places_;
  std::array<Message*, kSinkEntries> messages_ = {};
  std::array<std::string, kSinkEntries> strings_;
};

}  // namespace

MadeCodec MakeProtobufCodec(const CodecSpec& spec) {
  auto oracle = std::make_unique<Oracle>(spec.descriptor_set, spec.type);
  const std::string& id = spec.name.base;
  const Message& prototype = id == "protobuf-dynamic" ? oracle->DynamicPrototype() : oracle->prototype();
  if (id == "protobuf-dynamic") return {std::make_unique<ProtobufCodec<Reused>>(std::move(oracle), prototype), {}};
  if (!oracle->generated()) return {nullptr, "this binary holds no generated C++ code for " + spec.type};
  if (id == "protobuf") return {std::make_unique<ProtobufCodec<Reused>>(std::move(oracle), prototype), {}};
  if (id == "protobuf-fresh") return {std::make_unique<ProtobufCodec<Fresh>>(std::move(oracle), prototype), {}};
  if (id == "protobuf-arena") return {std::make_unique<ProtobufCodec<InArena>>(std::move(oracle), prototype), {}};
  throw Error(ExitCode::kInternal, "no adapter makes this codec", id);
}

}  // namespace pbb::codec
