#include "measure/worker.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <luajit.h>
#include <unistd.h>

#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/child.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "codec/oracle.h"
#include "corpus/ring_file.h"
#include "lua/jit.h"
#include "lua/state.h"
#include "measure/bench.h"
#include "peer/messages.h"
#include "peer/protocol.h"
#include "peer/serve.h"

namespace pbb::measure {
namespace {

using nlohmann::json;

class Worker {
 public:
  explicit Worker(const CodecFactory& make_codec)
      : make_codec_(make_codec), clock_resolution_ns_(MeasureClockResolutionNs()), probe_(PinnedCpu()) {}

  json Hello() const {
    peer::HelloAnswer answer;
    answer.protocol = peer::kProtocolVersion;
    answer.name = "pbbench worker";
    answer.version = codec::FindCodec("protobuf").version;
    answer.runtime["libprotobuf"] = codec::LibprotobufVersion();
    answer.runtime["luajit"] = LUAJIT_VERSION;
    lua::State state;
    answer.runtime["jit_flags"] = lua::JitFlags(&state);
    answer.clock_resolution_ns = clock_resolution_ns_;
    json out = answer.ToJson();
    for (const codec::CodecInfo& info : codec::AllCodecs()) {
      const codec::Fairness& fairness = info.fairness;
      out["fairness"][info.id] = {{"copies", fairness.copies},
                                  {"validates_utf8", fairness.validates_utf8},
                                  {"keeps_unknown_fields", fairness.keeps_unknown_fields},
                                  {"reuses", fairness.reuses}};
    }
    return out;
  }

  json Load(const json& request) {
    const peer::LoadRequest load = peer::LoadRequest::FromJson(request);
    codec::CodecSpec spec;
    spec.type = load.type;
    spec.descriptor_set = ReadFile(load.descriptor_set);
    spec.proto_file = load.proto_file;
    spec.codec_tree = load.codec_tree;
    specs_[load.type] = std::move(spec);
    return {{"ok", true}};
  }

  json Check(const json& request) {
    const peer::CheckRequest check = peer::CheckRequest::FromJson(request);
    peer::CheckAnswer answer;
    const std::unique_ptr<codec::Codec> codec = Make(check.subject, &answer.outcome);
    if (codec != nullptr) answer = RunCheck(codec.get(), Payloads(check.subject));
    return answer.ToJson();
  }

  json Bench(const json& request) {
    const int64_t started_ns = MonotonicNs();
    const peer::BenchRequest bench = peer::BenchRequest::FromJson(request);
    const std::optional<codec::Op> op = codec::ParseOp(bench.op);
    if (!op) throw UsageError(fmt::format("unknown op \"{}\"", bench.op));
    const std::optional<Timer> timer = ParseTimer(bench.timer);
    if (!timer) throw UsageError(fmt::format("unknown timer \"{}\"", bench.timer));
    peer::BenchAnswer answer;
    const std::unique_ptr<codec::Codec> codec = Make(bench.subject, &answer.outcome);
    if (codec != nullptr) {
      const std::vector<std::string>& payloads = Payloads(bench.subject);
      const BenchSubject subject{codec.get(),          payloads,    *op,        bench.pass_ops, *timer,
                                 clock_resolution_ns_, MonotonicNs, ThreadCpuNs};
      answer = RunBench(subject, bench.plan, started_ns, &probe_);
    }
    return answer.ToJson();
  }

 private:
  static std::optional<int> PinnedCpu() {
    const std::vector<int> cpus = AllowedCpus();
    if (cpus.size() != 1) return std::nullopt;
    return cpus.front();
  }

  // Null when it is not applicable, and `outcome` says why.
  std::unique_ptr<codec::Codec> Make(const peer::Subject& subject, peer::Outcome* outcome) const {
    const auto found = specs_.find(subject.type);
    if (found == specs_.end()) throw UsageError(fmt::format("type \"{}\" was not loaded", subject.type));
    codec::CodecSpec spec = found->second;
    spec.name = codec::ParseCodecName(subject.codec);
    spec.jit = subject.jit;
    spec.jit_options = subject.jit_options;
    codec::MadeCodec made = make_codec_(spec);
    if (made.codec == nullptr) outcome->not_applicable = std::move(made.why_not);
    return std::move(made.codec);
  }

  // Kept until another ring is asked for: cells come in random order, and a worker should hold little beside its cell.
  const std::vector<std::string>& Payloads(const peer::Subject& subject) {
    if (subject.ring_file != ring_file_) {
      payloads_ = ReadRingFile(subject.ring_file);
      ring_file_ = subject.ring_file;
    }
    if (payloads_.size() != subject.count) {
      throw UsageError(fmt::format("{} payloads, {} were announced", payloads_.size(), subject.count),
                       subject.ring_file);
    }
    return payloads_;
  }

  const CodecFactory& make_codec_;
  double clock_resolution_ns_;
  DisturbanceProbe probe_;
  std::map<std::string, codec::CodecSpec> specs_;  // by type; without a codec's name
  std::string ring_file_;
  std::vector<std::string> payloads_;
};

// The stream for answers; fd 1 becomes a second stderr.
std::FILE* TakeStdout() {
  std::fflush(stdout);
  const int fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (fd < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return nullptr;
  return fdopen(fd, "w");
}

}  // namespace

int ServeWorker(const CodecFactory& make_codec) {
  std::FILE* out = TakeStdout();
  if (out == nullptr) throw Error(ExitCode::kInternal, "can't take over stdout");
  Worker worker(make_codec);
  const int code = peer::Serve(stdin, out,
                               {{peer::kHello, [&](const json&) { return worker.Hello(); }},
                                {peer::kLoad, [&](const json& request) { return worker.Load(request); }},
                                {peer::kCheck, [&](const json& request) { return worker.Check(request); }},
                                {peer::kBench, [&](const json& request) { return worker.Bench(request); }}});
  std::fclose(out);
  return code;
}

}  // namespace pbb::measure
