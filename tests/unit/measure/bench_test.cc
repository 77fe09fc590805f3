#include "measure/bench.h"

#include <gtest/gtest.h>

#include "fake_codec.h"

namespace pbb::measure {
namespace {

const std::vector<std::string> kPayloads = {"first", "second", "third", "fourth", "fifth"};

class BenchTest : public testing::Test {
 protected:
  peer::BenchAnswer Measure(Timer timer = Timer::kOwn) {
    DisturbanceProbe probe({}, "/nonexistent");
    Bench bench(Subject(timer));
    const int64_t started_ns = g_fake_now_ns;
    peer::BenchAnswer answer = bench.Visit(plan_, started_ns, &probe);
    took_ns_ = g_fake_now_ns - started_ns;
    return answer;
  }

  // All visits to one Bench, with 10 ms for other cells in between.
  std::vector<peer::BenchAnswer> MeasureInVisits(uint32_t visits, Timer timer = Timer::kOwn) {
    DisturbanceProbe probe({}, "/nonexistent");
    Bench bench(Subject(timer));
    plan_.visits = visits;
    took_ns_ = 0;
    std::vector<peer::BenchAnswer> answers;
    do {
      const int64_t started_ns = g_fake_now_ns;
      answers.push_back(bench.Visit(plan_, started_ns, &probe));
      took_ns_ += g_fake_now_ns - started_ns;
      g_fake_now_ns += 10'000'000;
    } while (answers.back().visits_left > 0);
    return answers;
  }

  BenchSubject Subject(Timer timer) {
    return {&codec_, kPayloads, codec::Op::kDecode, 20, timer, 1, FakeNow, cpu_now_};
  }

  // A pass of a millisecond is a warm-up slot.
  BenchTest() {
    codec_.pass_ns = [](uint64_t) { return 1'000'000; };
    codec_.before_ns = 500'000;
  }

