// The branches of a decoder of mode concat: what is done with a record of one field.
#pragma once

#include <string>
#include <utility>

#include "luagen/concat_scope.h"

namespace pbb::luagen {

class ConcatRecords {
 public:
  // `message` is null for an extension on its own. With `counters` each list has two locals of the function, l<number>
  // and n<number>, that DeclareCounters has declared; without, lists are found and measured at every record.
  ConcatRecords(LuaWriter* out, ConcatScope* scope, const plan::Message* message, bool counters)
      : out_(out), scope_(scope), message_(message), counters_(counters) {}

  void DeclareCounters(const plan::Field& field);

  // The `if` or `elseif` branches on `tag` that take records of `field`.
  void Branches(const plan::Field& field, bool first);

 private:
  void Open(uint32_t tag, bool first);
  void Scalar(const plan::Field& field);
  void Message(const plan::Field& field);
  void Packed(const plan::Field& field);
  void MapRecord(const plan::Field& field);
  void MapEntryReader(const plan::Field& field, const std::string& name);

  // Makes sure that the list of `field` is there, made by `fresh`, and names it: {list, count} locals.
  std::pair<std::string, std::string> List(const plan::Field& field, const std::string& fresh);
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
};

}  // namespace pbb::luagen
