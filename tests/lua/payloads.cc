// Built-in payloads of every schema, size and ring for tree.lua: OUT/payloads.tsv, a line each with type, .proto file,
// name, bytes in hex, and the value that the oracle says they decode to (same.lua's text); OUT/<schema>.desc beside it.
//   lua_payloads OUT
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/file.h"
#include "codec/lua_expect.h"
#include "codec/oracle.h"
#include "corpus/corpus.h"
#include "lua/state.h"

namespace pbb {
namespace {

// The first payloads of a ring differ as much as the others do.
constexpr RingLimits kLimits{6, uint64_t{1} << 20};
constexpr uint64_t kSeed = 1;
enum Slot : int { kHarness = 1, kText };

void Must(const std::string& error) {
  if (!error.empty()) throw Error(ExitCode::kInternal, error);
}

std::string Hex(std::string_view bytes) {
  std::string hex;
  for (const char byte : bytes) hex += fmt::format("{:02X}", static_cast<unsigned char>(byte));
  return hex;
}

std::string ValueText(lua::State* state, const codec::Oracle& oracle, const std::string& payload) {
  const auto message = oracle.New();
  if (!message->ParseFromString(payload)) throw Error(ExitCode::kInternal, "the oracle refuses a payload");
  lua_State* l = state->get();
  lua_pushvalue(l, kText);
  codec::PushExpected(l, kHarness, *message, false);
  Must(state->Call(1, 1));
  size_t size = 0;
  const char* text = lua_tolstring(l, -1, &size);
  std::string copy(text, size);
  lua_pop(l, 1);
  return copy;
}

int Write(const std::string& out) {
  lua::State state;
  Must(state.Run(ReadFile(PBB_SOURCE_DIR "/lib/codec/harness.lua"), "=harness", 1));
  state.PrependPaths(PBB_SOURCE_DIR "/tests/lua/?.lua", "");
  Must(state.Run("return require('harness.same').text", "=text", 1));
  Corpus corpus(PBB_SOURCE_DIR);
  std::string lines;
  for (const SchemaEntry& schema : corpus.schemas()) {
    const std::string& set = corpus.DescriptorSet(schema);
    WriteFile(out + "/" + schema.name + ".desc", set);
    const codec::Oracle oracle(set, schema.name);
    for (const SizeEntry& size : schema.sizes) {
      for (const RingEntry& ring : corpus.rings()) {
        const std::string name = ring.name == "dup:P" ? "dup:50" : ring.name;
        const Ring made = corpus.MakeRing(schema, size.label, name, kSeed, kLimits);
        for (const std::string& payload : made.payloads) {
          std::string canonical;
          if (!oracle.Canonicalize(payload, &canonical))
            throw Error(ExitCode::kInternal, "the oracle refuses a payload");
          lines += fmt::format("{}\t{}\t{}/{}\t{}\t{}\t{}\n", schema.name, corpus.ProtoFiles(schema).front(),
                               size.label, name, Hex(payload), Hex(canonical), ValueText(&state, oracle, payload));
        }
      }
    }
  }
  WriteFile(out + "/payloads.tsv", lines);
  return 0;
}

}  // namespace
}  // namespace pbb

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: lua_payloads OUT\n", stderr);
    return 2;
  }
  try {
    return pbb::Write(argv[1]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "lua_payloads: %s\n", error.what());
    return 1;
  }
}
