// When a loop has settled: no trace event for three slots, and those three agree (DESIGN section 5, point 2). "Within
// 2 %" alone held in only half of the windows of a quiet machine, so both are asked for.
#pragma once

#include <cstdint>
#include <vector>

namespace pbb::measure {

inline constexpr int kSettledSlots = 3;
inline constexpr double kSettledSpread = 1.05;  // slowest over fastest of these slots

class WarmUp {
 public:
  // `max_slots`: the cap; at least kSettledSlots.
  explicit WarmUp(uint32_t max_slots) : max_slots_(max_slots) {}

  // One slot: its time per operation, and the number of trace events so far (any origin; it never falls).
  void Add(double ns_per_op, uint64_t trace_events);

  bool settled() const { return settled_; }
  // The cap was reached before it settled.
  bool capped() const { return !settled_ && slots_ >= max_slots_; }
  uint32_t slots() const { return slots_; }

 private:
  uint32_t max_slots_;
  uint32_t slots_ = 0;
  bool settled_ = false;
  uint64_t trace_events_ = 0;
  std::vector<double> quiet_;  // the last slots without a trace event, at most kSettledSlots
};

}  // namespace pbb::measure
