#include "peer/messages.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace pbb::peer {
namespace {

using nlohmann::json;

// What FromJson throws, "" for nothing.
template <typename Message>
std::string ErrorOf(const json& object) {
  try {
    Message::FromJson(object);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(MessagesTest, BenchRequestKeepsEveryMember) {
  BenchRequest request;
  request.subject = {"hello.Person", "lua-full[jit=off]", "/tmp/ring", 42, false, {"hotloop=10"}};
  request.op = "decode";
  request.pass_ops = 8000;
  request.timer = "own";
  request.plan = {1, 2, 3, 4, 5, 6, 7};
  const json object = request.ToJson();
  EXPECT_EQ(object["cmd"], "bench");
  EXPECT_EQ(BenchRequest::FromJson(object).ToJson(), object);
}

TEST(MessagesTest, APlanWithoutSlotsOrWithAbsurdPassesIsRefusedNotRun) {
  BenchRequest request;
  request.subject = {"hello.Person", "lua-full", "/tmp/ring", 42, true, {}};
  request.op = "decode";
  request.pass_ops = 8;
  request.plan.min_slots = 0;
  request.plan.max_slots = 0;
  EXPECT_THROW(BenchRequest::FromJson(request.ToJson()), Error);
  request.plan = {};
  for (const uint64_t pass_ops : {uint64_t{0}, uint64_t{1} << 40}) {
    request.pass_ops = pass_ops;
    EXPECT_THROW(BenchRequest::FromJson(request.ToJson()), Error);
  }
}

TEST(MessagesTest, RequestWithoutVisitsIsOneOfOneAndOneBeyondThemIsRefused) {
  json object = {{"type", "a.B"}, {"ring_file", "/r"}, {"count", 1u}, {"op", "encode"}, {"pass_ops", 1u}};
  EXPECT_EQ(BenchRequest::FromJson(object).plan.visit, 1u);
  EXPECT_EQ(BenchRequest::FromJson(object).plan.visits, 1u);
  for (const auto& [visit, visits] : {std::pair{0u, 3u}, std::pair{4u, 3u}, std::pair{2u, 1u}}) {
    object["visit"] = visit;
    object["visits"] = visits;
    EXPECT_EQ(ErrorOf<BenchRequest>(object), "visit: at least 1 and at most visits expected");
  }
}

TEST(MessagesTest, AnswerSaysHowManyVisitsAreLeftAndOneWithoutIsTheLast) {
  BenchAnswer answer;
  answer.slots_ns = {1.5};
  EXPECT_FALSE(answer.ToJson().contains("left"));
  EXPECT_EQ(BenchAnswer::FromJson(answer.ToJson()).visits_left, 0u);
  answer.visits_left = 2;
  answer.left_ns = 40;
  const BenchAnswer read = BenchAnswer::FromJson(answer.ToJson());
  EXPECT_EQ(read.visits_left, 2u);
  EXPECT_EQ(read.left_ns, 40);
  EXPECT_FALSE(answer.ToJson().contains("traces")) << "they are counted in the last visit";
}

TEST(MessagesTest, BenchAnswerKeepsEveryMember) {
  BenchAnswer answer;
  answer.slots_ns = {1.5, -2, 0};
  answer.disturbed = {1};
  answer.passes_per_slot = 3;
  answer.warm_slots = 7;
  answer.warm_capped = true;
  answer.empty_loop_ns = 0.25;
  answer.alloc_ops = 10;
  answer.alloc_objects = 20;
  answer.alloc_bytes = 300;
  answer.alloc_kinds = {{"string", 10}};
  answer.traces_compiled = 4;
  answer.trace_aborts = 1;
  answer.abort_reasons = {{"NYI: bytecode", 1}};
  answer.jit = "on";
  answer.notes = {{"fast_path_share", 0.998}};
  const json object = answer.ToJson();
  const BenchAnswer read = BenchAnswer::FromJson(object);
  EXPECT_EQ(read.ToJson(), object);
  EXPECT_EQ(read.slots_ns, answer.slots_ns);
  EXPECT_EQ(read.abort_reasons, answer.abort_reasons);
  EXPECT_EQ(read.alloc_bytes, 300u);
}

TEST(MessagesTest, FailureTravelsWithoutATime) {
  BenchAnswer answer;
  answer.slots_ns = {1.5};
  answer.outcome.failed = FailureNote{"re-encoded bytes differ", "emails[3]", 17, 2};
  const json object = answer.ToJson();
  EXPECT_FALSE(object.contains("slots_ns"));
  const BenchAnswer read = BenchAnswer::FromJson(object);
  ASSERT_TRUE(read.outcome.failed);
  EXPECT_EQ(read.outcome.failed->what, "re-encoded bytes differ");
  EXPECT_EQ(read.outcome.failed->path, "emails[3]");
  EXPECT_EQ(read.outcome.failed->byte, 17u);
  EXPECT_EQ(read.outcome.failed->payload, 2u);
}

TEST(MessagesTest, NotApplicableKeepsItsReason) {
  const json object = {{"ok", true}, {"na", "no groups"}};
  EXPECT_EQ(BenchAnswer::FromJson(object).outcome.not_applicable, "no groups");
  EXPECT_EQ(CheckAnswer::FromJson(object).outcome.not_applicable, "no groups");
}

TEST(MessagesTest, WhatIsMissingOrOfAnotherTypeIsNamed) {
  EXPECT_EQ(ErrorOf<BenchAnswer>({{"ok", true}}), "slots_ns: a value of another type was expected, got nothing");
  EXPECT_EQ(ErrorOf<BenchAnswer>({{"slots_ns", "fast"}}), "slots_ns: a value of another type was expected, got string");
  EXPECT_EQ(ErrorOf<BenchAnswer>({{"slots_ns", {1.0, nullptr}}}),
            "slots_ns: a value of another type was expected, got array");
  EXPECT_EQ(ErrorOf<BenchAnswer>({{"slots_ns", {1.0}}, {"disturbed", {1}}}), "disturbed: there is no slot 1");
  EXPECT_EQ(ErrorOf<BenchAnswer>({{"slots_ns", {1.0}}, {"warm", 3}}), "warm: an object was expected, got number");
  EXPECT_EQ(ErrorOf<BenchAnswer>({{"failed", "yes"}}), "failed: an object was expected, got string");
  EXPECT_EQ(ErrorOf<CheckAnswer>({{"ok", true}}), "verified: a value of another type was expected, got nothing");
  EXPECT_EQ(ErrorOf<CheckAnswer>({{"verified", false}}), "verified: neither true nor a failure");
  EXPECT_EQ(ErrorOf<LoadRequest>({{"cmd", "load"}}), "type: a value of another type was expected, got nothing");
}

TEST(MessagesTest, NegativeCountsAreRefused) {
  EXPECT_EQ(ErrorOf<CheckRequest>({{"type", "a.B"}, {"ring_file", "/r"}, {"count", -1}}),
            "count: a whole number from 0 was expected, got -1");
}

}  // namespace
}  // namespace pbb::peer
