#include "measure/machine_state.h"

#include <fmt/format.h>

namespace pbb::measure {
namespace {

// A slot of two milliseconds must span many steps of the clock.
constexpr double kCoarseClockNs = 1000;

}  // namespace

#if defined(NDEBUG) && defined(__OPTIMIZE__)
const bool kDebugBuild = false;
#else
const bool kDebugBuild = true;
#endif

std::vector<std::string> MachineWarnings(const result::Machine& machine, const result::MachineState& state,
                                         bool debug_build) {
  std::vector<std::string> warnings;
  if (debug_build) {
    warnings.emplace_back("this is a debug build: its times say nothing about a release; build with preset release");
  }
  if (machine.governor == "unknown") {
    warnings.emplace_back("CPU frequency governor unknown: this kernel doesn't tell, as in most containers and VMs");
  } else if (machine.governor != "performance") {
    warnings.push_back(fmt::format(
        "CPU frequency governor is {}: clock rates will vary; `cpupower frequency-set -g performance` steadies them",
        machine.governor));
  }
  if (state.load_1min && machine.cores > 0 && *state.load_1min > 0.5 * machine.cores) {
    warnings.push_back(fmt::format("load average is {:.1f} on {} cores: other programs are running beside this one",
                                   *state.load_1min, machine.cores));
  }
  if (state.clock_resolution_ns && *state.clock_resolution_ns > kCoarseClockNs) {
    warnings.push_back(fmt::format("the clock moves in steps of {:.0f} ns: short slots are not to be trusted",
                                   *state.clock_resolution_ns));
  }
  return warnings;
}

}  // namespace pbb::measure
