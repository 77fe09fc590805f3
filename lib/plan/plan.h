// The flat plan that every codec of ours is built from: what a FileDescriptorSet says, resolved to indices.
// One reader for the C++ codec, the Lua generator and the runtime codec; no libprotobuf in it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "wire/varint.h"

namespace pbb::plan {

// Numbers are those of FieldDescriptorProto.Type.
enum class Kind : uint8_t {
  kDouble = 1,
  kFloat = 2,
  kInt64 = 3,
  kUint64 = 4,
  kInt32 = 5,
  kFixed64 = 6,
  kFixed32 = 7,
  kBool = 8,
  kString = 9,
  kGroup = 10,
  kMessage = 11,
  kBytes = 12,
  kUint32 = 13,
  kEnum = 14,
  kSfixed32 = 15,
  kSfixed64 = 16,
  kSint32 = 17,
  kSint64 = 18,
};

// "int32", "group"...: the words of .proto files.
const char* KindName(Kind kind);
// Wire type of one element written unpacked.
wire::WireType WireTypeOf(Kind kind);
// Numbers, bool and enum may be packed.
bool IsPackable(Kind kind);
bool Is64Bit(Kind kind);
bool IsMessage(Kind kind);  // message or group

inline constexpr int kNone = -1;

struct Field {
  std::string name;       // as in the .proto file; a group's is its type name in lower case
  std::string full_name;  // "pkg.Message.name"; an extension's is its key in `_extensions`
  uint32_t number = 0;
  Kind kind = Kind::kInt32;
  bool repeated = false;  // maps too
  bool packed = false;    // how it is written; both forms are always read
  bool required = false;
  bool presence = false;  // explicit presence: zero is written. False for repeated fields and plain proto3 scalars
  bool utf8 = false;      // a string declared in a proto3 file
  bool is_map = false;    // `message` is then the entry, whose fields are key = 1, value = 2
  bool extension = false;
  int message = kNone;        // index into Plan::messages, for message, group and map
  int enumeration = kNone;    // index into Plan::enums
  int oneof = kNone;          // index into Message::oneofs; synthetic ones (proto3 optional) are left out
  std::string default_value;  // as FieldDescriptorProto.default_value has it, bytes still C-escaped

  // The tag that is written: LEN for a packed field, SGROUP for a group.
  uint32_t tag() const;
};

struct Oneof {
  std::string name;
  std::vector<int> members;  // indices into Message::fields, by number
};

struct ExtensionRange {
  uint32_t first = 0;
  uint32_t last = 0;  // inclusive
};

struct Message {
  std::string full_name;   // "hello.Person", no leading dot
  std::string local_name;  // within its file: "Outer_Inner" for Outer.Inner
  int file = kNone;        // index into Plan::files
  bool is_map_entry = false;
  bool message_set = false;           // option message_set_wire_format
  bool needs_required_check = false;  // itself or anything reachable (extensions too) has a required field
  std::vector<Field> fields;          // by number, extensions not among them
  std::vector<Oneof> oneofs;
  std::vector<ExtensionRange> extension_ranges;  // sorted
  std::vector<int> extensions;                   // indices into Plan::extensions that extend it, by number

  const Field* FindField(uint32_t number) const;  // nullptr when there is none
};

struct EnumValue {
  std::string name;
  int32_t number = 0;
};

struct Enum {
  std::string full_name;
  int file = kNone;
  bool closed = false;            // declared in a proto2 file
  std::vector<EnumValue> values;  // as declared; aliases are there more than once
};

struct Extension {
  int extendee = kNone;  // index into Plan::messages
  int file = kNone;      // where it is declared
  Field field;
};

struct File {
  std::string name;  // "a/b.proto"
  std::string package;
  bool proto3 = false;
  std::vector<std::string> dependencies;  // names, as imported
  std::vector<int> messages;              // all of the file's, nested ones too, outer before inner
  std::vector<int> enums;
  std::vector<int> extensions;
};

struct Plan {
  std::vector<File> files;
  std::vector<Message> messages;
  std::vector<Enum> enums;
  std::vector<Extension> extensions;
  std::map<std::string, int, std::less<>> message_index;  // full name -> index

  int FindMessage(std::string_view full_name) const;  // kNone when there is none
};

// What can be wrong with a descriptor set, as a value: pbplan.so must not throw across lua_State frames.
struct LoadResult {
  Plan plan;
  std::string
      error;  // empty when it went well, else the reason: "truncated field at byte 12", "a.proto: unknown type .x.Y"
  bool ok() const { return error.empty(); }
};

// Reads FileDescriptorSet bytes (files in any order). Takes proto2 and proto3; an `editions` file is an error that says
// so.
LoadResult Load(std::string_view descriptor_set);

// Reads several sets as one: a file that a later set holds too replaces the earlier one.
LoadResult Load(const std::vector<std::string>& descriptor_sets);

}  // namespace pbb::plan
