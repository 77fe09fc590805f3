#include "measure/collect.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"

namespace pbb::measure {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class CollectTest : public testing::Test {
 protected:
  CollectTest() {
    RunOptions options;
    options.ops = {codec::Op::kEncode, codec::Op::kDecode};
    options.failure_folder = folder_.path() + "/failed";
    options.codec_tree = "/codecs";
    options.seed = 7;
    PlannedRing ring;
    ring.ring.schema = "a.B";
    ring.ring.size = "1KB";
    ring.ring.ring = "unique";
    ring.ring.payloads = {"first", "second", "third"};
    ring.ring.Finish();
    ring.pass_ops = 3;
    plan_ = PlanCells(options, {{"a.B", "a.proto", ""}}, {ring},
                      {{{"cpp", {}}, false}, {{"lua", {{"int64", "number"}}}, true}});
  }

  // The answer of a launch with these slots.
  static peer::BenchAnswer Slots(std::vector<double> ns, const std::string& jit = "") {
    peer::BenchAnswer answer;
    answer.slots_ns = std::move(ns);
    answer.jit = jit;
    return answer;
  }

  TemporaryFolder folder_;
  Plan plan_;  // cells: encode/cpp, encode/lua, decode/cpp, decode/lua
};

TEST_F(CollectTest, CellsWithNothingToSayAreLeftOut) {
  Collector collector(plan_);
  EXPECT_TRUE(collector.Cells().empty());
  collector.AddBench(2, 11, Slots({10, 12}));
  const std::vector<result::Cell> cells = collector.Cells();
  ASSERT_EQ(cells.size(), 1u);
  EXPECT_EQ(cells[0].id.Text(), "a.B/1KB/unique/decode/cpp");
  EXPECT_EQ(cells[0].ns_per_op->median_ns, 11);
  EXPECT_EQ(cells[0].ns_per_op->launches[0].seed, 11u);
  EXPECT_EQ(cells[0].payload->count, 3u);
}

TEST_F(CollectTest, CheckGivesWireBytesToEachOpAndTheContentHash) {
  plan_.options.verify_only = true;
  Collector collector(plan_);
  peer::CheckAnswer answer;
  answer.wire_bytes = 20;
  collector.AddCheck(0, 0, answer);
  const std::vector<result::Cell> cells = collector.Cells();
  ASSERT_EQ(cells.size(), 2u);
  EXPECT_EQ(cells[0].wire_bytes, 20u);
  EXPECT_EQ(cells[1].wire_bytes, 16u);
  EXPECT_EQ(cells[0].check, plan_.rings[0].ring.sha256);
  EXPECT_FALSE(cells[0].ns_per_op);
  EXPECT_EQ(cells[0].status, result::Status::kOk);
}

TEST_F(CollectTest, WrongCodecHasNoTimeASavedInputAndAReplayCommand) {
  Collector collector(plan_);
  peer::CheckAnswer answer;
  answer.outcome.failed = peer::FailureNote{"bytes differ", "emails[3]", 4, 1};
  collector.AddBench(1, 11, Slots({10}, "on"));
  collector.AddCheck(0, 1, answer);
  const std::vector<result::Cell> cells = collector.Cells();
  ASSERT_EQ(cells.size(), 2u);
  for (const result::Cell& cell : cells) {
    EXPECT_EQ(cell.status, result::Status::kFailed);
    EXPECT_FALSE(cell.ns_per_op);
    ASSERT_TRUE(cell.failure);
    EXPECT_EQ(cell.failure->what, "bytes differ");
    EXPECT_EQ(cell.failure->path, "emails[3]");
    EXPECT_EQ(cell.failure->byte, 4u);
    EXPECT_EQ(cell.failure->payload_index, 1u);
    EXPECT_EQ(ReadFile(cell.failure->saved_input), "second");
  }
  EXPECT_EQ(cells[0].failure->replay,
            "pbbench run --verify-only --schema 'a.B' --size '1KB' --ring 'unique' --op encode --codec "
            "'lua[int64=number]' --seed 7 --codecs '/codecs'");
  EXPECT_FALSE(collector.Open(1));
  EXPECT_TRUE(collector.Open(0));
}

TEST_F(CollectTest, InputThatCantBeSavedIsAWarning) {
  WriteFile(folder_.path() + "/failed", "a file where the folder should be");
  Collector collector(plan_);
  peer::CheckAnswer answer;
  answer.outcome.failed = peer::FailureNote{"bytes differ", "", 4, 1};
  collector.AddCheck(0, 0, answer);
  EXPECT_EQ(collector.Cells()[0].failure->saved_input, "");
  ASSERT_FALSE(collector.warnings().empty());
  EXPECT_THAT(collector.warnings()[0], HasSubstr("could not be saved"));
}

TEST_F(CollectTest, NotApplicableKeepsItsReason) {
  Collector collector(plan_);
  peer::CheckAnswer answer;
  answer.outcome.not_applicable = "has no groups";
  collector.AddCheck(0, 0, answer);
  const std::vector<result::Cell> cells = collector.Cells();
  ASSERT_EQ(cells.size(), 2u);
  EXPECT_EQ(cells[0].status, result::Status::kNotApplicable);
  EXPECT_THAT(cells[0].notes, ElementsAre("has no groups"));
  EXPECT_FALSE(cells[0].failure);
}

TEST_F(CollectTest, JitStateThatIsNotTheOneAskedForFails) {
  Collector collector(plan_);
  collector.AddBench(1, 11, Slots({10}, "off"));
  collector.AddBench(3, 11, Slots({10}, "on"));
  const std::vector<result::Cell> cells = collector.Cells();
  ASSERT_EQ(cells.size(), 2u);
  EXPECT_EQ(cells[0].status, result::Status::kFailed);
  EXPECT_EQ(cells[0].failure->what, "the JIT compiler reads \"off\", \"on\" was asked for");
  EXPECT_EQ(cells[1].status, result::Status::kOk);
  EXPECT_EQ(cells[1].jit->asked, "on");
  EXPECT_EQ(cells[1].jit->read, "on");
}

TEST_F(CollectTest, LostWorkerFailsWithItsLastWords) {
  Collector collector(plan_);
  collector.AddBenchLost(0, {peer::SessionFailure::Kind::kDied, "killed by signal 11 (SEGV)", "stack smashed\n"});
  const std::vector<result::Cell> cells = collector.Cells();
  ASSERT_EQ(cells.size(), 1u);
  EXPECT_EQ(cells[0].failure->what, "worker: killed by signal 11 (SEGV); its stderr ends: stack smashed");
  EXPECT_THAT(cells[0].failure->replay, HasSubstr("pbbench run --schema"));
}

TEST_F(CollectTest, AllocationIsTheMiddleLaunchWhole) {
  Collector collector(plan_);
  const uint64_t launches[][2] = {{500, 30}, {100, 10}, {300, 20}};
  for (const auto& [bytes, objects] : launches) {
    peer::BenchAnswer answer = Slots({10});
    answer.alloc_ops = 10;
    answer.alloc_bytes = bytes;
    answer.alloc_objects = objects;
    answer.alloc_kinds = {{"string", objects}};
    collector.AddBench(0, 11, answer);
  }
  const result::Cell cell = collector.Cells()[0];
  EXPECT_EQ(cell.alloc->bytes_per_op, 30);
  EXPECT_EQ(cell.alloc->objects_per_op, 2);
  EXPECT_EQ(cell.alloc->kinds.at("string"), 2);
}

TEST_F(CollectTest, TracesAreTheWorstLaunchAndOnlyOfLuaCodecs) {
  Collector collector(plan_);
  for (const uint64_t aborts : {1u, 5u, 2u}) {
    peer::BenchAnswer answer = Slots({10}, "on");
    answer.trace_aborts = aborts;
    answer.traces_compiled = 10 + aborts;
    collector.AddBench(1, 11, answer);
    collector.AddBench(0, 11, Slots({10}));
  }
  const std::vector<result::Cell> cells = collector.Cells();
  EXPECT_FALSE(cells[0].traces);
  EXPECT_EQ(cells[1].traces->aborts, 5u);
  EXPECT_EQ(cells[1].traces->compiled, 15u);
}

TEST_F(CollectTest, AbortReasonsReachTheDocumentEachWithItsWorstLaunch) {
  Collector collector(plan_);
  for (const std::map<std::string, uint64_t>& reasons :
       {std::map<std::string, uint64_t>{{"leaving loop", 5}, {"NYI: bytecode", 1}}, {}, {{"leaving loop", 3}}}) {
    peer::BenchAnswer answer = Slots({10}, "on");
    answer.abort_reasons = reasons;
    collector.AddBench(1, 11, answer);
    collector.AddBench(3, 11, Slots({10}, "on"));
  }
  const std::vector<result::Cell> cells = collector.Cells();
  EXPECT_EQ(cells[0].traces->abort_reasons,
            (std::map<std::string, uint64_t>{{"NYI: bytecode", 1}, {"leaving loop", 5}}));
  ASSERT_TRUE(cells[1].traces->abort_reasons) << "none is not unknown";
  EXPECT_TRUE(cells[1].traces->abort_reasons->empty());
}

TEST_F(CollectTest, WarmCapOfMostLaunchesMakesTheCellUnstable) {
  for (const auto& [capped_launches, status] :
       {std::pair{1, result::Status::kOk}, std::pair{2, result::Status::kUnstable}}) {
    Collector collector(plan_);
    for (int launch = 0; launch < 3; ++launch) {
      peer::BenchAnswer answer = Slots({10});
      answer.warm_capped = launch < capped_launches;
      collector.AddBench(0, 11, answer);
    }
    const result::Cell cell = collector.Cells()[0];
    EXPECT_EQ(cell.status, status);
    EXPECT_EQ(cell.warm_capped, status == result::Status::kUnstable);
    EXPECT_THAT(cell.notes, ElementsAre(HasSubstr("of 3 launches did not settle")));
  }
}

TEST_F(CollectTest, SlotsBelowZeroAreCountedInTheNote) {
  Collector collector(plan_);
  collector.AddBench(0, 11, Slots({10, -5, 0, 10}));
  const result::Cell cell = collector.Cells()[0];
  EXPECT_EQ(cell.ns_per_op->median_ns, 10);
  ASSERT_EQ(cell.notes.size(), 1u);
  EXPECT_THAT(cell.notes[0], HasSubstr("2"));
}

TEST_F(CollectTest, NotesOfTheCodecBecomeTheCells) {
  Collector collector(plan_);
  peer::BenchAnswer answer = Slots({10}, "on");
  answer.notes = {{"fast_path_share", 0.75}, {"retries", 3}};
  collector.AddBench(1, 11, answer);
  const result::Cell cell = collector.Cells()[0];
  EXPECT_EQ(cell.fast_path_share, 0.75);
  EXPECT_THAT(cell.notes, testing::Contains("retries 3"));
}

}  // namespace
}  // namespace pbb::measure
