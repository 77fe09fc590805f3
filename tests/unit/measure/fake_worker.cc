// A worker whose codecs misbehave by name: what a run must survive. Others tell by their notes what was done with them.
#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <map>
#include <memory>
#include <utility>

#include "base/error.h"
#include "fake_codec.h"
#include "measure/worker.h"

namespace pbb::measure {
namespace {

// Objects made of a codec in this process, by name.
int MadeOf(const std::string& name) {
  static std::map<std::string, int> made;
  return ++made[name];
}

// A pass takes a little real time, so that the monotonic clock sees it.
class MisbehavingCodec : public FakeCodec {
 public:
  explicit MisbehavingCodec(std::string how) : how_(std::move(how)) {}

  std::optional<codec::Mismatch> Check(std::string_view payload, size_t* wire_bytes) override {
    if (how_ == "dies-in-check") {
      std::signal(SIGSEGV, SIG_DFL);  // a sanitizer would make an exit code of it
      std::raise(SIGSEGV);
    }
    return FakeCodec::Check(payload, wire_bytes);
  }
  std::string Prepare(codec::Op op, const std::vector<std::string>& payloads, size_t pass_ops) override {
    borrowed_ = &payloads;
    first_ = payloads.front();
    return FakeCodec::Prepare(op, payloads, pass_ops);
  }
  std::string RunPass() override {
    usleep(200);
    if (std::exchange(last_to_run, this) != this) notes["visits"] = ++visits_;
    if (how_ == "dies-in-second-visit" && visits_ == 2) std::raise(SIGABRT);
    if (how_ == "fails-in-second-visit" && visits_ == 2) return "truncated varint at byte 17";
    if (how_ == "borrows" && borrowed_->front() != first_) return "the payloads are gone";
    if (how_ == "dies-in-pass") {
      std::fputs("heap corruption\n", stderr);
      std::raise(SIGABRT);
    }
    if (how_ == "hangs") pause();
    if (how_ == "prints") {
      std::puts("debug: a line on stdout");
      std::fflush(stdout);
    }
    return FakeCodec::RunPass();
  }

 private:
  static inline const void* last_to_run = nullptr;

  std::string how_;
  const std::vector<std::string>* borrowed_ = nullptr;
  std::string first_;
  int visits_ = 0;  // with passes of other codecs in between
};

codec::MadeCodec Make(const codec::CodecSpec& spec) {
  const std::string& how = spec.name.base;
  if (how == "throws") throw Error(ExitCode::kMissingTool, "no such module");
  if (how == "na") return {nullptr, "has no groups"};
  auto codec = std::make_unique<MisbehavingCodec>(how);
  codec->notes["made"] = MadeOf(how);
  if (how == "wrong") codec->wrong_payload = "third";
  if (how == "fails-in-pass") codec->fail_at_pass = 1;
  if (how == "wrong-sink") codec->sink = std::vector<std::string>{"first", "second", "thirst"};
  if (how == "lua-full") codec->jit = "on";  // whatever was asked for
  return {std::move(codec), {}};
}

}  // namespace
}  // namespace pbb::measure

int main() { return pbb::measure::ServeWorker(pbb::measure::Make); }
