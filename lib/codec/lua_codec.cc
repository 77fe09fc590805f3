#include "codec/lua_codec.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "base/error.h"
#include "codec/lua_expect.h"
#include "codec/lua_loader.h"
#include "codec/oracle.h"
#include "lua/alloc_counter.h"
#include "lua/jit.h"

namespace pbb::codec {
namespace {

// Fixed places at the bottom of the stack for as long as the cell lives; raw indices cost nothing in a pass.
enum Slot : int { kHarness = 1, kEncode, kDecode, kPass, kEmptyPass, kInputs, kSink, kAnchors };

// A count of two passes must agree before it is believed: a trace that is compiled meanwhile allocates too.
constexpr int kMaxCountPasses = 8;
// What is looked at to see how many strings an operation makes.
constexpr size_t kProbeOps = 32;

class LuaCodec : public Codec {
 public:
  LuaCodec(const CodecSpec& spec, std::unique_ptr<Oracle> oracle) : oracle_(std::move(oracle)), listener_(&state_) {
    LoadedLuaCodec loaded = LoadLuaCodec(&state_, spec);  // leaves harness, encode, decode
    int64_as_number_ = loaded.int64_as_number;
    counts_fallbacks_ = loaded.counts_fallbacks;
    lua_State* l = state_.get();
    lua_getfield(l, kHarness, "pass");
    lua_getfield(l, kHarness, "empty_pass");
    lua_newtable(l);
    lua_createtable(l, kSinkEntries, 0);
    lua_newtable(l);
  }

  std::optional<Mismatch> Check(std::string_view payload, size_t* wire_bytes) override {
    lua_State* l = state_.get();
    const int top = lua_gettop(l);
    auto mismatch = CheckOnStack(payload, wire_bytes);
    lua_settop(l, top);
    return mismatch;
  }

  std::string Prepare(Op op, const std::vector<std::string>& payloads, size_t pass_ops) override {
    op_ = op;
    pass_ops_ = pass_ops;
    lua_State* l = state_.get();
    lua_createtable(l, static_cast<int>(pass_ops), 0);
    lua_replace(l, kInputs);
    for (size_t i = 0; i < payloads.size() && i < pass_ops; ++i) {
      if (op == Op::kEncode) lua_pushvalue(l, kDecode);
      lua_pushlstring(l, payloads[i].data(), payloads[i].size());
      if (op == Op::kEncode) {
        std::string error = state_.Call(1, 1);
        if (!error.empty()) return error;
      }
      lua_rawseti(l, kInputs, static_cast<int>(i + 1));
    }
    for (size_t i = payloads.size(); i < pass_ops; ++i) {
      lua_rawgeti(l, kInputs, static_cast<int>(i % payloads.size() + 1));
      lua_rawseti(l, kInputs, static_cast<int>(i + 1));
    }
    return AnchorStrings();
  }

  void BeforePass() override {
    lua_getfield(state_.get(), kHarness, "clear_sink");
    lua_pushvalue(state_.get(), kSink);
    state_.Call(1, 0);
    state_.CollectGarbage();
  }

  std::string RunPass() override { return Run(pass_ops_); }

  void RunEmptyPass() override {
    lua_State* l = state_.get();
    lua_pushvalue(l, kEmptyPass);
    lua_pushvalue(l, kInputs);
    lua_pushvalue(l, kSink);
    lua_pushinteger(l, static_cast<lua_Integer>(pass_ops_));
    state_.Call(3, 0);
  }

  std::vector<std::string> SinkContents() override {
    lua_State* l = state_.get();
    std::vector<std::string> contents;
    const size_t filled = std::min<size_t>(pass_ops_, kSinkEntries);
    for (size_t i = pass_ops_ - filled; i < pass_ops_; ++i) {
      if (op_ == Op::kDecode) lua_pushvalue(l, kEncode);
      lua_rawgeti(l, kSink, static_cast<int>(i % kSinkEntries) + 1);
      std::string canonical;
      if (op_ == Op::kEncode || state_.Call(1, 1).empty()) {
        oracle_->Canonicalize(StringAt(-1), &canonical);
        lua_pop(l, 1);
      }
      contents.push_back(std::move(canonical));
    }
    return contents;
  }

  AllocCounts CountAllocations(size_t max_ops) override {
    AllocCounts counts;
    counts.ops = std::min(pass_ops_, max_ops);
    lua::AllocTotals last;
    for (int i = 0; i < kMaxCountPasses; ++i) {
      BeforePass();
      lua::AllocCounter counter(&state_);
      Run(counts.ops);
      lua::AllocTotals totals = counter.Stop();
      const bool settled = i > 0 && totals.objects == last.objects && totals.bytes == last.bytes;
      last = std::move(totals);
      if (settled) break;
    }
    BeforePass();
    counts.objects = last.objects;
    counts.bytes = last.bytes;
    counts.kinds.insert(last.kinds.begin(), last.kinds.end());
    return counts;
  }

