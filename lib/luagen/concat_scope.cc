#include "luagen/concat_scope.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "luagen/names.h"

namespace pbb::luagen {
namespace {

constexpr std::array<std::string_view, 22> kKeywords = {
    "and", "break", "do",  "else", "elseif", "end",    "false",  "for",  "function", "goto",  "if",
    "in",  "local", "nil", "not",  "or",     "repeat", "return", "then", "true",     "until", "while"};

// A wide message is seldom full.
constexpr size_t kMaxPresized = 32;

bool IsIdentifier(const std::string& name) {
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0) return false;
  const auto fits = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  return std::all_of(name.begin(), name.end(), fits) &&
         std::find(kKeywords.begin(), kKeywords.end(), name) == kKeywords.end();
}

}  // namespace

std::string ConcatScope::Reference(std::string_view call, const std::string& name, char prefix) {
  return Local(fmt::format("{}({})", call, Quote(name)), prefix);
}

std::string ConcatScope::Members(const plan::Message& message, const plan::Oneof& oneof) {
  std::string names;
  for (const int member : oneof.members) names += (names.empty() ? "" : ", ") + Quote(message.fields[member].name);
  return Local("{" + names + "}", 'o');
}

std::string ConcatScope::Local(const std::string& expression, char prefix) {
  for (const auto& [local, known] : references_) {
    if (known == expression) return local;
  }
  references_.emplace_back(fmt::format("{}{}", prefix, references_.size() + 1), expression);
  return references_.back().first;
}

std::string ConcatScope::NewTable(const plan::Message& message) const {
  if (!switches_.presize_result) return "{}";
  std::string keys;
  for (size_t i = 0; i < message.fields.size() && i < kMaxPresized; ++i) {
    keys += fmt::format("[{}] = nil, ", Quote(message.fields[i].name));
  }
  return "{" + keys + "}";
}

void ConcatScope::Declare(LuaWriter* out) const {
  for (const auto& [local, expression] : references_) out->Line("local {} = {}", local, expression);
  out->Raw(functions_);
}

std::string Index(std::string_view table, const std::string& name) {
  return IsIdentifier(name) ? fmt::format("{}.{}", table, name) : fmt::format("{}[{}]", table, Quote(name));
}

std::string VarintLiteral(uint32_t value) {
  std::string out = "\"";
  for (; value >= 0x80; value >>= 7) out += fmt::format("\\{}", (value & 0x7f) | 0x80);
  return out + fmt::format("\\{}\"", value);
}

std::vector<const plan::Extension*> InlineExtensions(const plan::Plan& plan, const ConcatSwitches& switches,
                                                     const plan::Message& message) {
  std::vector<const plan::Extension*> own;
  if (!switches.inline_extensions) return own;
  for (const int index : message.extensions) {
    if (plan.extensions[index].file == message.file) own.push_back(&plan.extensions[index]);
  }
  return own;
}

}  // namespace pbb::luagen
