// What a run must survive, and what it finds.
#include <gmock/gmock.h>
#include <sys/wait.h>

#include <filesystem>

#include "base/child.h"
#include "base/error.h"
#include "runner_fixture.h"

namespace pbb::measure {
namespace {

using result::Status;
using testing::HasSubstr;

TEST_F(RunnerTest, MeasuresEveryLaunchAndFillsTheDocument) {
  const std::vector<int> cpus = AllowedCpus();
  std::vector<Progress> steps;
  hooks_.progress = [&](const Progress& progress) { steps.push_back(progress); };
  const auto cells = RunWith({"good", "other"});
  ExpectOneGoodCell(cells);
  EXPECT_TRUE(document_.complete);
  EXPECT_EQ(document_.config.seed, 1u);
  EXPECT_THAT(document_.runtime.luajit, HasSubstr("LuaJIT"));
  EXPECT_FALSE(document_.runtime.libprotobuf.empty());
  EXPECT_GT(*document_.state_before->clock_resolution_ns, 0);
  const Plan plan = PlanFor({"good", "other"});
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(cells.at("good").ns_per_op->launches[i].seed, plan.launches[i].seed);
    EXPECT_GE(cells.at("good").ns_per_op->launches[i].slots_ns.size(), 5u);
  }
  ASSERT_EQ(steps.size(), 14u);  // two checks, two launches of three visits to two cells
  EXPECT_TRUE(steps[0].verifying);
  EXPECT_EQ(steps[0].what, "a.B/1KB/unique good");
  EXPECT_EQ(steps[13].launch, 2);
  EXPECT_EQ(steps[13].done, 13u);
  EXPECT_EQ(steps[13].total, 14u);
  for (size_t i = 2; i < 14; i += 6) {
    EXPECT_NE(steps[i].what, steps[i + 1].what) << "other cells come in between";
    for (size_t later = i + 2; later < i + 6; ++later) EXPECT_EQ(steps[later].what, steps[later - 2].what);
  }
  EXPECT_EQ(AllowedCpus(), cpus);
  int status = 0;
  EXPECT_EQ(waitpid(-1, &status, WNOHANG), -1) << "a worker was left behind";
}

TEST_F(RunnerTest, WrongCodecFailsBeforeItIsTimedAndTheOthersGoOn) {
  const auto cells = RunWith({"wrong", "good"});
  ExpectOneGoodCell(cells);
  const result::Cell& wrong = cells.at("wrong");
  EXPECT_EQ(wrong.status, Status::kFailed);
  EXPECT_FALSE(wrong.ns_per_op);
  EXPECT_EQ(wrong.failure->what, "bytes differ");
  EXPECT_EQ(wrong.failure->payload_index, 2u);
  EXPECT_EQ(ReadFile(wrong.failure->saved_input), "third");
}

TEST_F(RunnerTest, WorkerThatDiesCostsItsOwnCellsOnly) {
  const auto cells = RunWith({"dies-in-check", "dies-in-pass", "good"});
  ExpectOneGoodCell(cells);
  EXPECT_EQ(cells.at("dies-in-check").status, Status::kFailed);
  EXPECT_EQ(cells.at("dies-in-check").failure->what, "worker: killed by signal 11 (SEGV)");
  EXPECT_EQ(cells.at("dies-in-pass").failure->what,
            "worker: killed by signal 6 (ABRT); its stderr ends: heap corruption");
  EXPECT_TRUE(document_.complete);
}

TEST_F(RunnerTest, WorkerThatHangsCostsItsOwnCellsOnly) {
  options_.patience_ns = 100'000'000;
  options_.budget_ns = 600'000'000;
  options_.launches = 1;
  const auto cells = RunWith({"hangs", "good"});
  ExpectOneGoodCell(cells);
  EXPECT_EQ(cells.at("hangs").status, Status::kFailed);
  EXPECT_THAT(cells.at("hangs").failure->what, HasSubstr("no answer within"));
}

TEST_F(RunnerTest, CodecThatFailsWhileItIsTimedHasNoTime) {
  const auto cells = RunWith({"fails-in-pass", "wrong-sink", "throws", "good"});
  ExpectOneGoodCell(cells);
  EXPECT_EQ(cells.at("fails-in-pass").failure->what, "truncated varint at byte 17");
  EXPECT_EQ(cells.at("wrong-sink").failure->payload_index, 2u);
  EXPECT_EQ(cells.at("throws").failure->what, "worker: no such module");
  for (const char* name : {"fails-in-pass", "wrong-sink", "throws"}) EXPECT_FALSE(cells.at(name).ns_per_op) << name;
}

TEST_F(RunnerTest, CodecThatPrintsToStdoutDoesNotBreakTheProtocol) {
  const auto cells = RunWith({"prints", "good"});
  ExpectOneGoodCell(cells);
  EXPECT_TRUE(cells.at("prints").ns_per_op);
}

TEST_F(RunnerTest, NotApplicableIsNoFailure) {
  const auto cells = RunWith({"na", "good"});
  ExpectOneGoodCell(cells);
  EXPECT_EQ(cells.at("na").status, Status::kNotApplicable);
  EXPECT_THAT(cells.at("na").notes, testing::ElementsAre("has no groups"));
}

TEST_F(RunnerTest, VerifyOnlyChecksAndTimesNothing) {
  options_.verify_only = true;
  const auto cells = RunWith({"wrong", "good", "dies-in-pass"});
  ASSERT_EQ(cells.size(), 3u);
  EXPECT_EQ(cells.at("wrong").status, Status::kFailed);
  EXPECT_EQ(cells.at("good").status, Status::kOk);
  EXPECT_EQ(cells.at("good").wire_bytes, 16u);
  for (const auto& [name, cell] : cells) EXPECT_FALSE(cell.ns_per_op) << name;
  EXPECT_TRUE(document_.complete);
}

TEST_F(RunnerTest, StopBetweenCellsKeepsWhatIsDone) {
  size_t steps = 0;
  hooks_.progress = [&](const Progress&) { ++steps; };
  hooks_.stopped = [&] { return steps >= 9; };  // two checks, one launch whole
  const auto cells = RunWith({"good", "other"});
  EXPECT_FALSE(document_.complete);
  ASSERT_EQ(cells.size(), 2u);
  for (const auto& [name, cell] : cells) EXPECT_EQ(cell.ns_per_op->launches.size(), 1u) << name;
}

TEST_F(RunnerTest, StopWhileVerifyingLeavesNoCell) {
  hooks_.stopped = [] { return true; };
  EXPECT_TRUE(RunWith({"good"}).empty());
  EXPECT_FALSE(document_.complete);
}

TEST_F(RunnerTest, JitStateReadBackMustBeTheOneAskedFor) {
  const std::string tree = folder_.path() + "/codecs";
  std::filesystem::create_directories(tree + "/pblua");
  WriteFile(tree + "/pblua/init.lua", "");
  options_.codec_tree = tree;
  const auto cells = RunWith({"lua-full", "lua-full[jit=off]"});
  EXPECT_NE(cells.at("lua-full").status, Status::kFailed);
  EXPECT_EQ(cells.at("lua-full").jit->read, "on");
  EXPECT_EQ(cells.at("lua-full[jit=off]").status, Status::kFailed);
  EXPECT_EQ(document_.codec_tree.sha256.size(), 64u);
}

TEST_F(RunnerTest, MissingCodecTreeFailsBeforeAnythingRuns) {
  options_.codec_tree = folder_.path() + "/nothing";
  options_.worker_command = {"/nonexistent/worker"};
  try {
    RunWith({"lua-full"});
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kMissingTool);
    EXPECT_THAT(error.what(), HasSubstr("is missing"));
  }
}

TEST_F(RunnerTest, WorkerThatIsNoneIsAMissingTool) {
  options_.worker_command = {"/bin/sh", "-c", "echo hello; cat >/dev/null"};
  try {
    RunWith({"good"});
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kMissingTool);
    EXPECT_THAT(error.what(), HasSubstr("no worker: answered \"hello\""));
  }
}

}  // namespace
}  // namespace pbb::measure
