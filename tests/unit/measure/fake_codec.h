// A codec that does nothing but count its calls and move a fake clock, so that what measures it can be tested exactly.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codec/codec.h"

namespace pbb::measure {

// The clock that FakeCodec moves. Each reading takes a nanosecond itself.
inline int64_t g_fake_now_ns = 0;
inline int64_t FakeNow() { return g_fake_now_ns++; }

class FakeCodec : public codec::Codec {
 public:
  std::optional<codec::Mismatch> Check(std::string_view payload, size_t* wire_bytes) override {
    ++checks;
    if (wire_bytes != nullptr) *wire_bytes = payload.size();
    if (wrong_payload && payload == *wrong_payload) return codec::Mismatch{"bytes differ", "emails[3]", 1, {}};
    return std::nullopt;
  }
  std::string Prepare(codec::Op, const std::vector<std::string>& payloads, size_t pass_ops) override {
    log += 'P';
    payloads_ = payloads;
    pass_ops_ = pass_ops;
    return prepare_error;
  }
  void BeforePass() override {
    log += 'b';
    g_fake_now_ns += before_ns;
  }
  std::string RunPass() override {
    log += 'p';
    const int64_t ns = pass_ns ? pass_ns(passes) : 1000;
    g_fake_now_ns += ns;
    ++passes;
    if (trace_events_per_pass > 0 && passes <= tracing_passes) traces.compiled += trace_events_per_pass;
    return fail_at_pass && passes == *fail_at_pass ? "truncated varint at byte 17" : "";
  }
  void RunEmptyPass() override { g_fake_now_ns += empty_ns; }
  std::vector<std::string> SinkContents() override {
    if (sink) return *sink;
    std::vector<std::string> contents;
    const size_t filled = std::min<size_t>(pass_ops_, codec::kSinkEntries);
    for (size_t i = pass_ops_ - filled; i < pass_ops_; ++i) contents.push_back(payloads_[i % payloads_.size()]);
    return contents;
  }
  codec::AllocCounts CountAllocations(size_t max_ops) override {
    log += 'a';
    const size_t ops = std::min(max_ops, pass_ops_);
    return {ops, 3 * ops, 100 * ops, {{"string", 3 * ops}}};
  }
  codec::TraceCounts Traces() const override { return traces; }
  std::string JitState() const override { return jit; }
  std::map<std::string, double> Notes() const override { return notes; }

  // What it shall do.
  std::optional<std::string> wrong_payload;
  std::string prepare_error;
  int64_t before_ns = 500;
  int64_t empty_ns = 10;
  std::function<int64_t(uint64_t pass)> pass_ns;
  std::optional<uint64_t> fail_at_pass;  // from 1
  uint64_t trace_events_per_pass = 0;
  uint64_t tracing_passes = 0;
  std::optional<std::vector<std::string>> sink;
  std::string jit;
  std::map<std::string, double> notes;

  // What was done with it.
  int checks = 0;
  uint64_t passes = 0;
  std::string log;  // P: Prepare, b: BeforePass, p: RunPass, a: CountAllocations
  codec::TraceCounts traces;

 private:
  std::vector<std::string> payloads_;
  size_t pass_ops_ = 0;
};

}  // namespace pbb::measure