  TraceCounts Traces() const override {
    return {listener_.started(), listener_.compiled(), listener_.aborted(), listener_.AbortReasons()};
  }

  std::string JitState() const override { return lua::JitIsOn(&state_) ? "on" : "off"; }

  std::map<std::string, double> Notes() const override {
    if (!counts_fallbacks_ || op_ != Op::kDecode || decodes_ == 0) return {};
    return {{"fast_path_share", 1 - CountFallbacks(&state_) / static_cast<double>(decodes_)}};
  }

 private:
  // The full collections before passes would shrink the VM's hash table of strings, and each pass would pay for growing
  // it again: 14 to 16 % of a decode of 8 KB, which an application whose string count swings the same way does not pay.
  // LuaJIT halves the table when under a quarter of it is used, so as many strings are kept alive as a pass makes.
  std::string AnchorStrings() {
    const size_t ops = std::min(pass_ops_, kProbeOps);
    lua::AllocCounter counter(&state_);
    std::string error = Run(ops);
    const lua::AllocTotals totals = counter.Stop();
    const auto made = totals.kinds.find("string");
    if (!error.empty() || made == totals.kinds.end()) return error;
    const size_t strings = made->second * pass_ops_ / ops;
    lua_State* l = state_.get();
    for (size_t i = 0; i < strings; ++i) {
      char name[16];
      const int size = std::snprintf(name, sizeof name, "\t%zx", i);
      lua_pushlstring(l, name, static_cast<size_t>(size));
      lua_rawseti(l, kAnchors, static_cast<int>(i + 1));
    }
    return {};
  }

  std::string_view StringAt(int index) const {
    size_t size = 0;
    const char* bytes = lua_type(state_.get(), index) == LUA_TSTRING ? lua_tolstring(state_.get(), index, &size) : "";
    return {bytes, size};
  }

  std::string Run(size_t ops) {
    lua_State* l = state_.get();
    lua_pushvalue(l, kPass);
    lua_pushvalue(l, op_ == Op::kDecode ? kDecode : kEncode);
    lua_pushvalue(l, kInputs);
    lua_pushvalue(l, kSink);
    lua_pushinteger(l, static_cast<lua_Integer>(ops));
    if (op_ == Op::kDecode) decodes_ += ops;
    return state_.Call(4, 0);
  }

  std::optional<Mismatch> CheckOnStack(std::string_view payload, size_t* wire_bytes) {
    lua_State* l = state_.get();
    const auto message = oracle_->New();
    if (!message->ParseFromArray(payload.data(), static_cast<int>(payload.size()))) {
      return Mismatch{"the oracle refuses the payload", {}, {}, {}};
    }
    lua_pushvalue(l, kDecode);
    lua_pushlstring(l, payload.data(), payload.size());
    ++decodes_;
    std::string error = state_.Call(1, 1);
    if (!error.empty()) return Mismatch{"decode: " + error, {}, {}, {}};
    const int value = lua_gettop(l);

    lua_getfield(l, kHarness, "differs");
    PushExpected(l, kHarness, *message, int64_as_number_);
    lua_pushvalue(l, value);
    lua_pushliteral(l, "");
    error = state_.Call(3, 2);
    if (!error.empty()) return Mismatch{"comparing the decoded value: " + error, {}, {}, {}};
    if (!lua_isnil(l, -2))
      return Mismatch{"decoded value: " + std::string(StringAt(-1)), std::string(StringAt(-2)), {}, {}};

    lua_pushvalue(l, kEncode);
    lua_pushvalue(l, value);
    error = state_.Call(1, 1);
    if (!error.empty()) return Mismatch{"encode: " + error, {}, {}, {}};
    if (lua_type(l, -1) != LUA_TSTRING) return Mismatch{"encode returned no string", {}, {}, {}};
    if (wire_bytes != nullptr) *wire_bytes = StringAt(-1).size();
    return oracle_->Compare(StringAt(-1), payload);
  }

  std::unique_ptr<Oracle> oracle_;
  mutable lua::State state_;
  lua::TraceListener listener_;
  Op op_ = Op::kDecode;
  size_t pass_ops_ = 0;
  bool int64_as_number_ = false;
  bool counts_fallbacks_ = false;
  uint64_t decodes_ = 0;
};

}  // namespace

MadeCodec MakeLuaCodec(const CodecSpec& spec) {
  std::string why_not = WhyNoLuaModule(spec);
  if (!why_not.empty()) return {nullptr, std::move(why_not)};
  return {std::make_unique<LuaCodec>(spec, std::make_unique<Oracle>(spec.descriptor_set, spec.type)), {}};
}

}  // namespace pbb::codec
