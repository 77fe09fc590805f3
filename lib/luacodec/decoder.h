// Bytes -> Lua table, one pass over the wire. Says only whether it went well: what is wrong, and where, is worked out
// afterwards by explain_decode.h, so that the hot path carries no positions.
#pragma once

#include <cstdint>
#include <lua.hpp>

#include "luacodec/schema.h"
#include "luacodec/state.h"

namespace pbb::luacodec {

class Decoder {
 public:
  // `keys` is the stack index of the schema's array of keys.
  Decoder(lua_State* lua, State* state, int keys);

  // Leaves the table of a `root` on top, a slot of its own below it, and returns true, or returns false when the bytes
  // are malformed. Raises Lua errors only for want of memory or stack.
  bool Run(const MessagePlan& root, const uint8_t* begin, const uint8_t* end);

  // After a good run: some message was read without one of its required fields. A later record may have brought it.
  bool required_may_miss() const { return required_may_miss_; }

 protected:  // HandDecoder reads two schemas' messages with the same parts
  // One message while its fields come in. Its table lies at `table`, and nothing above but, once one was met, the table
  // of its extensions.
  struct Scope {
    const MessagePlan* plan;
    int table;
    int extensions;  // stack index, 0 while there is none
    bool fresh;      // false: merged into what was decoded before
    bool fresh_extensions;
    uint64_t seen;  // fields met, one bit each; all ones when merging, as anything may be there
    size_t unknown_from;
    uint32_t count;

    int top() const { return extensions != 0 ? extensions : table; }
    bool MayHave(const FieldPlan& field) const { return field.bit() == 0 || (seen & field.bit()) != 0; }
  };

  // Around the root message: makes its table and scope; finishes both.
  void Open(const MessagePlan& root, Scope* scope);
  void Close(Scope* scope);

  // Each returns the byte after what it read, or nullptr when that is malformed.
  const uint8_t* Fields(Scope* scope, const uint8_t* p, const uint8_t* end, uint32_t end_tag, int depth);
  const uint8_t* Scalar(Scope* scope, const FieldPlan& field, int target, const uint8_t* p, const uint8_t* end);
  const uint8_t* Message(Scope* scope, const FieldPlan& field, int target, const uint8_t* p, const uint8_t* end,
                         int depth);
  const uint8_t* MessageBody(Scope* child, const FieldPlan& field, const uint8_t* p, const uint8_t* end, int depth);
  const uint8_t* MessageList(Scope* scope, const FieldPlan& field, int target, const uint8_t* p, const uint8_t* end,
                             int depth);
  const uint8_t* List(Scope* scope, const FieldPlan& field, int target, const uint8_t* p, const uint8_t* end);
  const uint8_t* PutElement(const FieldPlan& field, int list, int* length, const uint8_t* p, const uint8_t* end);
  const uint8_t* Packed(Scope* scope, const FieldPlan& field, int target, const uint8_t* p, const uint8_t* end);
  const uint8_t* PackedElements(const FieldPlan& field, int list, int* length, const uint8_t* p, const uint8_t* end);
  const uint8_t* Packed64(const FieldPlan& field, int list, int* length, const uint8_t* p, const uint8_t* end);
  const uint8_t* Map(Scope* scope, const FieldPlan& field, int target, const uint8_t* record, const uint8_t* p,
                     const uint8_t* end, int depth);
  enum class Entry : uint8_t { kBad, kPut, kUnknown };
  bool PlainEntry(const FieldPlan& field, int map, const uint8_t* p, const uint8_t* end, int depth, Entry* result);
  Entry AnyEntry(const FieldPlan& field, int map, const uint8_t* p, const uint8_t* end, int depth);
  const uint8_t* PushMapValue(const FieldPlan& field, const uint8_t* p, const uint8_t* end, bool* undeclared);

  // Pushes the value that stands at `p`.
  const uint8_t* PushValue(const FieldPlan& field, const uint8_t* p, const uint8_t* end);
  const uint8_t* PushString(const FieldPlan& field, const uint8_t* p, const uint8_t* end);
  const uint8_t* PushKey(const FieldPlan& field, const uint8_t* p, const uint8_t* end);
  void PushKey64(uint64_t bits, bool is_unsigned);
  void PushDefault(const FieldPlan& field, bool as_key);
  void PushInt64(uint64_t bits, bool is_unsigned);

  void Begin(Scope* scope, const MessagePlan& plan, int table);
  void Finish(Scope* scope);
  // Pushes the list, map or message that `field` has, or a new table of that many slots. Returns whether it was there.
  bool OpenTable(Scope* scope, const FieldPlan& field, int target, int list_slots, int hash_slots);
  int ExtensionTable(Scope* scope);
  // Puts the unknown records of the scope, which has some, into its table.
  void PutUnknown(Scope* scope);
  // Adds to what the table had already: `_unknown_fields` is the string on top of the stack.
  void AppendPending(int table, const uint8_t* from, size_t size);
  void JoinPending();
  void TakeOneof(Scope* scope, const FieldPlan& field);
  void Note(Scope* scope, const FieldPlan& field);
  void CheckStack(int depth);
  void AppendUnknown(const uint8_t* from, const uint8_t* to);
  void AppendUnknownEnum(const FieldPlan& field, int32_t number);

  lua_State* lua_;
  State* state_;
  const int keys_;
  const bool validate_utf8_;
  const bool int64_as_number_;
  bool required_may_miss_ = false;
  int pending_ = 0;  // stack index: nil, or message table -> Pending, for those with unknown fields in several pieces
  BufferLoan unknown_;  // records of all open scopes, innermost on top
  size_t unknown_size_ = 0;
};

}  // namespace pbb::luacodec
