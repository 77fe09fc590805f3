// What checks and launches found of each cell, and the cells of the result document made from that.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "measure/plan.h"
#include "peer/messages.h"
#include "peer/session.h"
#include "result/document.h"

namespace pbb::measure {

class Collector {
 public:
  // `plan` must outlive the collector.
  explicit Collector(const Plan& plan);

  // A check of all payloads of a ring by a codec: both ops share it. A codec that was wrong, or was not in the asked
  // JIT state, fails their cells; its payload is saved below the plan's failure folder.
  void AddCheck(size_t ring, size_t codec, const peer::CheckAnswer& answer);
  void AddCheckLost(size_t ring, size_t codec, const peer::SessionFailure& failure);

  // One cell in one launch: the answers of all its visits together.
  void AddBench(size_t cell, uint64_t launch_seed, const peer::BenchAnswer& answer);
  void AddBenchLost(size_t cell, const peer::SessionFailure& failure);

  // Neither failed nor not applicable so far.
  bool Open(size_t cell) const;

  // The cells in the plan's order. Those that have neither a figure nor a reason for having none are left out, unless
  // nothing was to be timed.
  std::vector<result::Cell> Cells() const;

  // About saved inputs that could not be saved.
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  struct Found {
    result::Cell cell;
    bool checked = false;
    std::vector<result::Launch> launches;
    std::vector<peer::BenchAnswer> answers;  // of these launches
  };
  void Fail(size_t cell, result::Failure failure, bool timed);
  void FailPlainly(size_t cell, std::string what, bool timed);
  void FailAsNoted(size_t cell, const peer::FailureNote& note, bool timed);
  bool TakeJit(size_t cell, const std::string& read, bool timed);
  std::string SaveInput(size_t ring, uint64_t payload);
  std::string ReplayCommand(const PlannedCell& cell, bool timed) const;

  const Plan& plan_;
  std::vector<Found> found_;  // by cell
  std::vector<std::string> warnings_;
};

}  // namespace pbb::measure
