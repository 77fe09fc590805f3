#include "result/fingerprint.h"

#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <charconv>
#include <sstream>
#include <string_view>

#include "base/error.h"
#include "base/file.h"

namespace pbb::result {
namespace {

constexpr char kUnknown[] = "unknown";

std::string Trim(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\n");
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(" \t\n") - first + 1));
}

// "" when it can't be read: a kernel without that file is no error.
std::string ReadOrEmpty(const std::string& path) {
  try {
    return ReadFile(path);
  } catch (const Error&) {
    return "";
  }
}

// The value of the first line "key : value" in a file of such lines.
std::string ValueOf(const std::string& lines, std::string_view key) {
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line);) {
    const size_t colon = line.find(':');
    if (colon != std::string::npos && Trim(std::string_view(line).substr(0, colon)) == key) {
      return Trim(std::string_view(line).substr(colon + 1));
    }
  }
  return "";
}

int CountProcessors(const std::string& cpuinfo) {
  std::istringstream in(cpuinfo);
  int count = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("processor", 0) == 0) ++count;
  }
  return count;
}

std::string CpuModel(const std::string& cpuinfo) {
  std::string model = ValueOf(cpuinfo, "model name");
  if (!model.empty()) return model;
  const std::string part = ValueOf(cpuinfo, "CPU part");  // ARM gives numbers only
  if (part.empty()) return kUnknown;
  return fmt::format("implementer {} part {} variant {} revision {}", ValueOf(cpuinfo, "CPU implementer"), part,
                     ValueOf(cpuinfo, "CPU variant"), ValueOf(cpuinfo, "CPU revision"));
}

template <typename T>
std::optional<T> NumberAtStart(const std::string& text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return std::nullopt;
  return value;
}

std::string OrUnknown(const std::string& text) { return text.empty() ? kUnknown : text; }

}  // namespace

Machine ReadMachine(const std::string& root) {
  const std::string cpuinfo = ReadOrEmpty(root + "/proc/cpuinfo");
  Machine machine;
  utsname system{};
  machine.arch = uname(&system) == 0 ? system.machine : kUnknown;
  machine.cpu = CpuModel(cpuinfo);
  machine.cores = CountProcessors(cpuinfo);
  machine.kernel = OrUnknown(Trim(ReadOrEmpty(root + "/proc/sys/kernel/osrelease")));
  machine.governor = OrUnknown(Trim(ReadOrEmpty(root + "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")));
  const std::string memory = ValueOf(ReadOrEmpty(root + "/proc/meminfo"), "MemTotal");  // "16384 kB", kB = 1024 bytes
  machine.memory_bytes = NumberAtStart<uint64_t>(memory).value_or(0) * 1024;
  return machine;
}

MachineState ReadMachineState(const std::string& root) {
  MachineState state;
  state.load_1min = NumberAtStart<double>(ReadOrEmpty(root + "/proc/loadavg"));
  // "cpu user nice system idle iowait irq softirq steal ...", in clock ticks
  std::istringstream stat(ReadOrEmpty(root + "/proc/stat"));
  std::string name;
  uint64_t ticks[8] = {};
  stat >> name;
  for (uint64_t& value : ticks) stat >> value;
  if (stat && name == "cpu") state.steal_s = static_cast<double>(ticks[7]) / static_cast<double>(sysconf(_SC_CLK_TCK));
  return state;
}

}  // namespace pbb::result
