// cpp-hand's encoder: the messages of the bench schemas, each field written out. What differs from cpp-plan is that no
// plan is walked: tags, kinds, presence are in the code. Buffer, lengths, errors and lists' checks are the plan's.
#pragma once

#include "luacodec/encoder.h"
#include "luacodec/hand_types.h"

namespace pbb::luacodec {

class HandEncoder : public Encoder {
 public:
  // `root.hand` is not kNone.
  using Encoder::Encoder;

  // As Encoder::Run().
  void Run(int table);

 private:
  // Where one message stands: `at(i)` is the stack index of field i, 0 when it is absent; the stack ends at `floor`.
  struct Found : Survey {
    int at(int field) const { return (present >> field & 1) != 0 ? base + place[field] : 0; }
    int floor() const { return base + kept; }
  };
  void Find(const MessagePlan& plan, int table, int top, Found* found);
  void Finish(const Frame& frame, const Found& found, int top);

  // As Encoder::Message(), one for each message.
  using Body = void (HandEncoder::*)(const MessagePlan&, int, int, const Frame*, int);
  void Person(const MessagePlan& plan, int table, int top, const Frame* up, int depth);
  void Address(const MessagePlan& plan, int table, int top, const Frame* up, int depth);
  void BenchPayload(const MessagePlan& plan, int table, int top, const Frame* up, int depth);
  void Inner(const MessagePlan& plan, int table, int top, const Frame* up, int depth);
  void Stats(const MessagePlan& plan, int table, int top, const Frame* up, int depth);

  // The value at `at`, which is not nil. Whatever is not as expected goes to Odd().
  template <Zero kZero, bool kUtf8>
  void Text(Frame* frame, const FieldPlan& field, uint32_t tag, int at);
  template <Zero kZero>
  void Int32(Frame* frame, const FieldPlan& field, uint32_t tag, int at);
  void Sint32(Frame* frame, const FieldPlan& field, uint8_t tag, int at);
  void Fixed64(Frame* frame, const FieldPlan& field, uint8_t tag, int at);
  void Double(Frame* frame, const FieldPlan& field, uint8_t tag, int at);
  void Odd(Frame* frame, const FieldPlan& field, Zero zero, int at);

  // Lists and maps: `floor` is where the stack ends, before and after.
  template <bool kUtf8>
  void Texts(Frame* frame, const FieldPlan& field, uint8_t tag, int at, int floor, int depth);
  void PackedInts(Frame* frame, const FieldPlan& field, int at, int floor, int depth);
  void OddElement(Frame* frame, const FieldPlan& field, const TagBytes& tag, int list, int index);
  template <Body kBody>
  void Messages(Frame* frame, const FieldPlan& field, int at, int floor, int depth);
  template <Body kBody>
  void Sub(Frame* frame, const FieldPlan& field, int at, int floor, int depth);
  using Entry = bool (HandEncoder::*)(Frame*, const FieldPlan&, int, int);
  template <Entry kEntry>
  void Pairs(Frame* frame, const FieldPlan& field, int at, int floor, int depth);

  // Writes the entry whose key lies at `key` and whose value above. Returns false, nothing written, when either is not
  // as expected. `depth` is the entry's level.
  bool AgeEntry(Frame* frame, const FieldPlan& field, int key, int depth);
  bool NicknameEntry(Frame* frame, const FieldPlan& field, int key, int depth);
  bool AddressEntry(Frame* frame, const FieldPlan& field, int key, int depth);

  bool IsText(int at, bool utf8, const char** text, size_t* size) const;
  bool IsInt32(int at, int32_t* value) const;
  void Tag(uint32_t tag) {
    *p_++ = static_cast<uint8_t>(tag);
    if (tag > 0xff) *p_++ = static_cast<uint8_t>(tag >> 8);
  }
};

}  // namespace pbb::luacodec
