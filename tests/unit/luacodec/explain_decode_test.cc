// The explaining walk agrees with the decoder on what is well-formed, for mutations of a message that has everything;
// and names the byte that the contract says.
#include "luacodec/explain_decode.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>

#include "internal_fixture.h"
#include "luacodec/decoder.h"

namespace pbb::luacodec {
namespace {

std::string Bytes(std::initializer_list<int> bytes) {
  std::string result;
  for (const int byte : bytes) result += static_cast<char>(byte);
  return result;
}

class ExplainTest : public InternalTest {
 protected:
  std::string Explain(const std::string& bytes, const char* type = "lc.All") {
    const Schema& schema = *state_->schema;
    // A copy of its exact size on the heap, so that a sanitizer sees a read past the end.
    const auto exact = std::make_unique<char[]>(bytes.size());
    std::copy(bytes.begin(), bytes.end(), exact.get());
    const auto error = ExplainDecode(schema.plan(), schema.plan().FindMessage(type), {exact.get(), bytes.size()}, true);
    return error ? error->what + " at " + std::to_string(error->offset) : "";
  }

  bool Decodes(const std::string& bytes) {
    const auto exact = std::make_unique<uint8_t[]>(bytes.size());
    std::copy(bytes.begin(), bytes.end(), exact.get());
    lua_settop(lua_, 0);
    PushKeys();
    Decoder decoder(lua_, state_.get(), 1);
    return decoder.Run(*state_->schema->Find("lc.All"), exact.get(), exact.get() + bytes.size());
  }
};

TEST_F(ExplainTest, NamesTheByte) {
  EXPECT_EQ(Explain(""), "");
  EXPECT_EQ(Explain(Bytes({0x10})), "truncated varint at 1");
  EXPECT_EQ(Explain(Bytes({0x10, 0x80})), "truncated varint at 1");
  EXPECT_EQ(Explain(Bytes({0x88})), "truncated varint at 0");
  EXPECT_EQ(Explain(Bytes({0x3a, 0x02, 0x08, 0x80})), "truncated varint at 3");
  EXPECT_EQ(Explain(Bytes({0x10, 1, 0x00, 1})), "invalid tag at 2");
  EXPECT_EQ(Explain(Bytes({0x0e})), "invalid wire type 6 at 0");
  EXPECT_EQ(Explain(Bytes({0x3a, 5, 8, 1})), "length past the end at 1");
  EXPECT_EQ(Explain(Bytes({0x0a, 0x80, 0x80, 0x80, 0x80, 0x08})), "invalid length at 1");
  EXPECT_EQ(Explain(Bytes({0x5b, 8, 1})), "unterminated group at 3");
  EXPECT_EQ(Explain(Bytes({0x5b, 8, 1, 0x64})), "unexpected end group at 3");
  EXPECT_EQ(Explain(Bytes({0x22, 2, 1, 0x80})), "truncated varint at 3");
}

TEST_F(ExplainTest, DepthIsJudgedAtTheTag) {
  EXPECT_EQ(Explain(std::string(100, '\x5b') + std::string(100, '\x5c')), "");
  EXPECT_EQ(Explain(std::string(101, '\x5b')), "nesting over 100 levels at 100");
}

TEST_F(ExplainTest, AgreesWithTheDecoderOnMutations) {
  const std::string seed = Encode(
      "{ name = 'n', i64 = -1LL, u64 = 300, numbers = { 1, 2, 300 }, wide = { 1, -2, 3 }, names = { 'a', 'b' }, "
      "leaf = { a = 1 }, leaves = { { a = 1 }, { s = 'x' }, {} }, by_name = { k = { a = 1 } }, "
      "by_id = { [1] = 'one' }, inner = { b = 2 }, node = { s = 'long' }, colors = { 0, 1 }, "
      "next = { name = 'inner' }, d = 0.5, f = 7, _extensions = { ['lc.note'] = 'note', ['lc.notes'] = { { a = 5 } } "
      "}, "
      "_unknown_fields = '\\200\\12\\1\\203\\12\\204\\12' }");
  std::mt19937 random(20240601);
  int malformed = 0;
  constexpr int kRuns = 30000;
  for (int run = 0; run < kRuns; ++run) {
    std::string bytes = seed;
    const unsigned edits = 1 + random() % 3;
    for (unsigned i = 0; i < edits; ++i) {
      const size_t at = random() % bytes.size();
      switch (random() % 4) {
        case 0:
          bytes[at] = static_cast<char>(random());
          break;
        case 1:
          bytes.erase(at, 1 + random() % 4);
          break;
        case 2:
          bytes.insert(at, 1, static_cast<char>(random()));
          break;
        default:
          bytes.resize(at + 1);
      }
      if (bytes.empty()) bytes = seed;
    }
    const std::string why = Explain(bytes);
    ASSERT_EQ(Decodes(bytes), why.empty()) << why << ": " << testing::PrintToString(bytes);
    malformed += why.empty() ? 0 : 1;
  }
  EXPECT_GT(malformed, kRuns / 10);
  EXPECT_LT(malformed, kRuns * 9 / 10 + kRuns / 10);
}

}  // namespace
}  // namespace pbb::luacodec
