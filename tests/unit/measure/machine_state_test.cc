#include "measure/machine_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pbb::measure {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

result::Machine QuietMachine() {
  result::Machine machine;
  machine.cores = 8;
  machine.governor = "performance";
  return machine;
}

const result::MachineState kQuiet{.load_1min = 0.4, .steal_s = 0.0, .clock_resolution_ns = 20};

TEST(MachineWarningsTest, QuietMachineHasNone) {
  EXPECT_THAT(MachineWarnings(QuietMachine(), kQuiet, false), IsEmpty());
}

TEST(MachineWarningsTest, OneForEachOfGovernorLoadClockAndBuild) {
  result::Machine machine = QuietMachine();
  machine.governor = "powersave";
  const result::MachineState busy{.load_1min = 4.1, .steal_s = 0.0, .clock_resolution_ns = 15'000};
  EXPECT_THAT(MachineWarnings(machine, busy, true),
              ElementsAre(HasSubstr("debug build"), HasSubstr("governor is powersave"),
                          HasSubstr("load average is 4.1 on 8 cores"), HasSubstr("steps of 15000 ns")));
}

TEST(MachineWarningsTest, WhatIsUnknownIsSaidOnceOrNotAtAll) {
  result::Machine machine;
  machine.governor = "unknown";
  EXPECT_THAT(MachineWarnings(machine, {}, false), ElementsAre(HasSubstr("governor unknown")));
}

}  // namespace
}  // namespace pbb::measure
