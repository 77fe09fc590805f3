#include "result/benchfmt_cell.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "result/fields.h"
#include "result/summary.h"
#include "stats/quantile.h"

namespace pbb::result {
namespace {

using Range = FigureReader::Range;
using Pairs = std::map<std::string, std::string>;

std::string ValueProblem(double value, Range range) {
  return std::isfinite(value) ? RangeProblem(value, range) : fmt::format("{} is no figure", value);
}

std::string TextOf(const Pairs& pairs, const char* key) {
  const auto found = pairs.find(key);
  return found == pairs.end() ? "" : found->second;
}

std::optional<uint64_t> CountOf(const Pairs& pairs, const char* key) { return ParseBenchfmtCount(TextOf(pairs, key)); }

}  // namespace

void BenchfmtCell::Measurement(double value, std::string_view unit, const std::string& place) {
  const bool time = unit == "ns/op";
  if (!time && unit != "B/op" && unit != "allocs/op" && unit != kBenchfmtWireUnit) return;
  const std::string problem = ValueProblem(value, time ? Range::kTime : Range::kAmount);
  if (!problem.empty()) {
    BadValue(fmt::format("{} ({}): {}", unit, place, problem));
    bad_time_ = bad_time_ || time;
  } else if (unit == kBenchfmtWireUnit) {
    cell_.wire_bytes = static_cast<uint64_t>(value);
  } else {
    (time ? ns_ : unit == "B/op" ? bytes_ : objects_).push_back(value);
  }
}

void BenchfmtCell::Remark(std::string_view key, std::string_view value) {
  static constexpr struct {
    std::string_view key;
    void (BenchfmtCell::*read)(std::string_view value);
  } kRemarks[] = {
      {"status", &BenchfmtCell::ReadStatus},
      {"check", &BenchfmtCell::ReadCheck},
      {"options", &BenchfmtCell::ReadOptions},
      {"jit", &BenchfmtCell::ReadJit},
      {"payload", &BenchfmtCell::ReadPayload},
      {"traces", &BenchfmtCell::ReadTraces},
      {"abort-reasons", &BenchfmtCell::ReadAbortReasons},
      {"launches", &BenchfmtCell::ReadLaunches},
      {"failure", &BenchfmtCell::ReadFailure},
      {"bad-value", &BenchfmtCell::ReadBadValue},
  };
  for (const auto& remark : kRemarks) {
    if (remark.key == key) (this->*remark.read)(value);
  }
}

void BenchfmtCell::ReadStatus(std::string_view value) {
  status_ = ParseStatus(value);
  if (status_) return;
  status_ = Status::kNotApplicable;
  BadValue(fmt::format("status: \"{}\" is none we know", value));
}

void BenchfmtCell::ReadOptions(std::string_view value) { cell_.options = ParseBenchfmtPairs(value); }

void BenchfmtCell::ReadJit(std::string_view value) {
  const Pairs pairs = ParseBenchfmtPairs(value);
  cell_.jit = JitState{TextOf(pairs, "asked"), TextOf(pairs, "read")};
}

void BenchfmtCell::ReadPayload(std::string_view value) {
  const Pairs pairs = ParseBenchfmtPairs(value);
  const std::string mean = TextOf(pairs, "bytes-mean");
  double bytes_mean = 0;
  const auto [end, error] = std::from_chars(mean.data(), mean.data() + mean.size(), bytes_mean);
  if (error != std::errc() || !ValueProblem(bytes_mean, Range::kAmount).empty()) {
    return BadValue(fmt::format("payload: \"{}\" is no size", mean));
  }
  cell_.payload = PayloadStats{CountOf(pairs, "count").value_or(0), CountOf(pairs, "bytes-min").value_or(0), bytes_mean,
                               CountOf(pairs, "bytes-max").value_or(0), TextOf(pairs, "sha256")};
}

void BenchfmtCell::ReadTraces(std::string_view value) {
  const Pairs pairs = ParseBenchfmtPairs(value);
  const auto compiled = CountOf(pairs, "compiled"), aborts = CountOf(pairs, "aborts");
  if (!compiled || !aborts) return BadValue(fmt::format("traces: \"{}\" lacks a count", value));
  cell_.traces.emplace();
  cell_.traces->compiled = *compiled;
  cell_.traces->aborts = *aborts;
  cell_.traces->bridges = CountOf(pairs, "bridges");
}

void BenchfmtCell::ReadAbortReasons(std::string_view value) {
  if (!cell_.traces) return;
  cell_.traces->abort_reasons.emplace();
  for (const auto& [reason, count] : ParseBenchfmtPairs(value)) {
    (*cell_.traces->abort_reasons)[reason] = ParseBenchfmtCount(count).value_or(0);
  }
}

void BenchfmtCell::ReadLaunches(std::string_view value) {
  for (const std::string_view word : BenchfmtWords(value)) seeds_.push_back(ParseBenchfmtCount(word).value_or(0));
}

// Seeds tell which launches of two cells were one process. Where they aren't written, the order has to do.
void BenchfmtCell::TakeTime() {
  if (ns_.empty() || bad_time_) return;
  std::vector<Launch> launches;
  for (size_t i = 0; i < ns_.size(); ++i) {
    launches.push_back({seeds_.size() == ns_.size() ? seeds_[i] : i, {ns_[i]}, {}});
  }
  SetTiming(&cell_, std::move(launches));
}

Cell BenchfmtCell::Take() {
  if (!bytes_.empty() && !objects_.empty()) {
    cell_.alloc = Alloc{stats::Median(bytes_), stats::Median(objects_), {}};
  } else if (bytes_.empty() != objects_.empty()) {
    BadValue(bytes_.empty() ? "allocs/op: stands without B/op" : "B/op: stands without allocs/op");
  }
  if (status_ == Status::kFailed) {
    if (!ns_.empty()) BadValue("ns/op: a failed cell has no time");
    Failure failure;
    failure.what = failure_;
    SetFailure(&cell_, std::move(failure));
  } else {
    TakeTime();
    if (status_) cell_.status = *status_;
  }
  return std::move(cell_);
}

}  // namespace pbb::result
