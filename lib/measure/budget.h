// What is left of a run's time, shared out to the cells that are left by how long each takes at least.
#pragma once

#include <cstdint>
#include <functional>

#include "measure/plan.h"

namespace pbb::measure {

class Budget {
 public:
  // `plan` must outlive the budget. Times are those of one clock, in nanoseconds.
  Budget(const Plan& plan, int64_t started_ns) : plan_(plan), started_ns_(started_ns) {}

  // Nothing is set aside any more: the launch before is over.
  void StartLaunch() { set_aside_ns_ = 0; }

  // For the later visits of a cell whose first visit in this launch is over.
  void SetAside(int64_t ns) { set_aside_ns_ += ns; }

  // For all visits of the cell that is `at` in the order of this launch, when the cells before it have had their first
  // visit and those after it have not. Cells that are not `open` get nothing. Never under kLeastBudgetNs.
  int64_t Share(size_t launch, size_t at, const std::function<bool(size_t)>& open, int64_t now_ns) const;

 private:
  const Plan& plan_;
  int64_t started_ns_;
  int64_t set_aside_ns_ = 0;
};

inline constexpr int64_t kLeastBudgetNs = 20'000'000;  // of one cell in one launch

}  // namespace pbb::measure
