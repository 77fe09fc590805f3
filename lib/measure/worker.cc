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

using PayloadList = std::vector<std::string>;

// A cell between its first visit and its last.
struct CellInWork {
  CellInWork(std::unique_ptr<codec::Codec> made, std::shared_ptr<const PayloadList> ring)
      : payloads(std::move(ring)), codec(std::move(made)) {}

  std::shared_ptr<const PayloadList> payloads;
  std::unique_ptr<codec::Codec> codec;  // may point into the payloads
  std::optional<Bench> bench;           // uses both
  uint32_t next_visit = 1;
};

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
    spec.generate = load.generate;
    specs_[load.type] = std::move(spec);
    return {{"ok", true}};
  }

  json Check(const json& request) {
    const peer::CheckRequest check = peer::CheckRequest::FromJson(request);
    peer::CheckAnswer answer;
    const std::unique_ptr<codec::Codec> codec = Make(check.subject, &answer.outcome);
    if (codec != nullptr) answer = RunCheck(codec.get(), *Payloads(check.subject));
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
    const std::string key = KeyOf(bench);
    std::unique_ptr<CellInWork> cell = TakeKept(key, bench.plan.visit);
    if (cell == nullptr) {
      std::unique_ptr<codec::Codec> codec = Make(bench.subject, &answer.outcome);
      if (codec == nullptr) return answer.ToJson();
      cell = std::make_unique<CellInWork>(std::move(codec), Payloads(bench.subject));
      cell->bench.emplace(BenchSubject{cell->codec.get(), *cell->payloads, *op, bench.pass_ops, *timer,
                                       clock_resolution_ns_, MonotonicNs, ThreadCpuNs,
                                       CanonicalForm(bench.subject.type)});
    }
    answer = cell->bench->Visit(bench.plan, started_ns, &probe_);
    if (answer.visits_left > 0) {
      cell->next_visit = bench.plan.visit + 1;
      kept_[key] = std::move(cell);
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

  // Asked for only where a result is not the payload byte for byte, so the oracle is made then.
  std::function<std::string(const std::string&)> CanonicalForm(const std::string& type) const {
    return [spec = &specs_.at(type)](const std::string& payload) {
      try {
        std::string canonical;
        codec::Oracle(spec->descriptor_set, spec->type).Canonicalize(payload, &canonical);
        return canonical;
      } catch (const Error&) {
        return payload;  // of a type that the oracle does not know, it is what there is
      }
    };
  }

  // What makes a cell another one.
  static std::string KeyOf(const peer::BenchRequest& bench) {
    const peer::Subject& subject = bench.subject;
    return json{subject.type,        subject.codec, subject.ring_file, subject.jit,
                subject.jit_options, bench.op,      bench.pass_ops,    bench.timer}
        .dump(-1, ' ', false, json::error_handler_t::replace);
  }

  // Null when this worker keeps no cell that waits for this visit: then it is prepared anew. Whatever comes of the
  // visit, the cell is no longer kept.
  std::unique_ptr<CellInWork> TakeKept(const std::string& key, uint32_t visit) {
    const auto found = kept_.find(key);
    if (found == kept_.end()) return nullptr;
    std::unique_ptr<CellInWork> cell = std::move(found->second);
    kept_.erase(found);
    if (cell->next_visit != visit) return nullptr;
    return cell;
  }

  // A ring is read once as long as a cell that is kept or the last request uses it: codecs may point into it.
  std::shared_ptr<const PayloadList> Payloads(const peer::Subject& subject) {
    std::shared_ptr<const PayloadList> payloads = rings_[subject.ring_file].lock();
    if (payloads == nullptr) {
      payloads = std::make_shared<const PayloadList>(ReadRingFile(subject.ring_file));
      rings_[subject.ring_file] = payloads;
    }
    if (payloads->size() != subject.count) {
      throw UsageError(fmt::format("{} payloads, {} were announced", payloads->size(), subject.count),
                       subject.ring_file);
    }
    last_ring_ = payloads;
    return payloads;
  }

  const CodecFactory& make_codec_;
  double clock_resolution_ns_;
  DisturbanceProbe probe_;
  std::map<std::string, codec::CodecSpec> specs_;                  // by type; without a codec's name
  std::map<std::string, std::weak_ptr<const PayloadList>> rings_;  // by file
  std::shared_ptr<const PayloadList> last_ring_;
  std::map<std::string, std::unique_ptr<CellInWork>> kept_;  // by KeyOf()
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
