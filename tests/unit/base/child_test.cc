#include "base/child.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"

namespace pbb {
namespace {

using testing::HasSubstr;
using Read = ChildProcess::Read;

constexpr int64_t kLongNs = 20'000'000'000;  // only reached when something is broken
constexpr int64_t kShortNs = 50'000'000;

ChildOptions Shell(const std::string& script) {
  ChildOptions options;
  options.command = {"/bin/sh", "-c", script};
  return options;
}

std::string Line(ChildProcess* child) {
  std::string line;
  return child->ReadLine(kLongNs, {}, &line) == Read::kLine ? line : "(no line)";
}

// Whether any process of that group is left, a zombie included.
bool GroupExists(pid_t group) { return kill(-group, 0) == 0 || errno != ESRCH; }

TEST(ChildTest, AnswersLineByLine) {
  ChildProcess child(Shell("while read x; do echo \"got $x\"; done"));
  ASSERT_TRUE(child.Write("one\ntwo\n", kLongNs));
  EXPECT_EQ(Line(&child), "got one");
  EXPECT_EQ(Line(&child), "got two");
  child.CloseStdin();
  ASSERT_TRUE(child.Wait(kLongNs));
  EXPECT_EQ(child.StatusText(), "exit code 0");
}

TEST(ChildTest, HalfALineBeforeTheEndIsKept) {
  ChildProcess child(Shell("printf 'whole\\nhalf'"));
  EXPECT_EQ(Line(&child), "whole");
  std::string line;
  EXPECT_EQ(child.ReadLine(kLongNs, {}, &line), Read::kEnd);
  EXPECT_EQ(line, "half");
}

TEST(ChildTest, TimesOutOnAChildThatSaysNothing) {
  ChildProcess child(Shell("printf half; sleep 100"));
  std::string line;
  EXPECT_EQ(child.ReadLine(kShortNs, {}, &line), Read::kTimeout);
}

TEST(ChildTest, StopsWaitingWhenToldTo) {
  ChildProcess child(Shell("sleep 100"));
  std::string line;
  int asked = 0;
  EXPECT_EQ(child.ReadLine(
                kLongNs, [&] { return ++asked == 2; }, &line),
            Read::kStopped);
  EXPECT_EQ(asked, 2);
}

TEST(ChildTest, StatusTellsExitCodeAndSignal) {
  ChildProcess exits(Shell("exit 70"));
  ASSERT_TRUE(exits.Wait(kLongNs));
  EXPECT_EQ(exits.StatusText(), "exit code 70");
  ChildProcess crashes(Shell("kill -SEGV $$"));
  ASSERT_TRUE(crashes.Wait(kLongNs));
  EXPECT_EQ(crashes.StatusText(), "killed by signal 11 (SEGV)");
}

TEST(ChildTest, KillTakesWhatTheChildStartedToo) {
  pid_t group = 0;
  {
    ChildProcess child(Shell("sleep 100 & echo ready; sleep 100"));
    ASSERT_EQ(Line(&child), "ready");
    group = child.pid();
    ASSERT_TRUE(GroupExists(group));
  }
  // The grandchild is reaped by init, in its own time.
  const int64_t deadline = MonotonicNs() + kLongNs;
  while (GroupExists(group) && MonotonicNs() < deadline) usleep(1000);
  int status = 0;
  EXPECT_EQ(waitpid(group, &status, WNOHANG), -1) << "a zombie was left";
  EXPECT_EQ(errno, ECHILD);
}

TEST(ChildTest, KillKeepsTheStatusOfOneThatHasEnded) {
  ChildProcess child(Shell("exit 3"));
  std::string line;
  ASSERT_EQ(child.ReadLine(kLongNs, {}, &line), Read::kEnd);
  siginfo_t info{};
  ASSERT_EQ(waitid(P_PID, static_cast<id_t>(child.pid()), &info, WEXITED | WNOWAIT), 0);
  child.Kill();
  EXPECT_EQ(child.StatusText(), "exit code 3");
}

TEST(ChildTest, WriteToAChildThatIsGoneFailsWithoutSigpipe) {
  ChildProcess child(Shell("exit 0"));
  ASSERT_TRUE(child.Wait(kLongNs));
  EXPECT_FALSE(child.Write("anyone?\n", kLongNs));
}

TEST(ChildTest, WriteToAChildThatDoesNotReadTimesOut) {
  ChildProcess child(Shell("sleep 100"));
  EXPECT_FALSE(child.Write(std::string(1 << 20, 'x'), kShortNs));
}

TEST(ChildTest, LargeWritesAndAnswersDoNotLockUpEachOther) {
  ChildProcess child(Shell("cat"));
  const std::string line(4 << 20, 'x');
  ASSERT_TRUE(child.Write(line + "\n", kLongNs));
  EXPECT_EQ(Line(&child), line);
}

TEST(ChildTest, KeepsTheEndOfStderrHoweverMuchThereIs) {
  ChildOptions options = Shell("head -c 300000 /dev/zero | tr '\\0' x >&2; echo end >&2; echo done");
  options.stderr_tail_bytes = 10;
  ChildProcess child(options);
  EXPECT_EQ(Line(&child), "done");
  ASSERT_TRUE(child.Wait(kLongNs));
  EXPECT_EQ(child.stderr_tail(), "xxxxxxend\n");
}

TEST(ChildTest, AddsVariablesAndKeepsTheOthers) {
  setenv("PBB_TEST_KEPT", "kept", 1);
  setenv("PBB_TEST_REPLACED", "old", 1);
  ChildOptions options = Shell("echo $PBB_TEST_KEPT $PBB_TEST_REPLACED $PBB_TEST_NEW");
  options.variables = {{"PBB_TEST_REPLACED", "new"}, {"PBB_TEST_NEW", "added"}};
  ChildProcess child(options);
  EXPECT_EQ(Line(&child), "kept new added");
}

TEST(ChildTest, RunsOnTheCpuThatWasAskedFor) {
  const std::vector<int> before = AllowedCpus();
  ASSERT_FALSE(before.empty());
  ChildOptions options = Shell("grep Cpus_allowed_list /proc/self/status");
  options.cpu = before.back();
  ChildProcess child(options);
  EXPECT_EQ(Line(&child), "Cpus_allowed_list:\t" + std::to_string(before.back()));
  EXPECT_EQ(AllowedCpus(), before);
}

TEST(ChildTest, NoDescriptorLeaksIntoTheChild) {
  // Whoever runs the tests may have left descriptors open to all: it is ours that must add none.
  const std::string list = "echo $(ls /proc/self/fd)";
  ChildProcess alone(Shell(list));
  const std::string before = Line(&alone);
  ChildProcess other(Shell("sleep 100"));
  ChildProcess beside(Shell(list));
  EXPECT_EQ(Line(&beside), before);
}

TEST(ChildTest, SignalsBlockedOrIgnoredHereAreNotInTheChild) {
  sigset_t set, before;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, &before);
  signal(SIGPIPE, SIG_IGN);
  ChildProcess child(Shell("grep -E 'SigBlk|SigIgn' /proc/self/status"));
  EXPECT_EQ(Line(&child), "SigBlk:\t0000000000000000");
  EXPECT_EQ(Line(&child), "SigIgn:\t0000000000000000");
  signal(SIGPIPE, SIG_DFL);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

TEST(ChildTest, ProgramThatIsMissingIsAMissingTool) {
  ChildOptions options;
  options.command = {"/nonexistent/codec"};
  try {
    ChildProcess child(options);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kMissingTool);
    EXPECT_STREQ(error.what(), "/nonexistent/codec: can't start: No such file or directory");
  }
  int status = 0;
  EXPECT_EQ(waitpid(-1, &status, WNOHANG), -1) << "a zombie was left";
}

}  // namespace
}  // namespace pbb