  FakeCodec codec_;
  peer::BenchPlan plan_;
  int64_t took_ns_ = 0;
  int64_t (*cpu_now_)() = FakeNow;
};

TEST_F(BenchTest, GivesSlotsAllocationAndTheEmptyLoop) {
  codec_.jit = "on";
  codec_.notes = {{"fast_path_share", 0.5}};
  const peer::BenchAnswer answer = Measure();
  EXPECT_FALSE(answer.outcome.failed);
  ASSERT_EQ(answer.slots_ns.size(), plan_.max_slots);
  EXPECT_EQ(answer.passes_per_slot, 2u);  // slot_ns is 2 ms
  for (const double ns : answer.slots_ns) EXPECT_NEAR(ns, 50'000, 1);
  EXPECT_EQ(answer.warm_slots, 4u);
  EXPECT_FALSE(answer.warm_capped);
  EXPECT_EQ(answer.alloc_ops, 20u);
  EXPECT_EQ(answer.alloc_objects, 60u);
  EXPECT_NEAR(*answer.empty_loop_ns, 11.0 / 20, 1e-9);
  EXPECT_EQ(answer.jit, "on");
  EXPECT_EQ(answer.notes.at("fast_path_share"), 0.5);
  EXPECT_LE(took_ns_, plan_.budget_ns);
}

TEST_F(BenchTest, EveryPassIsPreparedAndAllocationComesLast) {
  Measure();
  ASSERT_EQ(codec_.log.front(), 'P');
  ASSERT_EQ(codec_.log.back(), 'a');
  for (size_t i = 1; i + 1 < codec_.log.size(); ++i) ASSERT_EQ(codec_.log[i], i % 2 == 1 ? 'b' : 'p') << i;
}

TEST_F(BenchTest, VisitsShareTheSlotsAndPrepareOnce) {
  for (const Timer timer : {Timer::kOwn, Timer::kGoogleBenchmark}) {
    codec_.log.clear();
    codec_.checks = 0;
    const std::vector<peer::BenchAnswer> answers = MeasureInVisits(3, timer);
    ASSERT_EQ(answers.size(), 3u);
    EXPECT_EQ(answers[0].slots_ns.size(), 6u);
    EXPECT_EQ(answers[1].slots_ns.size(), 7u);
    EXPECT_EQ(answers[2].slots_ns.size(), 7u);
    EXPECT_EQ(codec_.checks, 4);
    // 4 warm passes and 6 slots of 2; then 1 and 7 slots, twice.
    std::string expected = "P";
    for (int pass = 0; pass < 16 + 15 + 15; ++pass) expected += "bp";
    EXPECT_EQ(codec_.log, expected + "a");
  }
}

TEST_F(BenchTest, EachVisitWarmsTheCachesAndTheLastCountsTheRest) {
  codec_.jit = "on";
  codec_.traces.compiled = 7;  // of loading
  codec_.trace_events_per_pass = 1;
  codec_.tracing_passes = 1;
  const std::vector<peer::BenchAnswer> answers = MeasureInVisits(3);
  ASSERT_EQ(answers.size(), 3u);
  EXPECT_EQ(answers[0].warm_slots, 4u);
  EXPECT_EQ(answers[1].warm_slots, 1u);
  EXPECT_EQ(answers[2].warm_slots, 1u);
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(answers[i].passes_per_slot, 2u);
    EXPECT_EQ(answers[i].visits_left, 2 - i);
    EXPECT_FALSE(answers[i].empty_loop_ns) << i;
    EXPECT_EQ(answers[i].alloc_ops, 0u);
  }
  EXPECT_EQ(answers[2].alloc_ops, 20u);
  EXPECT_TRUE(answers[2].empty_loop_ns);
  EXPECT_EQ(answers[2].traces_compiled, 1u);
  EXPECT_EQ(answers[2].jit, "on");
}

TEST_F(BenchTest, AllVisitsTogetherStayInsideTheBudget) {
  for (const int64_t budget_ns : {40'000'000, 50'000'000, 60'000'000}) {
    plan_.budget_ns = budget_ns;
    EXPECT_EQ(MeasureInVisits(3).size(), 3u);
    EXPECT_LE(took_ns_, budget_ns);
    EXPECT_GE(took_ns_, budget_ns * 7 / 10);
  }
}

TEST_F(BenchTest, WhatIsSaidToBeLeftIsWhatLaterVisitsTake) {
  const int64_t left_ns = MeasureInVisits(3)[0].left_ns;
  // 2 warm-up passes and 14 slots of 2, at 1.5 ms; the count of allocation is put at two passes.
  EXPECT_NEAR(static_cast<double>(left_ns), 32 * 1.5e6, 1e3);
}

TEST_F(BenchTest, FailureInALaterVisitFails) {
  codec_.fail_at_pass = 20;  // 16 passes in the first visit
  const std::vector<peer::BenchAnswer> answers = MeasureInVisits(3);
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_FALSE(answers[0].outcome.failed);
  EXPECT_EQ(answers[1].outcome.failed->what, "truncated varint at byte 17");
  codec_.fail_at_pass = codec_.passes + 17;  // warming up again
  EXPECT_TRUE(MeasureInVisits(3).at(1).outcome.failed);
}

TEST_F(BenchTest, AbortReasonsAreThoseSinceTheCodecWasPrepared) {
  codec_.traces.aborted = 3;
  codec_.traces.abort_reasons = {{"loading", 1}, {"both", 2}};
  codec_.pass_ns = [this](uint64_t pass) {
    if (pass == 0) {
      codec_.traces.aborted = 6;
      codec_.traces.abort_reasons = {{"loading", 1}, {"both", 3}, {"passing", 2}};
    }
    return 1'000'000;
  };
  const peer::BenchAnswer answer = Measure();
  EXPECT_EQ(answer.trace_aborts, 3u);
  EXPECT_EQ(answer.abort_reasons, (std::map<std::string, uint64_t>{{"both", 1}, {"passing", 2}}));
}

TEST_F(BenchTest, GoogleBenchmarkRunsAsManyPasses) {
  FakeCodec own = codec_;
  Measure();
  const std::string with_own = codec_.log;
  codec_ = own;
  Measure(Timer::kGoogleBenchmark);
  EXPECT_EQ(codec_.log, with_own);
}

TEST_F(BenchTest, WrongCodecIsNotTimed) {
  codec_.wrong_payload = "third";
  const peer::BenchAnswer answer = Measure();
  ASSERT_TRUE(answer.outcome.failed);
  EXPECT_EQ(answer.outcome.failed->what, "bytes differ");
  EXPECT_EQ(answer.outcome.failed->path, "emails[3]");
  EXPECT_EQ(answer.outcome.failed->byte, 1u);
  EXPECT_EQ(answer.outcome.failed->payload, 2u);
  EXPECT_EQ(codec_.passes, 0u);
  EXPECT_TRUE(answer.slots_ns.empty());
}

TEST_F(BenchTest, ErrorWhilePreparingWarmingOrTimingFails) {
  codec_.prepare_error = "string expected, got table";
  EXPECT_EQ(Measure().outcome.failed->what, "string expected, got table");
  codec_.prepare_error.clear();
  for (const uint64_t pass : {1u, 6u}) {
    codec_.fail_at_pass = codec_.passes + pass;
    const peer::BenchAnswer answer = Measure();
    ASSERT_TRUE(answer.outcome.failed);
    EXPECT_EQ(answer.outcome.failed->what, "truncated varint at byte 17");
    EXPECT_TRUE(answer.slots_ns.empty());
  }
}

TEST_F(BenchTest, SinkThatHoldsSomethingElseFailsWithItsPlace) {
  std::vector<std::string> sink;
  for (size_t i = 4; i < 20; ++i) sink.push_back(kPayloads[i % 5]);
  codec_.sink = sink;
  EXPECT_FALSE(Measure().outcome.failed);
  (*codec_.sink)[3] = "thirst";  // the 8th operation, payload 2
  const peer::BenchAnswer answer = Measure();
  ASSERT_TRUE(answer.outcome.failed);
  EXPECT_EQ(answer.outcome.failed->payload, 2u);
  EXPECT_EQ(answer.outcome.failed->byte, 4u);
  EXPECT_TRUE(answer.slots_ns.empty());
}

TEST_F(BenchTest, EmptySinkIsDeadCodeNotSpeed) {
  codec_.sink = std::vector<std::string>{};
  EXPECT_EQ(Measure().outcome.failed->what, "the sink holds 0 results after the slots, expected 16");
}

TEST_F(BenchTest, TracesThatKeepComingCapTheWarmUp) {
  codec_.trace_events_per_pass = 1;
  codec_.tracing_passes = 1'000'000;
  const peer::BenchAnswer answer = Measure();
  EXPECT_TRUE(answer.warm_capped);
  EXPECT_LE(answer.warm_slots, plan_.warm_max_slots);
  EXPECT_GE(answer.slots_ns.size(), plan_.min_slots);
  EXPECT_GT(answer.traces_compiled, 0u);
}

int64_t g_cpu_now_ns = 0;

TEST_F(BenchTest, WarmUpSettlesByCpuTimeWhateverElseRuns) {
  // Every third pass another process has the CPU for as long again.
  codec_.pass_ns = [](uint64_t pass) {
    g_cpu_now_ns += 1'000'000;
    return pass % 3 == 0 ? 2'000'000 : 1'000'000;
  };
  cpu_now_ = [] { return g_cpu_now_ns; };
  const peer::BenchAnswer settled = Measure();
  EXPECT_EQ(settled.warm_slots, 4u);
  EXPECT_FALSE(settled.warm_capped);
  cpu_now_ = FakeNow;
  EXPECT_TRUE(Measure().warm_capped);
}

TEST_F(BenchTest, SlowCodecKeepsTheFewestSlotsAndSkipsNothingElse) {
  codec_.pass_ns = [](uint64_t) { return 200'000'000; };
  const peer::BenchAnswer answer = Measure();
  EXPECT_EQ(answer.slots_ns.size(), plan_.min_slots);
  EXPECT_TRUE(answer.warm_capped);
  EXPECT_EQ(answer.warm_slots, 3u);
  EXPECT_EQ(answer.alloc_ops, 20u);
}

TEST_F(BenchTest, SlotsBelowZeroAreHandedOnNotAveraged) {
  codec_.pass_ns = [](uint64_t pass) { return pass == 8 ? -9'000'000 : 1'000'000; };
  const peer::BenchAnswer answer = Measure();
  EXPECT_EQ(std::count_if(answer.slots_ns.begin(), answer.slots_ns.end(), [](double ns) { return ns < 0; }), 1);
}

TEST_F(BenchTest, CheckAddsUpWireBytesOrNamesTheFirstFailure) {
  EXPECT_EQ(RunCheck(&codec_, kPayloads).wire_bytes, 27u);
  EXPECT_EQ(codec_.checks, 5);
  codec_.wrong_payload = "fourth";
  const peer::CheckAnswer answer = RunCheck(&codec_, kPayloads);
  EXPECT_EQ(answer.outcome.failed->payload, 3u);
  EXPECT_EQ(codec_.checks, 9);
}

TEST(TimerNameTest, RoundTrips) {
  EXPECT_EQ(ParseTimer(TimerName(Timer::kOwn)), Timer::kOwn);
  EXPECT_EQ(ParseTimer(TimerName(Timer::kGoogleBenchmark)), Timer::kGoogleBenchmark);
  EXPECT_FALSE(ParseTimer("stopwatch"));
}

}  // namespace
}  // namespace pbb::measure
