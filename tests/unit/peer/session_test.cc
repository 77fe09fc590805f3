#include "peer/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pbb::peer {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using Kind = SessionFailure::Kind;

constexpr int64_t kLongNs = 20'000'000'000;  // only reached when something is broken
constexpr int64_t kShortNs = 50'000'000;

Session ShellSession(const std::string& script) {
  ChildOptions options;
  options.command = {"/bin/sh", "-c", script};
  return Session(options);
}

const json kRequest = {{"cmd", "hello"}};

TEST(SessionTest, GivesTheAnswersInTurn) {
  Session session = ShellSession("n=0; while read x; do n=$((n+1)); echo \"{\\\"ok\\\":true,\\\"n\\\":$n}\"; done");
  EXPECT_EQ(session.Request(kRequest, kLongNs).json["n"], 1);
  EXPECT_EQ(session.Request(kRequest, kLongNs).json["n"], 2);
  EXPECT_TRUE(session.alive());
  session.End();
  EXPECT_FALSE(session.alive());
}

TEST(SessionTest, ChildThatDiesTellsItsSignalAndStderr) {
  Session session = ShellSession("read x; echo 'stack smashed' >&2; kill -SEGV $$");
  const Reply reply = session.Request(kRequest, kLongNs);
  ASSERT_TRUE(reply.failure);
  EXPECT_EQ(reply.failure->kind, Kind::kDied);
  EXPECT_EQ(reply.failure->what, "killed by signal 11 (SEGV)");
  EXPECT_EQ(reply.failure->Text(), "killed by signal 11 (SEGV); its stderr ends: stack smashed");
  EXPECT_FALSE(session.alive());
  EXPECT_EQ(session.Request(kRequest, kLongNs).failure->kind, Kind::kDied);
}

TEST(SessionTest, ChildThatEndsInTheMiddleOfAnAnswerHasDied) {
  Session session = ShellSession("read x; printf '{\"ok\":tr'; exit 70");
  const Reply reply = session.Request(kRequest, kLongNs);
  ASSERT_TRUE(reply.failure);
  EXPECT_EQ(reply.failure->kind, Kind::kDied);
  EXPECT_EQ(reply.failure->what, "exit code 70, in the middle of the answer \"{\\\"ok\\\":tr\"");
}

TEST(SessionTest, ChildThatSaysNothingHangs) {
  Session session = ShellSession("read x; printf '{\"ok\":'; sleep 100");
  const Reply reply = session.Request(kRequest, kShortNs);
  ASSERT_TRUE(reply.failure);
  EXPECT_EQ(reply.failure->kind, Kind::kHung);
  EXPECT_EQ(reply.failure->what, "no answer within 0.1 s");
  EXPECT_FALSE(session.alive());
}

TEST(SessionTest, ChildThatDoesNotReadHangsOrDies) {
  Session session = ShellSession("sleep 100");
  const Reply reply = session.Request({{"cmd", std::string(1 << 20, 'x')}}, kShortNs);
  ASSERT_TRUE(reply.failure);
  EXPECT_EQ(reply.failure->what, "does not read requests");
  EXPECT_FALSE(session.alive());
}

TEST(SessionTest, GarbageIsABadAnswerAndEndsTheSession) {
  for (const char* garbage : {"segfault at 0", "[]", "{}", "{\"ok\":1}", "\\377\\376"}) {
    Session session = ShellSession(std::string("read x; printf '") + garbage + "\\n'; sleep 100");
    const Reply reply = session.Request(kRequest, kLongNs);
    ASSERT_TRUE(reply.failure) << garbage;
    EXPECT_EQ(reply.failure->kind, Kind::kBadAnswer) << garbage;
    EXPECT_THAT(reply.failure->what, HasSubstr("answered ")) << garbage;
    EXPECT_FALSE(session.alive()) << garbage;
  }
}

TEST(SessionTest, RefusalLeavesTheChildAlive) {
  Session session = ShellSession("while read x; do echo '{\"ok\":false,\"error\":\"no such codec\"}'; done");
  for (int i = 0; i < 2; ++i) {
    const Reply reply = session.Request(kRequest, kLongNs);
    ASSERT_TRUE(reply.failure);
    EXPECT_EQ(reply.failure->kind, Kind::kBadAnswer);
    EXPECT_EQ(reply.failure->what, "no such codec");
    EXPECT_TRUE(session.alive());
  }
}

TEST(SessionTest, StopEndsTheWait) {
  Session session = ShellSession("sleep 100");
  const Reply reply = session.Request(kRequest, kLongNs, [] { return true; });
  ASSERT_TRUE(reply.failure);
  EXPECT_EQ(reply.failure->kind, Kind::kStopped);
}

TEST(SessionTest, LongStderrIsShownByItsEnd) {
  const SessionFailure failure{Kind::kDied, "exit code 1", std::string(5000, 'x') + "the reason\n\n"};
  EXPECT_THAT(failure.Text(), testing::EndsWith("xthe reason"));
  EXPECT_LT(failure.Text().size(), 700u);
}

}  // namespace
}  // namespace pbb::peer
