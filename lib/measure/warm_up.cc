#include "measure/warm_up.h"

#include <algorithm>

namespace pbb::measure {

void WarmUp::Add(double ns_per_op, uint64_t trace_events) {
  ++slots_;
  // Events before the first slot, of checks and the like, are not this slot's; but a first slot is never the end.
  const bool quiet = slots_ > 1 && trace_events == trace_events_;
  trace_events_ = trace_events;
  if (!quiet) {
    quiet_.clear();
    return;
  }
  quiet_.push_back(ns_per_op);
  if (quiet_.size() > kSettledSlots) quiet_.erase(quiet_.begin());
  if (quiet_.size() < kSettledSlots) return;
  const auto [fastest, slowest] = std::minmax_element(quiet_.begin(), quiet_.end());
  settled_ = *fastest > 0 && *slowest <= *fastest * kSettledSpread;
}

}  // namespace pbb::measure
