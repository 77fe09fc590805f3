#include "lua/jit.h"

#include <gtest/gtest.h>

namespace pbb::lua {
namespace {

TEST(JitTest, SwitchIsReadBack) {
  State state;
  EXPECT_TRUE(SetJit(&state, false));
  EXPECT_FALSE(JitIsOn(&state));
  EXPECT_TRUE(SetJit(&state, true));
  EXPECT_TRUE(JitIsOn(&state));
  EXPECT_NE(JitFlags(&state), "");
}

TEST(JitTest, UnknownOptionIsAnErrorText) {
  State state;
  EXPECT_EQ(StartJitOptions(&state, {"hotloop=10"}), "");
  EXPECT_NE(StartJitOptions(&state, {"nosuch=1"}), "");
}

TEST(TraceListenerTest, SeesALoopBeingCompiledAndAnAbortWithItsReason) {
  State state;
  TraceListener listener(&state);
  ASSERT_EQ(state.Run("local s = 0 for i = 1, 1000 do s = s + i end return s", "=loop", 0), "");
  EXPECT_EQ(listener.compiled(), 1U);
  EXPECT_EQ(listener.aborted(), 0U);
  ASSERT_EQ(state.Run("for i = 1, 1000 do local f = function() return i end end", "=closures", 0),
            "");  // FNEW is not compiled
  EXPECT_GT(listener.aborted(), 0U);
  ASSERT_FALSE(listener.AbortReasons().empty());
  EXPECT_EQ(listener.AbortReasons().begin()->first.find("reason"), std::string::npos) << "vmdef has no text";
}

TEST(TraceListenerTest, AnAbortRightAboveCCodeDoesNotCrashTheVm) {
  State state;
  TraceListener listener(&state);
  // A tail call of a builtin: its caller is gone when the abort ("return to lower frame") is told.
  ASSERT_EQ(state.Run("local concat = table.concat return function() return concat({'a', 'b'}) end", "=tail", 1), "");
  for (int i = 0; i < 2000; ++i) {
    lua_pushvalue(state.get(), -1);
    lua_pushnil(state.get());
    ASSERT_EQ(state.Call(1, 0), "");
  }
  EXPECT_GT(listener.aborted(), 0U);
}

TEST(TraceListenerTest, OffMeansNoEvents) {
  State state;
  SetJit(&state, false);
  TraceListener listener(&state);
  ASSERT_EQ(state.Run("local s = 0 for i = 1, 1000 do s = s + i end return s", "=loop", 0), "");
  EXPECT_EQ(listener.started(), 0U);
}

}  // namespace
}  // namespace pbb::lua
