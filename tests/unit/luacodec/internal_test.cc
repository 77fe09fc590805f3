// Parts of pbplan by themselves: the 64-bit bridge without calibration, the list probe, buffers, the output limit.
#include "internal_fixture.h"
#include "luacodec/map_key.h"

namespace pbb::luacodec {
namespace {

class Int64BridgeTest : public InternalTest, public testing::WithParamInterface<bool> {};

// What this VM leaves in memory is known; a bridge that no longer calibrates would only be slow, and nobody would see.
TEST_F(InternalTest, CalibratesOnThisVm) { EXPECT_TRUE(state_->int64.calibrated()); }

TEST_P(Int64BridgeTest, ReadsAndPushes) {
  Int64Bridge& bridge = state_->int64;
  bridge.set_calibrated(GetParam());
  using Kind = Int64Bridge::Kind;
  const auto read = [&](const char* expression, uint64_t* bits) {
    lua_settop(lua_, 0);
    Push(expression);
    return bridge.Read(lua_, -1, bits);
  };
  uint64_t bits = 0;
  EXPECT_EQ(read("-1LL", &bits), Kind::kSigned);
  EXPECT_EQ(bits, ~uint64_t{0});
  EXPECT_EQ(read("18446744073709551615ULL", &bits), Kind::kUnsigned);
  EXPECT_EQ(bits, ~uint64_t{0});
  EXPECT_EQ(read("require('ffi').new('long long', -2)", &bits), Kind::kSigned);
  EXPECT_EQ(bits, ~uint64_t{1});
  EXPECT_EQ(read("require('ffi').new('const uint64_t', 9007199254740993ULL)", &bits), Kind::kUnsigned);
  EXPECT_EQ(bits, 9007199254740993U);
  EXPECT_EQ(read("require('ffi').new('int32_t', 5)", &bits), Kind::kOther);
  EXPECT_EQ(read("require('ffi').new('int64_t[1]')", &bits), Kind::kOther);
  EXPECT_EQ(read("require('ffi').new('struct { int64_t x; }')", &bits), Kind::kOther);

  lua_settop(lua_, 0);
  uint64_t values[Int64Bridge::kBatch];
  // Often enough for the makers to be compiled: a trace once handed out one object eight times.
  for (int run = 0; run < 2000; ++run) {
    for (int i = 0; i < Int64Bridge::kBatch; ++i) values[i] = 0x8000000000000000U + static_cast<uint64_t>(run * 8 + i);
    for (const bool is_unsigned : {false, true}) {
      const int count = 1 + run % Int64Bridge::kBatch;
      bridge.PushMany(lua_, values, count, is_unsigned);
      ASSERT_EQ(lua_gettop(lua_), count);
      for (int i = 0; i < count; ++i) {
        ASSERT_EQ(bridge.Read(lua_, i + 1, &bits), is_unsigned ? Kind::kUnsigned : Kind::kSigned);
        ASSERT_EQ(bits, values[i]);
      }
      lua_settop(lua_, 0);
      bridge.Push(lua_, values[0], is_unsigned);
      bridge.Push(lua_, values[1], is_unsigned);
      bridge.Read(lua_, 1, &bits);
      ASSERT_EQ(bits, values[0]);
      lua_settop(lua_, 0);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(CalibratedAndNot, Int64BridgeTest, testing::Bool());

TEST_F(InternalTest, ListProbeFindsEveryKeyThatIsNoIndex) {
  const auto is_list = [&](const char* expression) {
    lua_settop(lua_, 0);
    Push(expression);
    const bool result = state_->list_probe.IsList(lua_, 1, static_cast<int>(lua_objlen(lua_, 1)));
    EXPECT_EQ(lua_gettop(lua_), 1);
    return result;
  };
  EXPECT_TRUE(is_list("{}"));
  EXPECT_TRUE(is_list("{ 1, 2, 3 }"));
  EXPECT_TRUE(is_list("(function() local t = {} for i = 9, 1, -1 do t[i] = i end return t end)()"));
  EXPECT_FALSE(is_list("{ [0] = 1 }"));
  EXPECT_FALSE(is_list("{ 1, 2, x = 3 }"));
  EXPECT_FALSE(is_list("{ 1, 2, [0.5] = 3 }"));
  EXPECT_FALSE(is_list("{ [-1] = 1 }"));
  // Both in the hash part, in whatever order: next(t, 1) may miss the other key.
  for (const char* const key : {"a", "b", "c", "d", "e", "f", "g", "h"}) {
    EXPECT_FALSE(is_list((std::string("{ [1] = 1, ") + key + " = 2 }").c_str())) << key;
    EXPECT_FALSE(is_list((std::string("{ [1] = 1, [2] = 2, ") + key + " = 2 }").c_str())) << key;
  }
}

TEST_F(InternalTest, OutputOverTheLimitIsAnErrorAndTheNextCallWorks) {
  state_->max_output_bytes = 2000;
  EXPECT_EQ(Encode("{ name = ('x'):rep(1997) }").size(), 2000U);
  EXPECT_EQ(Encode("{ name = ('x'):rep(1998) }"), "error: lc.All: over 2 GiB");
  EXPECT_EQ(Encode("{ names = { ('x'):rep(1500), ('x'):rep(1500) } }"), "error: lc.All: over 2 GiB");
  EXPECT_EQ(Encode("{ leaf = { s = ('x'):rep(1997) } }"), "error: lc.All: over 2 GiB");
  EXPECT_EQ(Encode("{ name = 'x' }").size(), 3U);
}

// Lengths are guessed from the last message of the same field; a wrong guess must not show.
TEST_F(InternalTest, LengthsAreMinimalWhateverCameBefore) {
  for (const int size : {1, 200, 3, 20000, 130, 20000, 5}) {
    const std::string text = "('x'):rep(" + std::to_string(size) + ")";
    const size_t leaf = static_cast<size_t>(size) + (size > 127 ? size > 16383 ? 4 : 3 : 2);
    const size_t wanted = leaf + (leaf > 127 ? leaf > 16383 ? 4 : 3 : 2);
    EXPECT_EQ(Encode("{ leaf = { s = " + text + " } }").size(), wanted);
    EXPECT_EQ(Encode("{ leaves = { {}, { s = " + text + " }, {} } }").size(), wanted + 4);
  }
}

TEST(Buffer, GivesBackWhatIsHuge) {
  BufferLender lender;
  Buffer* const buffer = lender.Take();
  ASSERT_TRUE(buffer->Reserve(Buffer::kKeepBytes + 1));
  Buffer* const second = lender.Take();
  ASSERT_NE(second, buffer) << "one that is out is lent to nobody else";
  lender.GiveBack(buffer);
  EXPECT_EQ(lender.Take(), buffer);
  EXPECT_EQ(buffer->capacity(), 0U);
  lender.GiveBack(second);
}

TEST(MapKey, Decimals) {
  const auto parse = [](std::string_view text) -> std::string {
    bool negative = false;
    bool fits = false;
    uint64_t magnitude = 0;
    if (!ParseDecimal(text.data(), text.size(), &negative, &magnitude, &fits)) return "no";
    return fits ? (negative ? "-" : "") + std::to_string(magnitude) : "too large";
  };
  for (const char* const good : {"0", "1", "-1", "18446744073709551615", "-9223372036854775808"})
    EXPECT_EQ(parse(good), good);
  for (const char* const bad : {"", "-", "-0", "00", "01", "+1", " 1", "1 ", "1.0", "1e3", "0x1", "-01"}) {
    EXPECT_EQ(parse(bad), "no") << bad;
  }
  EXPECT_EQ(parse("18446744073709551616"), "too large");
  EXPECT_EQ(parse("99999999999999999999999999"), "too large");
}

}  // namespace
}  // namespace pbb::luacodec
