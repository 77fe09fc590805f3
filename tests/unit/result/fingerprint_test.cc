#include "result/fingerprint.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/file.h"
#include "result/writer.h"
#include "samples.h"

namespace pbb::result {
namespace {

class FingerprintTest : public testing::Test {
 protected:
  void Put(const std::string& path, const std::string& content) {
    const std::filesystem::path full = folder_.path() + path;
    std::filesystem::create_directories(full.parent_path());
    WriteFile(full.string(), content);
  }
  TemporaryFolder folder_;
};

TEST_F(FingerprintTest, ReadsTheKernelsFiles) {
  Put("/proc/cpuinfo", "processor\t: 0\nmodel name\t: Example CPU @ 2.50GHz\n\nprocessor\t: 1\nmodel name\t: Other\n");
  Put("/proc/sys/kernel/osrelease", "6.1.0-18-amd64\n");
  Put("/proc/meminfo", "MemTotal:       16384 kB\nMemFree: 1 kB\n");
  Put("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
  const Machine machine = ReadMachine(folder_.path());
  EXPECT_EQ(machine.cpu, "Example CPU @ 2.50GHz");
  EXPECT_EQ(machine.cores, 2);
  EXPECT_EQ(machine.kernel, "6.1.0-18-amd64");
  EXPECT_EQ(machine.governor, "powersave");
  EXPECT_EQ(machine.memory_bytes, 16777216u);
}

TEST_F(FingerprintTest, ContainerWithoutFilesReadsUnknown) {
  const Machine machine = ReadMachine(folder_.path());
  EXPECT_EQ(machine.cpu, "unknown");
  EXPECT_EQ(machine.governor, "unknown");
  EXPECT_EQ(machine.kernel, "unknown");
  EXPECT_EQ(machine.cores, 0);
  EXPECT_FALSE(ReadMachineState(folder_.path()).load_1min);
  EXPECT_FALSE(ReadMachineState(folder_.path()).steal_s);
}

TEST_F(FingerprintTest, ArmHasPartNumbersForAName) {
  Put("/proc/cpuinfo",
      "processor : 0\nCPU implementer : 0x41\nCPU variant : 0x3\nCPU part : 0xd0c\nCPU revision : 1\n");
  EXPECT_EQ(ReadMachine(folder_.path()).cpu, "implementer 0x41 part 0xd0c variant 0x3 revision 1");
}

TEST_F(FingerprintTest, LoadAndSteal) {
  Put("/proc/loadavg", "0.25 0.10 0.05 1/100 4242\n");
  Put("/proc/stat", "cpu  1 2 3 4 5 6 7 250 0 0\ncpu0 0 0 0 0 0 0 0 0 0 0\n");
  const MachineState state = ReadMachineState(folder_.path());
  EXPECT_EQ(state.load_1min, 0.25);
  EXPECT_EQ(state.steal_s, 250.0 / static_cast<double>(sysconf(_SC_CLK_TCK)));
}

TEST(ComparableHashTest, EveryNamedPartCountsAndNothingElse) {
  const std::string hash = ComparableHash(FullSample());
  EXPECT_EQ(hash.size(), 64u);
  using Change = void (*)(Document*);
  const Change counting[] = {
      [](Document* d) { d->machine.arch += "x"; },     [](Document* d) { d->machine.cpu += "x"; },
      [](Document* d) { d->machine.cores += 1; },      [](Document* d) { d->machine.kernel = "6.5.0"; },
      [](Document* d) { d->pbbench.compiler += "x"; }, [](Document* d) { d->pbbench.compile_flags += "x"; },
      [](Document* d) { d->runtime.luajit += "x"; },   [](Document* d) { d->runtime.libprotobuf += "x"; }};
  for (const Change change : counting) {
    Document document = FullSample();
    change(&document);
    EXPECT_NE(ComparableHash(document), hash) << &change - counting;
  }
  const Change ignored[] = {[](Document* d) { d->machine.kernel = "6.1.99-1-cloud"; },
                            [](Document* d) { d->machine.governor = "performance"; },
                            [](Document* d) { d->pbbench.commit = "other"; }, [](Document* d) { d->cells.clear(); }};
  for (const Change change : ignored) {
    Document document = FullSample();
    change(&document);
    EXPECT_EQ(ComparableHash(document), hash) << &change - ignored;
  }
}

TEST(ComparableHashTest, PartsDoNotRunIntoEachOther) {
  Document one = FullSample(), other = FullSample();
  one.pbbench.compiler = "a\nflags=b";
  one.pbbench.compile_flags = "c";
  other.pbbench.compiler = "a";
  other.pbbench.compile_flags = "b\nflags=c";
  EXPECT_NE(ComparableHash(one), ComparableHash(other));
}

}  // namespace
}  // namespace pbb::result
