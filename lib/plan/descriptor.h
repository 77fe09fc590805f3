// FileDescriptorSet bytes as plain structs, names not yet resolved (google/protobuf/descriptor.proto).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pbb::plan {

struct RawField {
  std::string name;
  std::string extendee;   // ".pkg.Type", extensions only
  std::string type_name;  // ".pkg.Type", message, group and enum only
  std::string default_value;
  uint32_t number = 0;
  int label = 1;  // 1 optional, 2 required, 3 repeated
  int type = 0;   // FieldDescriptorProto.Type
  int oneof_index = -1;
  bool proto3_optional = false;
  std::optional<bool> packed;
};

struct RawEnum {
  std::string name;
  std::vector<std::pair<std::string, int32_t>> values;
};

struct RawMessage {
  std::string name;
  std::vector<RawField> fields;
  std::vector<RawMessage> messages;
  std::vector<RawEnum> enums;
  std::vector<RawField> extensions;
  std::vector<std::string> oneofs;
  std::vector<std::pair<uint32_t, uint32_t>> extension_ranges;  // first, last + 1
  bool map_entry = false;
  bool message_set = false;
};

struct RawFile {
  std::string name;
  std::string package;
  std::string syntax;  // "" is proto2
  std::vector<std::string> dependencies;
  std::vector<RawMessage> messages;
  std::vector<RawEnum> enums;
  std::vector<RawField> extensions;
};

// Appends the files of `bytes` to `files`. Returns "" or what is wrong, e.g. "truncated at byte 12".
std::string ReadDescriptorSet(std::string_view bytes, std::vector<RawFile>* files);

}  // namespace pbb::plan
