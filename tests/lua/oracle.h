// What oracle_test.cc and expand.cc share: messages of libprotobuf's generated pool, canonical bytes, hex.
#pragma once

#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/message.h>

#include <memory>
#include <string>

namespace pbb::lua_cases {

inline std::string Raw(const std::string& hex) {
  std::string out;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) out += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return out;
}

inline std::string Hex(const std::string& raw) {
  static const char kDigits[] = "0123456789abcdef";
  std::string out;
  for (unsigned char c : raw) (out += kDigits[c >> 4]) += kDigits[c & 15];
  return out;
}

// Deterministic: map entries in key order.
inline std::string Canonical(const google::protobuf::Message& message) {
  std::string out;
  google::protobuf::io::StringOutputStream stream(&out);
  google::protobuf::io::CodedOutputStream coded(&stream);
  coded.SetSerializationDeterministic(true);
  message.SerializePartialToCodedStream(&coded);
  coded.Trim();
  return out;
}

// Null for a type that no generated file declares.
inline std::unique_ptr<google::protobuf::Message> New(const std::string& type) {
  using google::protobuf::DescriptorPool;
  using google::protobuf::MessageFactory;
  const google::protobuf::Descriptor* descriptor = DescriptorPool::generated_pool()->FindMessageTypeByName(type);
  if (descriptor == nullptr) return nullptr;
  return std::unique_ptr<google::protobuf::Message>(
      MessageFactory::generated_factory()->GetPrototype(descriptor)->New());
}

}  // namespace pbb::lua_cases
