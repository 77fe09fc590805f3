// The visits of one launch on the host's side: which cells have some left, and one answer out of those of all visits.
#pragma once

#include <cstdint>
#include <vector>

#include "peer/messages.h"

namespace pbb::measure {

// What all visits so far found, from what the visits before and the last one did. Slots in order; those that later
// visits warmed up with are counted; what comes after the slots is the last visit's, which a worker that was started
// anew may have counted from its own start. An outcome of the last visit stands for all.
peer::BenchAnswer JoinVisits(peer::BenchAnswer before, peer::BenchAnswer last);

class LaunchVisits {
 public:
  // `most`: visits of a cell.
  LaunchVisits(size_t cells, uint32_t most) : cells_(cells, {most, 0, {}}) {}

  bool Wants(size_t cell, uint32_t visit) const { return visit <= cells_[cell].visits; }

  uint32_t visits(size_t cell) const { return cells_[cell].visits; }

  // What the first visit was given, for all of them: a later one may have to prepare anew.
  void SetBudget(size_t cell, int64_t budget_ns) { cells_[cell].budget_ns = budget_ns; }
  int64_t budget_ns(size_t cell) const { return cells_[cell].budget_ns; }

  // Takes the visit's answer. True when it was the cell's last visit, or has an outcome that ends the cell; then
  // answer() is the launch's.
  bool Add(size_t cell, uint32_t visit, peer::BenchAnswer answer);
  const peer::BenchAnswer& answer(size_t cell) const { return cells_[cell].answer; }

 private:
  struct Visited {
    uint32_t visits = 1;
    int64_t budget_ns = 0;
    peer::BenchAnswer answer;
  };
  std::vector<Visited> cells_;
};

}  // namespace pbb::measure
