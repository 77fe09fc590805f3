// The judge of decoded values must see every difference that matters, and build what the contract says.
#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include "codec/harness_lua.h"
#include "codec/lua_expect.h"
#include "hello.pb.h"
#include "lua/state.h"
#include "proto2_basic.pb.h"

namespace pbb::codec {
namespace {

// Path and text of the first difference between two Lua expressions, "" when there is none.
std::string Differs(const std::string& want, const std::string& got) {
  lua::State state;
  EXPECT_EQ(state.Run(kHarnessLua, "=harness", 1), "");
  lua_setglobal(state.get(), "H");
  EXPECT_EQ(
      state.Run("local a, b = H.differs(" + want + ", " + got + ", '') return a and a .. ': ' .. b or ''", "=test", 1),
      "");
  return lua_tostring(state.get(), -1);
}

TEST(HarnessTest, EqualValues) {
  EXPECT_EQ(Differs("{a = {1, 'x', true}, b = 0/0, c = 5LL}", "{a = {1, 'x', true}, b = -(0/0), c = 5LL}"), "");
}

TEST(HarnessTest, TypesOf64BitValuesCount) {
  EXPECT_EQ(Differs("{v = -1LL}", "{v = 0xffffffffffffffffULL}"),
            "v: expected ctype<int64_t> -1LL, got ctype<uint64_t> 18446744073709551615ULL");
  EXPECT_NE(Differs("{v = 1LL}", "{v = 1}"), "");
}

TEST(HarnessTest, MinusZeroCounts) { EXPECT_NE(Differs("{v = 0}", "{v = 0 * -1}"), ""); }

TEST(HarnessTest, MissingAndUnexpectedKeysCount) {
  EXPECT_EQ(Differs("{a = {1, 2}}", "{a = {1}}"), "a[2]: expected number 2, got nil nil");
  EXPECT_EQ(Differs("{}", "{x = 'abc'}"), "x: unexpected string of 3 bytes");
}

// Pushes what `message` must decode to and evaluates `expression` over it as `v`.
std::string Expected(const google::protobuf::Message& message, const std::string& expression,
                     bool int64_as_number = false) {
  lua::State state;
  EXPECT_EQ(state.Run(kHarnessLua, "=harness", 1), "");
  PushExpected(state.get(), 1, message, int64_as_number);
  lua_setglobal(state.get(), "v");
  EXPECT_EQ(state.Run("return tostring(" + expression + ")", "=test", 1), "");
  return lua_tostring(state.get(), -1);
}

TEST(LuaExpectTest, ValuesAsTheContractSays) {
  hello::Person person;
  person.set_name("n");
  person.add_emails("e");
  person.set_user_id(UINT64_MAX);
  (*person.mutable_ages_by_nickname())["k"] = -5;
  EXPECT_EQ(Expected(person, "v.name .. v.emails[1]"), "ne");
  EXPECT_EQ(Expected(person, "v.user_id"), "18446744073709551615ULL");
  EXPECT_EQ(Expected(person, "v.ages_by_nickname.k"), "-5");
  EXPECT_EQ(Expected(person, "v.age"), "nil");
  person.set_user_id(7);
  EXPECT_EQ(Expected(person, "v.user_id"), "7ULL");
  EXPECT_EQ(Expected(person, "v.user_id", true), "7");
}

TEST(LuaExpectTest, ExtensionsGroupsAndUnknownFields) {
  proto2_basic::BenchPayload payload;
  payload.set_id(1);
  payload.SetExtension(proto2_basic::ext_count, 42);
  payload.mutable_stats()->set_attempts(3);
  payload.mutable_unknown_fields()->AddVarint(50, 1);
  EXPECT_EQ(Expected(payload, "v._extensions['proto2_basic.ext_count']"), "42");
  EXPECT_EQ(Expected(payload, "v.stats.attempts"), "3");
  EXPECT_EQ(Expected(payload, "#v._unknown_fields"), "3");
}

TEST(LuaExpectTest, NegativeInt64) {
  proto2_basic::Defaults defaults;
  defaults.set_i64(INT64_MIN);
  EXPECT_EQ(Expected(defaults, "v.i64"), "-9223372036854775808LL");
  defaults.set_i64(-1);
  EXPECT_EQ(Expected(defaults, "v.i64"), "-1LL");
}

}  // namespace
}  // namespace pbb::codec
