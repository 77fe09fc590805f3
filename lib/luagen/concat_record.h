// The branches of a decoder of mode concat: what is done with a record of one field.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "luagen/concat_scope.h"

namespace pbb::luagen {

class ConcatRecords {
 public:
  // `message` is null for an extension on its own. With `counters` each list has two locals of the function, l<number>
  // and n<number>, that DeclareCounters has declared; without, lists are found and measured at every record.
  // `may_paste`: the decoder of a small sub-message may be pasted in, where the switch says so.
  ConcatRecords(LuaWriter* out, ConcatScope* scope, const plan::Message* message, bool counters, bool may_paste)
      : out_(out),
        scope_(scope),
        message_(message),
        counters_(counters && scope->switches().append_counter),
        may_paste_(may_paste) {}

  void DeclareCounters(const plan::Field& field);

  // The `if` or `elseif` branches on `tag` that take records of `field`.
  void Branches(const plan::Field& field, bool first);

  // What such a branch does: with one element or value, or with a packed run.
  void Record(const plan::Field& field, bool packed);

 private:
  void Open(uint32_t tag, bool first);
  void Scalar(const plan::Field& field);
  void Message(const plan::Field& field);
  void Packed(const plan::Field& field);
  void MapRecord(const plan::Field& field);
  void MapEntryReader(const plan::Field& field, const std::string& name);

  // Makes sure that the list of `field` is there, made by `fresh`, and names it: {list, count} locals; without the
  // switch append_counter there is no count.
  using ListNames = std::pair<std::string, std::string>;
  ListNames List(const plan::Field& field, const std::string& fresh);
  void Append(const ListNames& list, const std::string& value);
  void Push(const plan::Field& field, const std::string& value);
  void Store(const plan::Field& field, const std::string& value);
  // The table that holds the field: t, or local x, which is made when it is not there.
  std::string Container(const plan::Field& field);
  void ClearSiblings(const plan::Field& field);
  std::string Fits(const plan::Field& field, const std::string& v);  // condition, "" for an open enum or another kind

  LuaWriter* out_;
  ConcatScope* scope_;
  const plan::Message* message_;
  bool counters_;
  bool may_paste_;
  std::set<uint32_t> entries_;  // numbers of the maps whose entry readers are there
};

}  // namespace pbb::luagen
