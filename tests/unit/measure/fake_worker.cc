// A worker whose codecs misbehave by name: what a run must survive.
#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <memory>

#include "base/error.h"
#include "fake_codec.h"
#include "measure/worker.h"

namespace pbb::measure {
namespace {

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
  std::string RunPass() override {
    usleep(200);
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
  std::string how_;
};

codec::MadeCodec Make(const codec::CodecSpec& spec) {
  const std::string& how = spec.name.base;
  if (how == "throws") throw Error(ExitCode::kMissingTool, "no such module");
  if (how == "na") return {nullptr, "has no groups"};
  auto codec = std::make_unique<MisbehavingCodec>(how);
  if (how == "wrong") codec->wrong_payload = "third";
  if (how == "fails-in-pass") codec->fail_at_pass = 1;
  if (how == "wrong-sink") codec->sink = std::vector<std::string>{"first", "second", "thirst"};
  if (how == "lua-full") codec->jit = "on";  // whatever was asked for
  return {std::move(codec), {}};
}

}  // namespace
}  // namespace pbb::measure

int main() { return pbb::measure::ServeWorker(pbb::measure::Make); }
