// A user's own message: its schema and its payloads from files (ring `own`).
#pragma once

#include <string>
#include <vector>

#include "corpus/ring.h"

namespace pbb {

// How files hold payloads. kByName: .json is JSON; .txt, .textproto, .txtpb, .pbtxt are text format; others are binary.
enum class PayloadFormat { kByName, kBinary, kJson, kText };

struct OwnRequest {
  std::vector<std::string> protos;    // .proto files, or
  std::string descriptor_set;         // a file of FileDescriptorSet bytes
  std::vector<std::string> includes;  // as protoc's -I
  std::string message;                // full name
  std::vector<std::string> payloads;  // files, and folders whose files are taken by name
  PayloadFormat format = PayloadFormat::kByName;
};

struct OwnMessage {
  std::string descriptor_set;  // FileDescriptorSet bytes
  std::string proto_file;      // of that set, the one that declares the message
  Ring ring;                   // canonical bytes; `size` is their mean: "312B"
};

// Throws Error(kUsage): a schema that protoc refuses (file, line, column and its words), an unknown message (with a
// suggestion), a payload that can't be read or does not parse (which file, what was wrong), no payloads or more than a
// ring may hold.
OwnMessage LoadOwnMessage(const OwnRequest& request);

}  // namespace pbb
