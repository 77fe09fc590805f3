// The name of a cell, schema/size/ring/op/codec, and its five parts.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pbb::result {

struct CellId {
  std::string schema;  // hello.Person
  std::string size;    // 1KB
  std::string ring;    // unique
  std::string op;      // encode
  std::string codec;   // lua-full, lua-full[jit=off]

  // "hello.Person/1KB/unique/decode/lua-full"
  std::string Text() const;
  bool operator==(const CellId&) const = default;
};

// Reverses Text(). The first four slashes separate; a codec's options may hold more. Absent when there are fewer
// than five parts or one is empty.
std::optional<CellId> ParseCellId(std::string_view text);

}  // namespace pbb::result
