#include "codec/codec.h"

namespace pbb::codec {

const char* OpName(Op op) { return op == Op::kEncode ? "encode" : "decode"; }

std::optional<Op> ParseOp(std::string_view name) {
  if (name == "encode") return Op::kEncode;
  if (name == "decode") return Op::kDecode;
  return std::nullopt;
}

}  // namespace pbb::codec
