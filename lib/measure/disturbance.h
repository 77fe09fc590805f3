// Whether the machine did something else while a slot ran: the hypervisor took the CPU away, or the kernel gave it to
// another process. Such slots are marked and counted, never dropped.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace pbb::measure {

class DisturbanceProbe {
 public:
  // `cpu`: the one this process is pinned to; without it steal is that of all CPUs together. `root` stands before
  // /proc ("" is the real machine; tests pass a folder).
  explicit DisturbanceProbe(std::optional<int> cpu, std::string root = "");

  void Start();
  // Since Start(): stolen time went up, or the process was switched out against its will.
  bool Disturbed() const;

 private:
  struct Counters {
    uint64_t steal_ticks = 0;
    int64_t involuntary_switches = 0;
  };
  Counters Read() const;

  std::string stat_path_;
  std::string line_;  // "cpu1", or "cpu"
  Counters start_;
};

}  // namespace pbb::measure
