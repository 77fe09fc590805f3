// The message types of one descriptor set, as libprotobuf's DynamicMessage sees them: look-up, canonical bytes, text.
#pragma once

#include <google/protobuf/descriptor.h>
#include <google/protobuf/dynamic_message.h>
#include <google/protobuf/message.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pbb {

// Deterministic wire bytes: fields by number, maps by key, unknown fields last. Throws Error(kUsage) when a required
// field is missing (named) or the message is over 2 GiB.
std::string SerializeCanonical(const google::protobuf::Message& message);

// Not movable: messages point into it and must not outlive it.
class SchemaPool {
 public:
  // Throws Error(kUsage) when `descriptor_set` is no FileDescriptorSet, or one that libprotobuf refuses.
  explicit SchemaPool(std::string_view descriptor_set);
  SchemaPool(const SchemaPool&) = delete;
  SchemaPool& operator=(const SchemaPool&) = delete;

  // Full names of all messages, nested ones and groups too but no map entries, files and messages in declared order.
  std::vector<std::string> MessageNames() const;

  // Throws Error(kUsage) with a suggestion for a name that the set does not have.
  const google::protobuf::Descriptor* FindMessage(const std::string& full_name) const;

  // An empty message; parsing and text know the extensions of this set.
  std::unique_ptr<google::protobuf::Message> NewMessage(const std::string& full_name);

  // Wire bytes, or text format, to a message. A map key that comes twice is one entry, the last, and entries hold
  // nothing but key and value, as in generated code; DynamicMessage alone would keep all of it. Throw Error(kUsage);
  // text errors carry line and column (from 1).
  std::unique_ptr<google::protobuf::Message> ParseBytes(const std::string& full_name, std::string_view bytes);
  std::unique_ptr<google::protobuf::Message> ParseText(const std::string& full_name, const std::string& text);

  // As ParseText(), from JSON; its errors are libprotobuf's, which show the place. Extensions are beyond its JSON.
  std::unique_ptr<google::protobuf::Message> ParseJson(const std::string& full_name, const std::string& json);

  // `bytes` as text format, one field a line.
  std::string TextOf(const std::string& full_name, std::string_view bytes);

 private:
  google::protobuf::DescriptorPool pool_;
  google::protobuf::DynamicMessageFactory factory_;  // after pool_: its prototypes go first
  std::vector<const google::protobuf::FileDescriptor*> files_;
};

// SchemaPool::MessageNames() of a set that is not needed otherwise.
std::vector<std::string> MessageNames(std::string_view descriptor_set);

}  // namespace pbb
