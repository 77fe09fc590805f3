#include "render/benchfmt.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <set>

#include "result/benchfmt_keys.h"
#include "stats/quantile.h"

namespace pbb::render {
namespace {

using result::Cell;
using result::EscapeBenchfmtValue;
using Pairs = std::map<std::string, std::string>;

// A value that is empty takes the key away: what an earlier document set must not hold for this one.
std::string ConfigLine(std::string_view key, std::string_view value) {
  return value.empty() ? fmt::format("{}:\n", key) : fmt::format("{}: {}\n", key, EscapeBenchfmtValue(value));
}

std::string RemarkLine(std::string_view key, std::string_view value) { return "# " + ConfigLine(key, value); }

// Names and pairs have their own escapes.
std::string EscapedLine(std::string_view key, std::string_view value) { return fmt::format("# {}: {}\n", key, value); }

std::string PairsLine(std::string_view key, const Pairs& pairs) {
  return EscapedLine(key, result::BenchfmtPairs(pairs));
}

std::string UnitLines() {
  // One figure for all launches of a cell: nothing to test, any difference is one.
  std::string out;
  for (const std::string_view unit :
       {std::string_view("B/op"), std::string_view("allocs/op"), result::kBenchfmtWireUnit}) {
    out += fmt::format("Unit {} better=lower assume=exact\n", unit);
  }
  return out;
}

std::string DocumentLines(const result::Document& document, size_t number, size_t all) {
  std::string out = RemarkLine("format", fmt::format("{}, document {} of {}", result::kBenchfmtFormat, number, all));
  out += "# A line is one launch, a fresh process: iterations are its timed slots, ns/op is their median.\n";
  for (const result::BenchfmtKey& key : result::BenchfmtConfigKeys()) {
    if (key.get != nullptr) out += ConfigLine(key.key, key.get(document));
  }
  for (const result::BenchfmtKey& key : result::BenchfmtRemarkKeys()) {
    if (const std::string value = key.get(document); !value.empty()) out += RemarkLine(key.key, value);
  }
  return out;
}

std::string TraceLines(const result::Traces& traces) {
  Pairs counts = {{"compiled", fmt::format("{}", traces.compiled)}, {"aborts", fmt::format("{}", traces.aborts)}};
  if (traces.bridges) counts["bridges"] = fmt::format("{}", *traces.bridges);
  std::string out = PairsLine("traces", counts);
  if (!traces.abort_reasons) return out;
  Pairs reasons;
  for (const auto& [reason, count] : *traces.abort_reasons) reasons[reason] = fmt::format("{}", count);
  return out + PairsLine("abort-reasons", reasons);
}

// Lines of one launch each; a cell that has no time but other figures has one line for those.
struct Sample {
  size_t slots = 1;
  std::optional<double> ns;
};

std::vector<Sample> SamplesOf(const Cell& cell, std::string* seeds) {
  std::vector<Sample> samples;
  if (cell.ns_per_op) {
    for (const result::Launch& launch : cell.ns_per_op->launches) {
      if (launch.slots_ns.empty()) continue;
      const double median = stats::Median(launch.slots_ns);
      if (!std::isfinite(median)) continue;
      samples.push_back({launch.slots_ns.size(), median});
      *seeds += fmt::format("{}{}", seeds->empty() ? "" : " ", launch.seed);
    }
    if (samples.empty() && std::isfinite(cell.ns_per_op->median_ns)) samples.push_back({1, cell.ns_per_op->median_ns});
  }
  if (samples.empty() && (cell.alloc || cell.wire_bytes)) samples.push_back({});
  return samples;
}

// Figures that are the same for all launches: " 956 B/op 9 allocs/op 18600000 wire-B".
std::string ExactFigures(const Cell& cell) {
  std::string out;
  if (cell.alloc && std::isfinite(cell.alloc->bytes_per_op) && std::isfinite(cell.alloc->objects_per_op)) {
    out += fmt::format(" {} B/op {} allocs/op", cell.alloc->bytes_per_op, cell.alloc->objects_per_op);
  }
  if (cell.wire_bytes) out += fmt::format(" {} {}", *cell.wire_bytes, result::kBenchfmtWireUnit);
  return out;
}

std::string CellRemarks(const Cell& cell, const std::string& seeds) {
  std::string out = EscapedLine("cell", result::BenchfmtName(cell.id));
  out += RemarkLine("status", result::StatusWord(cell.status));
  if (cell.failure) out += RemarkLine("failure", cell.failure->what);
  for (const std::string& bad : cell.bad_values) out += RemarkLine("bad-value", bad);
  if (!cell.options.empty()) out += PairsLine("options", cell.options);
  if (cell.payload) {
    const result::PayloadStats& payload = *cell.payload;
    out += PairsLine("payload", {{"count", fmt::format("{}", payload.count)},
                                 {"bytes-min", fmt::format("{}", payload.bytes_min)},
                                 {"bytes-mean", fmt::format("{}", payload.bytes_mean)},
                                 {"bytes-max", fmt::format("{}", payload.bytes_max)},
                                 {"sha256", payload.sha256}});
  }
  if (!cell.check.empty()) out += RemarkLine("check", cell.check);
  if (cell.jit) out += PairsLine("jit", {{"asked", cell.jit->asked}, {"read", cell.jit->read}});
  if (cell.traces) out += TraceLines(*cell.traces);
  if (!seeds.empty()) out += RemarkLine("launches", seeds);
  return out;
}

std::string CellLines(const Cell& cell) {
  std::string seeds;
  const std::vector<Sample> samples = SamplesOf(cell, &seeds);
  const std::string name = "Benchmark" + result::BenchfmtName(cell.id), exact = ExactFigures(cell);
  std::string out = CellRemarks(cell, seeds);
  for (const Sample& sample : samples) {
    const std::string time = sample.ns ? fmt::format(" {} ns/op", *sample.ns) : "";
    if (!time.empty() || !exact.empty()) out += fmt::format("{} {}{}{}\n", name, sample.slots, time, exact);
  }
  return out;
}

}  // namespace

std::string WriteBenchfmt(const std::vector<std::pair<std::string, const result::Document*>>& documents) {
  std::string out;
  std::set<std::string> taken;
  for (size_t i = 0; i < documents.size(); ++i) {
    const auto& [wanted, document] = documents[i];
    std::string name = wanted;
    for (int n = 2; !taken.insert(name).second; ++n) name = fmt::format("{} ({})", wanted, n);
    out += ConfigLine("document", name) + DocumentLines(*document, i + 1, documents.size());
    if (i == 0) out += UnitLines();
    for (const Cell& cell : document->cells) out += CellLines(cell);
    out += RemarkLine("end", fmt::format("{} cells", document->cells.size()));
  }
  return out;
}

}  // namespace pbb::render
