// The worker processes of one launch: started when they are first needed, and again after one was lost.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/file.h"
#include "measure/plan.h"
#include "peer/messages.h"
#include "peer/session.h"

namespace pbb::measure {

// What workers read: a descriptor set for each schema, a file for each ring. Gone with the object.
class RunFiles {
 public:
  explicit RunFiles(const Plan& plan);

  const std::string& descriptor_set(size_t schema) const { return descriptor_sets_[schema]; }
  const std::string& ring(size_t ring) const { return rings_[ring]; }

 private:
  TemporaryFolder folder_;
  std::vector<std::string> descriptor_sets_;
  std::vector<std::string> rings_;
};

// Keeps this process off the worker's CPU as long as it lives. Does nothing where there is only one.
class HostAside {
 public:
  HostAside();
  ~HostAside();
  HostAside(const HostAside&) = delete;
  HostAside& operator=(const HostAside&) = delete;

  // The last CPU that this process was allowed: the first ones serve most interrupts.
  std::optional<int> worker_cpu() const { return worker_cpu_; }

 private:
  std::vector<int> before_;
  std::optional<int> worker_cpu_;
};

class Launch {
 public:
  Launch(const Plan& plan, const RunFiles& files, std::optional<int> cpu, uint32_t padding_bytes);

  // What the worker says of itself. Throws Error(kMissingTool) when none can be started or it speaks another protocol.
  peer::HelloAnswer Hello();

  // Sends a request about a ring to a worker that has loaded its schema. `stopped` may be empty.
  peer::Reply Ask(size_t ring, const nlohmann::json& request, int64_t timeout_ns, const std::function<bool()>& stopped);

  // Ends the worker, if there is one.
  void End();

 private:
  std::optional<peer::SessionFailure> Load(size_t schema, const std::function<bool()>& stopped);

  const Plan& plan_;
  const RunFiles& files_;
  ChildOptions child_;
  std::optional<peer::Session> session_;
  std::vector<bool> loaded_;  // by schema
};

}  // namespace pbb::measure
