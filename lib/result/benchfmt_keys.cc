#include "result/benchfmt_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

namespace pbb::result {
namespace {

bool IsControl(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

void AppendEscaped(char c, std::string* out) { *out += fmt::format("%{:02X}", static_cast<unsigned char>(c)); }

std::optional<char> HexByte(std::string_view digits) {
  unsigned value = 0;
  const char* end = digits.data() + digits.size();
  if (digits.size() != 2 || std::from_chars(digits.data(), end, value, 16).ptr != end) return std::nullopt;
  return static_cast<char>(value);
}

// Members of the parts of a document, by pointer to the part and pointer to its member.
template <auto Part, auto Member>
std::string GetText(const Document& document) {
  return (document.*Part).*Member;
}

template <auto Part, auto Member>
bool SetText(Document* document, const std::string& value) {
  (document->*Part).*Member = value;
  return true;
}

template <auto Part, auto Member>
std::string GetCount(const Document& document) {
  return fmt::format("{}", (document.*Part).*Member);
}

template <auto Part, auto Member>
bool SetCount(Document* document, const std::string& value) {
  auto& member = (document->*Part).*Member;
  const auto count = ParseBenchfmtCount(value.empty() ? "0" : value);
  using Type = std::remove_reference_t<decltype(member)>;
  if (!count || *count > static_cast<uint64_t>(std::numeric_limits<Type>::max())) return false;
  member = static_cast<Type>(*count);
  return true;
}

std::string GetComplete(const Document& document) { return document.complete ? "true" : "false"; }
bool SetComplete(Document* document, const std::string& value) {
  document->complete = value == "true";
  return document->complete || value == "false";
}

std::string GetMeasuredAt(const Document& document) { return document.measured_at; }
bool SetMeasuredAt(Document* document, const std::string& value) {
  document->measured_at = value;
  return true;
}

std::string GetDirty(const Document& document) { return document.codec_tree.dirty ? "true" : ""; }
bool SetDirty(Document* document, const std::string& value) {
  document->codec_tree.dirty = value == "true";
  return document->codec_tree.dirty || value.empty() || value == "false";
}

// ASCII only: then escaping leaves a text that reads back equal whatever the flags hold.
std::string GetFlags(const Document& document) {
  return document.config.flags.dump(-1, ' ', /*ensure_ascii=*/true, nlohmann::json::error_handler_t::replace);
}
bool SetFlags(Document* document, const std::string& value) {
  document->config.flags = nlohmann::json::parse(value, nullptr, /*allow_exceptions=*/false);
  return document->config.flags.is_object();
}

// Of the release only major and minor decide whether times can be compared; the whole of it is in a remark.
std::string GetKernelMinor(const Document& document) {
  for (const auto& [name, value] : ComparableParts(document)) {
    if (name == "kernel") return value;
  }
  return "";
}

template <auto Part, auto Member>
constexpr BenchfmtKey TextKey(std::string_view key) {
  return {key, GetText<Part, Member>, SetText<Part, Member>};
}

template <auto Part, auto Member>
constexpr BenchfmtKey CountKey(std::string_view key) {
  return {key, GetCount<Part, Member>, SetCount<Part, Member>};
}

constexpr BenchfmtKey kConfigKeys[] = {
    TextKey<&Document::machine, &Machine::arch>("arch"),
    {"goarch", nullptr, SetText<&Document::machine, &Machine::arch>},
    TextKey<&Document::machine, &Machine::cpu>("cpu"),
    CountKey<&Document::machine, &Machine::cores>("cores"),
    {"kernel", GetKernelMinor, SetText<&Document::machine, &Machine::kernel>},
    TextKey<&Document::pbbench, &Build::compiler>("compiler"),
    TextKey<&Document::pbbench, &Build::compile_flags>("flags"),
    TextKey<&Document::runtime, &Runtime::luajit>("luajit"),
    TextKey<&Document::runtime, &Runtime::libprotobuf>("libprotobuf"),
};

constexpr BenchfmtKey kRemarkKeys[] = {
    {"complete", GetComplete, SetComplete},
    {"measured-at", GetMeasuredAt, SetMeasuredAt},
    TextKey<&Document::pbbench, &Build::version>("pbbench-version"),
    TextKey<&Document::pbbench, &Build::commit>("pbbench-commit"),
    TextKey<&Document::pbbench, &Build::build_type>("build-type"),
    TextKey<&Document::codec_tree, &CodecTree::sha256>("codec-tree"),
    TextKey<&Document::codec_tree, &CodecTree::commit>("codec-tree-commit"),
    {"codec-tree-dirty", GetDirty, SetDirty},
    TextKey<&Document::machine, &Machine::kernel>("kernel-release"),
    TextKey<&Document::machine, &Machine::governor>("governor"),
    CountKey<&Document::machine, &Machine::memory_bytes>("memory-bytes"),
    TextKey<&Document::runtime, &Runtime::jit_flags>("jit-flags"),
    CountKey<&Document::config, &RunConfig::seed>("seed"),
    {"config", GetFlags, SetFlags},
};

struct NamePart {
  std::string_view opening;
  std::string CellId::*member;
};
constexpr NamePart kNameParts[] = {{"Pbbench/schema=", &CellId::schema},
                                   {"/size=", &CellId::size},
                                   {"/ring=", &CellId::ring},
                                   {"/op=", &CellId::op},
                                   {"/codec=", &CellId::codec}};

std::string_view WithoutProcessors(std::string_view name) {
  const size_t dash = name.find_last_not_of("0123456789");
  const bool has = dash != std::string_view::npos && name[dash] == '-' && dash + 1 < name.size();
  return has ? name.substr(0, dash) : name;
}

}  // namespace

std::string EscapeBenchfmtName(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool plain = c > ' ' && c < 0x7f && c != '/' && c != '%';
    plain ? out.push_back(c) : AppendEscaped(c, &out);
  }
  return out;
}

std::string EscapeBenchfmtValue(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool plain = !IsControl(c) && c != '%' && (c != ' ' || (i > 0 && i + 1 < text.size()));
    plain ? out.push_back(c) : AppendEscaped(c, &out);
  }
  return out;
}

