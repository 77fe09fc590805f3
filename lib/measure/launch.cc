#include "measure/launch.h"

#include <fmt/format.h>
#include <sched.h>

#include <filesystem>

#include "base/child.h"
#include "base/error.h"
#include "corpus/ring_file.h"
#include "peer/protocol.h"

namespace pbb::measure {
namespace {

void RunOn(const std::vector<int>& cpus) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int cpu : cpus) CPU_SET(static_cast<size_t>(cpu), &set);
  sched_setaffinity(0, sizeof set, &set);
}

}  // namespace

RunFiles::RunFiles(const Plan& plan) {
  for (size_t i = 0; i < plan.schemas.size(); ++i) {
    descriptor_sets_.push_back(fmt::format("{}/schema-{}.desc", folder_.path(), i));
    WriteFile(descriptor_sets_.back(), plan.schemas[i].descriptor_set);
  }
  for (size_t i = 0; i < plan.rings.size(); ++i) {
    rings_.push_back(fmt::format("{}/ring-{}.bin", folder_.path(), i));
    WriteRingFile(rings_.back(), plan.rings[i].ring.payloads);
  }
}

HostAside::HostAside() : before_(AllowedCpus()) {
  if (before_.empty()) return;
  worker_cpu_ = before_.back();
  if (before_.size() > 1) RunOn({before_.begin(), before_.end() - 1});
}

HostAside::~HostAside() {
  if (before_.size() > 1) RunOn(before_);
}

Launch::Launch(const Plan& plan, const RunFiles& files, std::optional<int> cpu, uint32_t padding_bytes)
    : plan_(plan), files_(files) {
  child_.command = plan.options.worker_command;
  child_.cpu = cpu;
  child_.variables["PBBENCH_PADDING"] = std::string(padding_bytes, 'x');
}

peer::HelloAnswer Launch::Hello() {
  if (!session_ || !session_->alive()) {
    session_.emplace(child_);
    loaded_.assign(plan_.schemas.size(), false);
  }
  const peer::Reply reply = session_->Request({{"cmd", peer::kHello}}, plan_.options.patience_ns);
  if (reply.failure) {
    throw Error(ExitCode::kMissingTool, "no worker: " + reply.failure->Text(), child_.command.front());
  }
  peer::HelloAnswer answer = peer::HelloAnswer::FromJson(reply.json);
  if (answer.protocol != peer::kProtocolVersion) {
    throw Error(ExitCode::kMissingTool,
                fmt::format("speaks protocol {}, this pbbench {}", answer.protocol, peer::kProtocolVersion),
                child_.command.front());
  }
  return answer;
}

peer::Reply Launch::Ask(size_t ring, const nlohmann::json& request, int64_t timeout_ns,
                        const std::function<bool()>& stopped) {
  if (!session_ || !session_->alive()) {
    try {
      session_.emplace(child_);
    } catch (const Error& error) {  // no process to be had any more: costs this cell, not the launches before
      return {{}, peer::SessionFailure{peer::SessionFailure::Kind::kDied, error.what(), {}}};
    }
    loaded_.assign(plan_.schemas.size(), false);
  }
  if (auto failure = Load(plan_.rings[ring].schema, stopped)) return {{}, std::move(failure)};
  return session_->Request(request, timeout_ns, stopped);
}

std::optional<peer::SessionFailure> Launch::Load(size_t schema, const std::function<bool()>& stopped) {
  if (loaded_[schema]) return std::nullopt;
  const PlannedSchema& planned = plan_.schemas[schema];
  peer::LoadRequest load;
  load.type = planned.name;
  load.descriptor_set = files_.descriptor_set(schema);
  load.generate = planned.own;
  load.proto_file = planned.proto_file;
  // The worker's folder is ours, but a peer's need not be.
  if (!plan_.options.codec_tree.empty()) load.codec_tree = std::filesystem::absolute(plan_.options.codec_tree).string();
  peer::Reply reply = session_->Request(load.ToJson(), plan_.options.patience_ns, stopped);
  if (!reply.failure) loaded_[schema] = true;
  return std::move(reply.failure);
}

void Launch::End() {
  if (session_) session_->End();
  session_.reset();
}

}  // namespace pbb::measure
