// What the writer (lib/render/benchfmt.h) and the reader (result/benchfmt_reader.h) of the Go benchmark format must
// agree on: escapes, names of cells, and the keys under which a document's own data stands.
//
// benchstat puts results whose configuration lines differ into different tables. So configuration lines hold the name
// of the document and what must agree before times are compared (ComparableParts); all else is in lines `# key: value`,
// which the format tells readers to skip and ours reads.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "result/document.h"

namespace pbb::result {

// First line of what we wrote, after `document: NAME`; then ", document 1 of 2".
inline constexpr std::string_view kBenchfmtFormat = "pbbench 1";

// Bytes on the wire of the whole ring (Cell::wire_bytes): a unit of ours.
inline constexpr std::string_view kBenchfmtWireUnit = "wire-B";

// Bytes that the format gives a meaning become %XX. In a name: all but printable ASCII, and `/` and `%`. In a value:
// control bytes, `%`, and spaces at either end.
std::string EscapeBenchfmtName(std::string_view text);
std::string EscapeBenchfmtValue(std::string_view text);
// Reverses both. A `%` without two hexadecimal digits behind it stands for itself.
std::string UnescapeBenchfmt(std::string_view text);

// "Pbbench/schema=hello.Person/size=1KB/ring=unique/op=decode/codec=lua-full-1". The "-1" would be GOMAXPROCS: it is
// always there, so that the end of a codec's name isn't taken for it.
std::string BenchfmtName(const CellId& id);
// Reverses it; absent for a name that is none of ours.
std::optional<CellId> ParseBenchfmtName(std::string_view name);

// What stands between spaces, tabs, vertical tabs and form feeds. Points into `text`.
std::vector<std::string_view> BenchfmtWords(std::string_view text);

// `k=v k=v`, keys and values escaped as names are; a word without `=` is left out.
std::string BenchfmtPairs(const std::map<std::string, std::string>& pairs);
std::map<std::string, std::string> ParseBenchfmtPairs(std::string_view text);

// Whole numbers from 0 only.
std::optional<uint64_t> ParseBenchfmtCount(std::string_view text);

struct BenchfmtKey {
  std::string_view key;
  std::string (*get)(const Document& document);
  bool (*set)(Document* document, const std::string& value);  // false: the value can't be one; "" is the default
};

// Configuration lines: named as ComparableParts() names them, and `goarch` as `go test` writes it.
std::span<const BenchfmtKey> BenchfmtConfigKeys();
// Lines `# key: value` on a document as a whole.
std::span<const BenchfmtKey> BenchfmtRemarkKeys();

}  // namespace pbb::result
