// What one generated function of mode concat refers to, as locals declared in a `do` block around it.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "luagen/concat_switches.h"
#include "luagen/lua_writer.h"
#include "plan/plan.h"

namespace pbb::luagen {

// LuaJIT allows 60 upvalues and 200 locals a function. The helpers of the file's head take up to 35 upvalues, so a
// function may have this many references of its own, and this many fields (two locals for each repeated one).
inline constexpr size_t kMaxReferences = 20;
inline constexpr size_t kMaxFields = 50;

class ConcatScope {
 public:
  ConcatScope(const plan::Plan& plan, const ConcatSwitches& switches) : plan_(plan), switches_(switches) {}

  const plan::Plan& plan() const { return plan_; }
  const ConcatSwitches& switches() const { return switches_; }

  // Each returns the local's name: {enc, dec} of a message, an enum of the registry, the live extensions of a message.
  std::string Message(int index) { return Reference("rt.message", plan_.messages[index].full_name, 'm'); }
  std::string Enum(int index) { return Reference("rt.enum", plan_.enums[index].full_name, 'e'); }
  std::string Extensions(const plan::Message& message) { return Reference("rt.extensions", message.full_name, 'x'); }
  // A list of the keys that a oneof's members have.
  std::string Members(const plan::Message& message, const plan::Oneof& oneof);

  // A table for a message's fields, as an expression: empty, or with room for them where the switch says so.
  std::string NewTable(const plan::Message& message) const;
  std::string NewTable(int message) const { return NewTable(plan_.messages[message]); }

  // Adds a local function, whole; it may use references that were made before or are made later.
  void AddFunction(const std::string& text) { functions_ += text; }

  // The declarations: references first, then functions.
  void Declare(LuaWriter* out) const;

 private:
  std::string Reference(std::string_view call, const std::string& name, char prefix);
  std::string Local(const std::string& expression, char prefix);

  const plan::Plan& plan_;
  const ConcatSwitches& switches_;
  std::vector<std::pair<std::string, std::string>> references_;  // local, expression
  std::string functions_;
};

// How many upvalues a field's code needs beyond the helpers: one for a message, an enum, a map.
inline size_t ReferencesOf(const plan::Field& field) {
  return field.is_map ? 2 : (field.message != plan::kNone || field.enumeration != plan::kNone ? 1 : 0);
}

// `name` as an index of the table `table`: t.name, t["end"].
std::string Index(std::string_view table, const std::string& name);

// The varint of `value` as a Lua string literal of decimal escapes.
std::string VarintLiteral(uint32_t value);

// A field's tag with another wire type than the one it is written with.
inline uint32_t TagOf(const plan::Field& field, wire::WireType type) { return wire::MakeTag(field.number, type); }

// The tag of one element.
inline uint32_t ElementTag(const plan::Field& field) { return TagOf(field, plan::WireTypeOf(field.kind)); }

// Key of a field in its table: an extension's is its full name.
inline const std::string& KeyOf(const plan::Field& field) { return field.extension ? field.full_name : field.name; }

// The extensions of `message` whose code is in line: those that its own file declares, if any are.
std::vector<const plan::Extension*> InlineExtensions(const plan::Plan& plan, const ConcatSwitches& switches,
                                                     const plan::Message& message);

}  // namespace pbb::luagen
