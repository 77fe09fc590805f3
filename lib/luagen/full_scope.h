// What the emitters of full mode share while they write one message: the plan, the output, and which functions of other
// messages can be called through a local.
//
// Names inside generated functions: w writer, r reader, root the value that encode was called with, t this message's
// table, i position, e end of the scope, d depth below the root, a start of the record, g end tag of the group or 0, c
// first byte of the next tag (0 at the end of the scope).
#pragma once

#include <map>
#include <set>
#include <string>

#include "luagen/lua_writer.h"
#include "luagen/names.h"
#include "plan/plan.h"

namespace pbb::luagen {

struct FullScope {
  const plan::Plan& plan;
  const std::set<int>& ready;  // messages whose functions exist when this one's are made
  LuaWriter* out;
  int self = plan::kNone;
  bool self_is_local = false;  // inside the function that may call itself by its local name

  std::map<int, int> locals;  // message -> number of its locals enc_N and dec_N
  std::map<int, int> sets;    // closed enum -> number of its local set_N

  // How the function `kind` ("enc" or "dec") of a message is called. A local that is never assigned again costs nothing
  // on trace; a message that is not there yet (a cycle) goes through the shared table. Few locals: a function may have
  // 60 upvalues.
  std::string Function(const char* kind, int message) {
    if (message == self && self_is_local) return kind;
    if (message != self && ready.contains(message)) {
      if (locals.contains(message) || locals.size() < kMaxLocals) {
        const int number = locals.emplace(message, static_cast<int>(locals.size()) + 1).first->second;
        return fmt::format("{}_{}", kind, number);
      }
    }
    return InTable(kind[0] == 'e' ? "E" : "D", message);
  }

  // `table[full name]`, for calls that are rare.
  std::string InTable(const char* table, int message) const {
    return fmt::format("{}[{}]", table, Quote(plan.messages[message].full_name));
  }

  // The set of a closed enum's declared numbers.
  std::string EnumSet(int enumeration) {
    if (sets.contains(enumeration) || sets.size() < kMaxLocals) {
      return fmt::format("set_{}", sets.emplace(enumeration, static_cast<int>(sets.size()) + 1).first->second);
    }
    return fmt::format("EN[{}].set", Quote(plan.enums[enumeration].full_name));
  }

  static constexpr size_t kMaxLocals = 8;
};

// Fields, and the extensions of the message that its own file declares, by number.
struct FullMember {
  const plan::Field* field;
  std::string Key() const { return Quote(field->extension ? field->full_name : field->name); }
};
std::vector<FullMember> MembersOf(const plan::Plan& plan, const plan::Message& message);

}  // namespace pbb::luagen
