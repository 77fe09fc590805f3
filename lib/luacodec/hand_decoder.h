// cpp-hand's decoder: the messages of the bench schemas in a straight line of expected tags, and a switch for records
// that come in another order. Scopes, merging, unknown fields and odd map entries are the plan decoder's.
#pragma once

#include "luacodec/decoder.h"
#include "luacodec/hand_types.h"

namespace pbb::luacodec {

class HandDecoder : public Decoder {
 public:
  // The running C function's upvalues from kHandKeyUpvalue on are the keys.
  using Decoder::Decoder;

  // As Decoder::Run(). `root.hand` is not kNone.
  bool Run(const MessagePlan& root, const uint8_t* begin, const uint8_t* end);

 private:
  // As Decoder::Fields(), one for each message.
  using Body = const uint8_t* (HandDecoder::*)(Scope*, const uint8_t*, const uint8_t*, int);
  const uint8_t* Person(Scope* scope, const uint8_t* p, const uint8_t* end, int depth);
  const uint8_t* Address(Scope* scope, const uint8_t* p, const uint8_t* end, int depth);
  const uint8_t* BenchPayload(Scope* scope, const uint8_t* p, const uint8_t* end, int depth);
  const uint8_t* Inner(Scope* scope, const uint8_t* p, const uint8_t* end, int depth);
  const uint8_t* StatsUntil(Scope* scope, const uint8_t* p, const uint8_t* end, uint32_t end_tag, int depth);
  const uint8_t* PersonRecord(Scope* scope, const uint8_t* p, const uint8_t* end, int depth);
  const uint8_t* BenchRecord(Scope* scope, const uint8_t* p, const uint8_t* end, int depth);
  const uint8_t* Other(const uint8_t* record, uint32_t tag, const uint8_t* p, const uint8_t* end, int depth);

  // Fields; kKey is the place of the name among the keys, `p` stands behind the tag.
  template <int kField, int kKey, bool kUtf8>
  const uint8_t* Text(Scope* scope, const uint8_t* p, const uint8_t* end);
  template <int kField, int kKey>
  const uint8_t* Int32(Scope* scope, const uint8_t* p, const uint8_t* end);
  const uint8_t* Fixed64(Scope* scope, const uint8_t* p, const uint8_t* end);
  const uint8_t* Sint32(Scope* scope, const uint8_t* p, const uint8_t* end);
  const uint8_t* Double(Scope* scope, const uint8_t* p, const uint8_t* end);
  const uint8_t* ExtCount(Scope* scope, const uint8_t* p, const uint8_t* end);
  const uint8_t* ExtLabel(Scope* scope, const uint8_t* p, const uint8_t* end);
  template <int kField, int kKey, uint8_t kTag, bool kUtf8>
  const uint8_t* Texts(Scope* scope, const uint8_t* p, const uint8_t* end);
  template <int kField, int kKey>
  const uint8_t* PackedInts(Scope* scope, const uint8_t* p, const uint8_t* end);
  template <int kField>
  const uint8_t* LooseInts(Scope* scope, const uint8_t* p, const uint8_t* end);
  // kRecord reads what stands behind one tag into the child.
  template <int kField, int kKey, uint8_t kTag, Body kRecord>
  const uint8_t* Sub(Scope* scope, const uint8_t* p, const uint8_t* end, int depth);
  template <Body kBody>
  const uint8_t* WithLength(Scope* child, const uint8_t* p, const uint8_t* end, int depth);
  const uint8_t* StatsGroup(Scope* child, const uint8_t* p, const uint8_t* end, int depth);
  const uint8_t* Friends(Scope* scope, const uint8_t* p, const uint8_t* end, int depth);
  using Plain = bool (HandDecoder::*)(const FieldPlan&, int, const uint8_t*, const uint8_t*, int, Entry*);
  template <int kField, int kKey, uint8_t kTag, Plain kPlain>
  const uint8_t* Pairs(Scope* scope, const uint8_t* record, const uint8_t* p, const uint8_t* end, int depth);

  // As Decoder::PlainEntry().
  bool AgeEntry(const FieldPlan& field, int map, const uint8_t* p, const uint8_t* end, int depth, Entry* result);
  bool NicknameEntry(const FieldPlan& field, int map, const uint8_t* p, const uint8_t* end, int depth, Entry* result);
  bool AddressEntry(const FieldPlan& field, int map, const uint8_t* p, const uint8_t* end, int depth, Entry* result);

  template <bool kUtf8>
  const uint8_t* PushText(const uint8_t* p, const uint8_t* end);
  const uint8_t* PushInt32(const uint8_t* p, const uint8_t* end);
  void PushHandKey(int place) { lua_pushvalue(lua_, lua_upvalueindex(kHandKeyUpvalue + place)); }
  template <int kField>
  bool OpenField(Scope* scope, int list_slots, int hash_slots);
  template <int kField>
  static void Mark(Scope* scope);
};

}  // namespace pbb::luacodec
