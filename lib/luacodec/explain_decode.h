// Why bytes do not decode: a slow walk, in wire order, over the plan alone. No Lua here.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "plan/plan.h"

namespace pbb::luacodec {

struct DecodeError {
  std::string what;   // "truncated varint", as CONTRACT.md lists them
  size_t offset = 0;  // of the byte that the text names, 0-based
};

// The first error of `bytes` as a message of index `message`, or nothing when they are well-formed.
std::optional<DecodeError> ExplainDecode(const plan::Plan& plan, int message, std::string_view bytes,
                                         bool validate_utf8);

}  // namespace pbb::luacodec