std::string UnescapeBenchfmt(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = text[i] == '%' ? HexByte(text.substr(i + 1, 2)) : std::nullopt;
    out += byte.value_or(text[i]);
    if (byte) i += 2;
  }
  return out;
}

std::string BenchfmtName(const CellId& id) {
  std::string name;
  for (const auto& [opening, member] : kNameParts) name.append(opening).append(EscapeBenchfmtName(id.*member));
  return name + "-1";
}

std::optional<CellId> ParseBenchfmtName(std::string_view name) {
  name = WithoutProcessors(name);
  CellId id;
  for (const auto& [opening, member] : kNameParts) {
    if (name.substr(0, opening.size()) != opening) return std::nullopt;
    name.remove_prefix(opening.size());
    const size_t slash = std::min(name.find('/'), name.size());
    id.*member = UnescapeBenchfmt(name.substr(0, slash));
    name.remove_prefix(slash);
    if ((id.*member).empty()) return std::nullopt;
  }
  return name.empty() ? std::optional(id) : std::nullopt;
}

std::vector<std::string_view> BenchfmtWords(std::string_view text) {
  static constexpr std::string_view kSpace = " \t\v\f";
  std::vector<std::string_view> words;
  for (size_t start; (start = text.find_first_not_of(kSpace)) != std::string_view::npos;) {
    text.remove_prefix(start);
    const size_t end = std::min(text.find_first_of(kSpace), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return words;
}

std::string BenchfmtPairs(const std::map<std::string, std::string>& pairs) {
  std::string out;
  for (const auto& [key, value] : pairs) {
    // A `=` in a key would end it.
    std::string name = EscapeBenchfmtName(key);
    for (size_t at; (at = name.find('=')) != std::string::npos;) name.replace(at, 1, "%3D");
    out += fmt::format("{}{}={}", out.empty() ? "" : " ", name, EscapeBenchfmtName(value));
  }
  return out;
}

std::map<std::string, std::string> ParseBenchfmtPairs(std::string_view text) {
  std::map<std::string, std::string> pairs;
  for (const std::string_view word : BenchfmtWords(text)) {
    const size_t equals = word.find('=');
    if (equals == std::string_view::npos) continue;
    pairs[UnescapeBenchfmt(word.substr(0, equals))] = UnescapeBenchfmt(word.substr(equals + 1));
  }
  return pairs;
}

std::optional<uint64_t> ParseBenchfmtCount(std::string_view text) {
  uint64_t count = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, count);
  if (text.empty() || error != std::errc() || stop != end) return std::nullopt;
  return count;
}

std::span<const BenchfmtKey> BenchfmtConfigKeys() { return kConfigKeys; }
std::span<const BenchfmtKey> BenchfmtRemarkKeys() { return kRemarkKeys; }

}  // namespace pbb::result
