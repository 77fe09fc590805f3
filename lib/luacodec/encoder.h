// Lua table -> bytes, in one pass: fields in number order into one growing buffer, lengths filled in behind their
// content. An error is raised where it is met; the frames on the way there give its path.
#pragma once

#include <cstdint>
#include <cstring>
#include <lua.hpp>

#include "luacodec/map_key.h"
#include "luacodec/schema.h"
#include "luacodec/state.h"

namespace pbb::luacodec {

// One message on the way down, linked to the one that holds it. What stands between the two is in the upper frame.
struct Frame {
  const Frame* up;
  const MessagePlan* plan;
  int table;               // stack index of the message
  const FieldPlan* field;  // being written
  int index;               // list element, 0 when none
  int key;                 // stack index of the map key, 0 when none
};

class Encoder {
 public:
  // `keys` is the stack index of the schema's array of keys.
  Encoder(lua_State* lua, State* state, int keys, const MessagePlan& root);

  // Encodes the table at `table` and pushes the string. Raises the error of the contract.
  void Run(int table);

 protected:  // HandEncoder writes two schemas' messages with the same parts
  // A Lua value on the stack and its lua_type().
  struct Value {
    int at;
    int type;
  };
  // Zeros are left out of fields without presence.
  enum class Zero : uint8_t { kWrite, kSkip };
  // Room left for a length whose content is being written. An offset, as the buffer may move.
  struct Hole {
    size_t content;
    uint8_t size;
  };

  // What a message table holds, in one walk over it: its values lie on the stack from `base` + 1.
  struct Survey {
    int base = 0;
    int kept = 0;          // values on the stack
    uint64_t present = 0;  // fields, by index
    int extensions = 0;    // stack indices, 0 when absent
    int unknown = 0;
    uint8_t place[NameTable::kMaxFields];  // of a present field's value, above base
  };

  // Around the root message: gets the buffer and stack slots; checks the size and pushes the string.
  void Begin();
  void PushResult();

  bool Walk(const MessagePlan& plan, int table, int top, Survey* survey);
  void WalkedMessage(Frame* frame, const Survey& survey, int depth);
  void IndexedMessage(Frame* frame, int top, int depth);
  // The value of a field, not nil: of `type`, on top of the stack at `at`.
  void FieldValue(Frame* frame, const FieldPlan& field, Value value, int depth);
  void MissingField(Frame* frame, const FieldPlan& field);
  // The message lies at `table`, the stack ends at `top`; both are so again afterwards.
  void Message(const MessagePlan& plan, int table, int top, const Frame* up, int depth);
  // The index of the extension table on top of the stack, `at`; 0 when there is nil.
  int CheckExtensions(const Frame& frame, int at);
  void UnknownFields(const Frame& frame);
  // These take the value on top of the stack and may leave more there. `depth` is the level of the message that has it.
  void SubMessage(Frame* frame, const FieldPlan& field, Value value, int depth);
  void List(Frame* frame, const FieldPlan& field, Value list, int depth);
  void Map(Frame* frame, const FieldPlan& field, Value map, int depth);
  void Scalar(const Frame& frame, const FieldPlan& field, const TagBytes& tag, Zero zero, int type);

  void PackedList(Frame* frame, const FieldPlan& field, int list, int length);
  Value PushElement(const Frame& frame, int list, int index);
  void CheckList(Frame* frame, int list, int length);
  bool SortedMap(Frame* frame, const FieldPlan& field, int map, int seen, int depth);
  void MapEntry(Frame* frame, const FieldPlan& field, int key, int seen, int depth);
  MapKey CheckKey(const Frame& frame, const FieldPlan& key_field, int seen);
  bool MayRepeatKeys(const FieldPlan& key_field, int map);
  void PutKey(const FieldPlan& key_field, const MapKey& key);

  void String(const Frame& frame, const FieldPlan& field, const TagBytes& tag, Zero zero, int type);
  void PutString(const TagBytes& tag, const char* text, size_t size);
  double Number(const Frame& frame, int type);
  int64_t Integer(const Frame& frame, const FieldPlan& field, double low, double high, int type);
  uint64_t Integer64(const Frame& frame, const FieldPlan& field, int type);
  int64_t EnumNumber(const Frame& frame, const FieldPlan& field, int type);
  float Float(const Frame& frame, const FieldPlan& field, int type);
  [[noreturn]] void BadType(const Frame& frame, const char* expected);
  [[noreturn]] void BadNumber(const Frame& frame, const FieldPlan& field);

  void PutVarint(const TagBytes& tag, uint64_t value) {
    Room(18);
    PutTag(tag);
    p_ = wire::WriteVarint(p_, value);
  }
  template <typename T>
  void PutFixed(const TagBytes& tag, T value) {
    Room(16);
    PutTag(tag);
    std::memcpy(p_, &value, sizeof value);
    p_ += sizeof value;
  }
  // Room for eight bytes must be there: a tag is stored as one word.
  void PutTag(const TagBytes& tag) {
    std::memcpy(p_, &tag.word, 8);
    p_ += tag.size;
  }
  Hole OpenLength(const FieldPlan& field);
  void CloseLength(const FieldPlan& field, Hole hole);

  size_t offset() const { return static_cast<size_t>(p_ - begin_); }
  void Room(size_t bytes) {
    if (static_cast<size_t>(end_ - p_) < bytes) Grow(bytes);
  }
  void Grow(size_t bytes);
  void CheckDepth(const Frame& frame, int depth);

  lua_State* lua_;
  State* state_;
  const int keys_;
  const bool validate_utf8_;
  const bool deterministic_;
  const MessagePlan& root_;
  BufferLoan loan_;
  uint8_t* begin_ = nullptr;
  uint8_t* p_ = nullptr;
  uint8_t* end_ = nullptr;
};

}  // namespace pbb::luacodec
