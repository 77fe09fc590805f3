// What the index writer knows of message types: told by generated Lua, one text a message (plan/index_layout.h), for
// one Lua state. Types may name others that come later; a type that is told again replaces the earlier one.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "luacodec/schema.h"
#include "plan/index_layout.h"
#include "plan/plan.h"

namespace pbb::luacodec {

struct IndexMessage;

struct IndexEnum {
  EnumPlan plan;  // its `low` and `numbers` only
  int32_t first = 0;
};

struct IndexField {
  TagBytes tag;      // as declared: LEN for a packed field
  TagBytes element;  // of one element written by itself
  plan::Kind kind = plan::Kind::kInt32;
  Shape shape = Shape::kScalar;
  wire::WireType wire_type = wire::WireType::kVarint;  // of one element
  bool packable = false;
  bool packed = false;
  bool required = false;
  bool utf8 = false;
  int group = 0;
  uint32_t bit = 0;  // of its group's presence word
  int slot = 0;      // words from the start of its group
  int width = 1;     // words of one element
  int oneof = plan::kNone;
  uint32_t number = 0;
  IndexMessage* message = nullptr;         // of messages and groups
  const IndexEnum* enumeration = nullptr;  // of closed enums
  std::vector<IndexField> entry;           // of a map: key, value

  uint32_t element_tag() const { return wire::MakeTag(number, wire_type); }
};

// A late extension: a message of one field, which hangs in a chain from its extendee's record.
struct IndexExtension {
  int id = 0;
  std::unique_ptr<IndexMessage> holder;
};

struct IndexGroup {
  int words = plan::kIndexHeaderWords;
  uint32_t required = 0;
};

struct IndexMessage {
  std::string name;
  bool defined = false;
  bool extendable = false;
  uint32_t field_count = 0;
  std::vector<IndexField> fields;  // by number, and one that matches no tag
  std::vector<IndexGroup> groups;
  std::vector<std::vector<std::pair<int, uint32_t>>> oneofs;  // {group, bits of the members in it}
  std::vector<uint16_t> by_number;                            // [number] = index + 1, for small numbers
  std::map<uint32_t, IndexExtension> late;                    // by number
  bool may_miss = false;                                      // has a required field itself

  const IndexField* Find(uint32_t number) const;  // nullptr when there is none
};

class IndexTypes {
 public:
  // Each may throw std::bad_alloc, and returns -1 for a text that is none. The id of a message stays the same for ever.
  int DefineMessage(std::string_view name, std::string_view text);
  // Returns a number for the Lua side to know the extension by: a fresh one each time.
  int DefineExtension(std::string_view extendee, std::string_view text);
  // `first`: what a map entry without a value has.
  void DefineEnum(std::string_view name, const int32_t* numbers, size_t count, int32_t first);

  const IndexMessage* Message(int id) const;  // nullptr when there is none of that id

 private:
  friend class IndexTextReader;
  IndexMessage* MessageOf(std::string_view name);
  const IndexEnum* EnumOf(std::string_view name);

  std::map<std::string, int, std::less<>> ids_;
  std::vector<std::unique_ptr<IndexMessage>> messages_;
  std::map<std::string, std::unique_ptr<IndexEnum>, std::less<>> enums_;
  int extensions_ = 0;
};

}  // namespace pbb::luacodec
