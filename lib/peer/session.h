// The host's side of one child that speaks the line protocol.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/child.h"

namespace pbb::peer {

// How a request went wrong with the child itself. A value: it costs the cells that were asked for, not the run.
struct SessionFailure {
  enum class Kind {
    kDied,       // it ended, or closed its stdout
    kHung,       // no answer in time
    kBadAnswer,  // not one JSON object with "ok", or {"ok": false}
    kStopped,    // we were told to stop; nothing is known of the child
  };
  Kind kind = Kind::kDied;
  std::string what;         // "killed by signal 11 (SEGV)", "no answer within 5.0 s", "answered \"garbage\""
  std::string stderr_tail;  // the end of what it wrote there, may be empty

  // `what`, and the last lines of stderr when there are any.
  std::string Text() const;
};

struct Reply {
  nlohmann::json json;  // an object with "ok": true, unless:
  std::optional<SessionFailure> failure;
};

class Session {
 public:
  // Starts the child. Throws Error(kMissingTool) when that can't be done.
  explicit Session(const ChildOptions& options);

  // Asks and waits. After a failure other than {"ok": false} the child has been killed and reaped: alive() is false
  // and so every later request fails. `stopped` may be empty.
  Reply Request(const nlohmann::json& request, int64_t timeout_ns, const std::function<bool()>& stopped = {});

  bool alive() const { return alive_; }

  // Says `bye` and waits up to a second for the child to end; then kills it.
  void End();

 private:
  SessionFailure Lost(SessionFailure::Kind kind, std::string what);
  // `otherwise` is what to say of one that still runs.
  SessionFailure Died(const std::string& otherwise, const std::string& half_line);

  ChildProcess child_;
  bool alive_ = true;
};

}  // namespace pbb::peer
