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
    const BenchSubject subject{&codec_, kPayloads, codec::Op::kDecode, 20, timer, 1, FakeNow, cpu_now_};
    const int64_t started_ns = g_fake_now_ns;
    peer::BenchAnswer answer = RunBench(subject, plan_, started_ns, &probe);
    took_ns_ = g_fake_now_ns - started_ns;
    return answer;
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
  ASSERT_EQ(codec_.log.back(), 'a');
  for (size_t i = 0; i + 1 < codec_.log.size(); ++i) ASSERT_EQ(codec_.log[i], i % 2 == 0 ? 'b' : 'p') << i;
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
