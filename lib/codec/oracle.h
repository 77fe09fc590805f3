// libprotobuf as the judge: what a payload means, and its one canonical form.
#pragma once

#include <google/protobuf/descriptor.h>
#include <google/protobuf/dynamic_message.h>
#include <google/protobuf/message.h>

#include <memory>
#include <string>
#include <string_view>

#include "codec/codec.h"

namespace pbb::codec {

// Generated code where this binary holds it for exactly this schema, else DynamicMessage, whose known faults are named
// divergences (duplicate map keys, unknown fields in map entries).
class Oracle {
 public:
  // Throws Error(kUsage) when the set can't be used or does not hold `type`.
  Oracle(std::string_view descriptor_set, const std::string& type);

  bool generated() const { return generated_; }
  std::unique_ptr<google::protobuf::Message> New() const;
  // What New() copies, and a DynamicMessage over the set's own descriptors. Both are the oracle's.
  const google::protobuf::Message& prototype() const { return *prototype_; }
  const google::protobuf::Message& DynamicPrototype() const;

  // Deterministic serialisation.
  static std::string Canonical(const google::protobuf::Message& message);
  // Parses and re-serialises; false when the bytes are refused.
  bool Canonicalize(std::string_view bytes, std::string* canonical) const;

  // Empty when `bytes` parse and their canonical form is that of `payload`, a valid message; else what differs: the
  // first byte and the field path.
  std::optional<Mismatch> Compare(std::string_view bytes, std::string_view payload) const;

 private:
  google::protobuf::DescriptorPool pool_;
  std::unique_ptr<google::protobuf::DynamicMessageFactory> factory_;
  const google::protobuf::Descriptor* descriptor_ = nullptr;  // the set's own
  const google::protobuf::Message* prototype_ = nullptr;
  bool generated_ = false;
};

// libprotobuf writes to stderr when it refuses input; a tool that feeds it broken bytes on purpose keeps that quiet.
void SilenceLibprotobuf();

std::string LibprotobufVersion();

}  // namespace pbb::codec
