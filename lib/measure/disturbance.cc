#include "measure/disturbance.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <fstream>
#include <utility>

namespace pbb::measure {

DisturbanceProbe::DisturbanceProbe(std::optional<int> cpu, std::string root)
    : stat_path_(std::move(root) + "/proc/stat"), line_(cpu ? fmt::format("cpu{}", *cpu) : "cpu") {}

void DisturbanceProbe::Start() { start_ = Read(); }

bool DisturbanceProbe::Disturbed() const {
  const Counters now = Read();
  return now.steal_ticks > start_.steal_ticks || now.involuntary_switches > start_.involuntary_switches;
}

DisturbanceProbe::Counters DisturbanceProbe::Read() const {
  Counters counters;
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) == 0) counters.involuntary_switches = usage.ru_nivcsw;
  // "cpu1 user nice system idle iowait irq softirq steal ...", in ticks. No file, no steal known.
  std::ifstream stat(stat_path_);
  std::string name;
  while (stat >> name && name.rfind("cpu", 0) == 0) {
    uint64_t ticks[8] = {};
    for (uint64_t& value : ticks) stat >> value;
    if (stat && name == line_) {
      counters.steal_ticks = ticks[7];
      break;
    }
    std::string rest;
    std::getline(stat, rest);
  }
  return counters;
}

}  // namespace pbb::measure
