// The plan as the hot loops want it: per message one array of fields in wire order (extensions merged in), tags as
// bytes to compare with, a table from field number to field, and the place of each name in the array of Lua keys.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "plan/plan.h"
#include "wire/varint.h"

namespace pbb::luacodec {

struct MessagePlan;

// The messages that hand-written code knows (hand_types.h).
enum class HandType : uint8_t { kNone, kPerson, kAddress, kBenchPayload, kInner, kStats };

// What a field needs on its way, beyond its kind.
enum class Shape : uint8_t { kScalar, kMessage, kGroup, kList, kMessageList, kGroupList, kMap };

// A tag as it stands on the wire: `word & mask` of the next eight bytes equals `word` when the tag is there.
struct TagBytes {
  uint64_t word = 1;  // as made: matches nothing
  uint64_t mask = 0;
  uint32_t size = 0;

  static TagBytes Of(uint32_t tag);
};

struct EnumPlan {
  const plan::Enum* declared = nullptr;
  int names_key = 0;  // place of the name -> number table in the array of keys

  bool closed() const { return declared->closed; }
  bool Has(int32_t number) const;

  uint64_t low = 0;              // bit n: number n is declared, n < 64
  std::vector<int32_t> numbers;  // all of them, sorted
};

struct FieldPlan {
  TagBytes tag;      // as declared: LEN for a packed field
  TagBytes element;  // of one element written by itself; equals `tag` unless packed
  plan::Kind kind = plan::Kind::kInt32;
  Shape shape = Shape::kScalar;
  wire::WireType wire_type = wire::WireType::kVarint;  // of one element
  bool packable = false;
  bool packed = false;
  bool required = false;
  bool presence = false;
  bool utf8 = false;
  bool extension = false;
  bool closed_enum = false;
  uint16_t index = 0;  // in MessagePlan::fields
  int16_t oneof = plan::kNone;
  int key = 0;  // place of the name in the array of keys
  uint32_t number = 0;
  const MessagePlan* message = nullptr;   // of messages, groups and maps
  const EnumPlan* enumeration = nullptr;  // of enums
  const plan::Field* declared = nullptr;
  // Bytes that the last length of this field took: the next one gets a hole of that size.
  mutable uint8_t length_hint = 1;

  uint32_t element_tag() const { return wire::MakeTag(number, wire_type); }
  // Bit of this field in a 64-bit set, 0 for fields beyond the 64th.
  uint64_t bit() const { return index < 64 ? uint64_t{1} << index : 0; }
};

struct OneofPlan {
  const plan::Oneof* declared = nullptr;
  std::vector<uint16_t> members;  // indices into MessagePlan::fields, by number
  uint64_t bits = 0;
  bool wide = false;  // a member lies beyond the 64th field
};

// Which field a Lua string names. LuaJIT has one object per text, so the address of a key tells its field. Filled once
// the schema's keys exist as Lua strings, which they do as long as the schema.
class NameTable {
 public:
  static constexpr uint8_t kNoField = 0xff;
  static constexpr uint8_t kExtensions = 0xfe;  // "_extensions"
  static constexpr uint8_t kUnknown = 0xfd;     // "_unknown_fields"
  static constexpr uint32_t kMaxFields = 64;    // indices beyond have no bit in a set

  void Reserve(size_t names);
  void Add(const void* name, uint8_t field);
  bool empty() const { return slots_.empty(); }
  // nullptr (no string, or anything that is not collected) names no field.
  uint8_t Find(const void* name) const {
    for (size_t i = Hash(name);; ++i) {
      const Slot& slot = slots_[i & mask_];
      if (slot.name == name) return slot.field;
      if (slot.name == nullptr) return kNoField;
    }
  }

 private:
  struct Slot {
    const void* name = nullptr;
    uint8_t field = kNoField;
  };
  size_t Hash(const void* name) const {
    return static_cast<size_t>(reinterpret_cast<uintptr_t>(name) * 0x9e3779b97f4a7c15U >> 40);
  }

  std::vector<Slot> slots_;
  size_t mask_ = 0;
};

struct MessagePlan {
  const plan::Message* declared = nullptr;
  int index = 0;  // in plan::Plan::messages
  // By number; one sentinel that matches no tag stands behind the last, so that `field + 1` is always there.
  std::vector<FieldPlan> fields;
  uint32_t field_count = 0;
  std::vector<OneofPlan> oneofs;
  std::vector<uint16_t> by_number;  // [number] = index + 1, for numbers near the field count
  uint64_t required_bits = 0;
  uint64_t extension_bits = 0;
  NameTable by_name;           // empty when there are more than NameTable::kMaxFields fields
  bool required_wide = false;  // a required field lies beyond the 64th
  bool extendable = false;
  bool needs_required_check = false;
  HandType hand = HandType::kNone;  // when it is declared exactly as the hand-written code has it
  bool refused = false;             // is, or can hold, a message set, which this codec does not know
  // Hash slots that the next result table is made with; follows what decoded messages held.
  mutable uint32_t size_hint = 0;

  const FieldPlan* begin() const { return fields.data(); }
  const FieldPlan* end() const { return fields.data() + field_count; }
  // nullptr when there is none. Takes any number: beyond the table it searches.
  const FieldPlan* Find(uint32_t number) const {
    if (number < by_number.size()) return by_number[number] == 0 ? nullptr : &fields[by_number[number] - 1];
    return FindFar(number);
  }
  void NoteSize(uint32_t count) const {
    if (count > size_hint) {
      size_hint = count;
    } else if (2 * count < size_hint) {
      --size_hint;
    }
  }

 private:
  const FieldPlan* FindFar(uint32_t number) const;
};

// Names reach Lua through one array, kept on the stack during a call and read with lua_rawgeti. Keys as upvalues of the
// C closure, of which there may be 255 only, were no faster: hello.Person, 5 to 7,393 bytes, both ways, best of 7
// rounds taken in turns in one plain luajit process: 0.99 to 1.01 times the array's time. Places in it that every
// schema has:
inline constexpr int kExtensionsKey = 1;
inline constexpr int kUnknownKey = 2;

// Everything one `load` made. Calls hold a reference, so a load in the middle of a call (from a metamethod) frees
// nothing.
class Schema {
 public:
  // May throw std::bad_alloc. `error` is set when the plan asks for what this codec can't do.
  explicit Schema(plan::Plan plan);

  const plan::Plan& plan() const { return plan_; }
  const std::string& error() const { return error_; }
  const MessagePlan* Find(std::string_view full_name) const;
  // Names by their place in the array of keys, from place 1.
  const std::vector<std::string>& keys() const { return keys_; }
  const std::vector<EnumPlan>& enums() const { return enums_; }
  const std::vector<MessagePlan>& messages() const { return messages_; }
  // `names[i]`: the address of the Lua string that is the key of place i. May throw std::bad_alloc.
  void BindNames(const std::vector<const void*>& names);

  int references = 0;
  int keys_ref = 0;  // registry reference of the array of keys

 private:
  int Key(const std::string& name);
  void CompileEnums();
  void CompileMessage(int index);
  void RefuseMessageSets();
  FieldPlan CompileField(const plan::Field& field);

  plan::Plan plan_;
  std::string error_;
  std::vector<std::string> keys_;
  std::map<std::string, int, std::less<>> key_index_;
  std::vector<EnumPlan> enums_;
  std::vector<MessagePlan> messages_;
};

}  // namespace pbb::luacodec
