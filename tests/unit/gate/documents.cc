#include "documents.h"

#include <utility>

#include "result/summary.h"

namespace pbb::gate {

result::Document EmptyDocument() {
  result::Document document;
  document.complete = true;
  document.pbbench = {"0.1.0", "4b98f91", "Release", "GNU 12.2.0", "-O3"};
  document.codec_tree = {std::string(64, 'a'), "4b98f91", false};
  document.machine = {"x86_64", "Example CPU", 2, "6.1.0-18-amd64", "unknown", uint64_t{8} << 30};
  document.runtime = {"LuaJIT 2.1.0-beta3", "default", "3.21.12", {}};
  document.config.seed = 1;
  return document;
}

result::Cell TimedCell(const std::string& size, const std::string& op, const std::string& codec,
                       const std::vector<double>& launches_ns) {
  result::Cell cell;
  cell.id = {"hello.Person", size, "unique", op, codec};
  cell.payload = result::PayloadStats{100, 930, 930, 930, std::string(64, '1')};
  cell.wire_bytes = 93'000;
  cell.check = std::string(64, 'c');
  cell.alloc = result::Alloc{956, 1, {}};
  if (codec.rfind("lua", 0) == 0) {
    cell.jit = result::JitState{"on", "on"};
    cell.traces =
        result::Traces{4, 2, std::nullopt, std::map<std::string, uint64_t>{{"leaving loop in root trace", 2}}};
  }
  std::vector<result::Launch> launches;
  for (size_t i = 0; i < launches_ns.size(); ++i) launches.push_back({i + 1, {launches_ns[i]}, {}});
  result::SetTiming(&cell, std::move(launches));
  return cell;
}

result::Cell TimedCell(const std::string& codec, const std::vector<double>& launches_ns) {
  return TimedCell("1KB", "decode", codec, launches_ns);
}

std::vector<double> Spread(size_t n, double ns, double step) {
  std::vector<double> values;
  for (size_t i = 0; i < n; ++i) values.push_back(ns * (1 + step * static_cast<double>(i * 7 % n)));
  return values;
}

result::Document With(std::vector<result::Cell> cells) {
  result::Document document = EmptyDocument();
  document.cells = std::move(cells);
  return document;
}

}  // namespace pbb::gate
