#include "measure/collect.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "result/summary.h"
#include "stats/quantile.h"

namespace pbb::measure {
namespace {

using peer::BenchAnswer;

result::PayloadStats StatsOf(const Ring& ring) {
  return {ring.payloads.size(), ring.bytes_min, ring.bytes_mean, ring.bytes_max, ring.sha256};
}

uint64_t TotalBytes(const Ring& ring) {
  uint64_t total = 0;
  for (const std::string& payload : ring.payloads) total += payload.size();
  return total;
}

// 'lua-full[jit=off]': brackets mean something to a shell.
std::string Quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

// Allocation is exact, but which trace makes an object differs from process to process: the middle launch stands for
// all, whole, so that its kinds add up, and all values that were counted stand beside it.
std::optional<result::Alloc> AllocOf(const std::vector<BenchAnswer>& answers) {
  std::vector<const BenchAnswer*> counted;
  for (const BenchAnswer& answer : answers) {
    if (answer.alloc_ops > 0) counted.push_back(&answer);
  }
  if (counted.empty()) return std::nullopt;
  const auto per_op = [](const BenchAnswer* answer, uint64_t total) {
    return static_cast<double>(total) / static_cast<double>(answer->alloc_ops);
  };
  std::sort(counted.begin(), counted.end(), [&](const BenchAnswer* a, const BenchAnswer* b) {
    return std::make_tuple(per_op(a, a->alloc_bytes), per_op(a, a->alloc_objects)) <
           std::make_tuple(per_op(b, b->alloc_bytes), per_op(b, b->alloc_objects));
  });
  const BenchAnswer* middle = counted[(counted.size() - 1) / 2];
  result::Alloc alloc;
  alloc.bytes_per_op = per_op(middle, middle->alloc_bytes);
  alloc.objects_per_op = per_op(middle, middle->alloc_objects);
  for (const auto& [kind, count] : middle->alloc_kinds) alloc.kinds[kind] = per_op(middle, count);
  std::set<double> bytes, objects;
  for (const BenchAnswer* answer : counted) {
    bytes.insert(per_op(answer, answer->alloc_bytes));
    objects.insert(per_op(answer, answer->alloc_objects));
  }
  alloc.bytes_seen.assign(bytes.begin(), bytes.end());
  alloc.objects_seen.assign(objects.begin(), objects.end());
  return alloc;
}

// Of the launch that aborted most: what may happen to a user. Of each reason the most that a launch saw.
result::Traces TracesOf(const std::vector<BenchAnswer>& answers) {
  const auto worst = std::max_element(answers.begin(), answers.end(), [](const BenchAnswer& a, const BenchAnswer& b) {
    return std::tie(a.trace_aborts, a.traces_compiled) < std::tie(b.trace_aborts, b.traces_compiled);
  });
  result::Traces traces;
  traces.compiled = worst->traces_compiled;
  traces.aborts = worst->trace_aborts;
  traces.abort_reasons.emplace();
  for (const BenchAnswer& answer : answers) {
    for (const auto& [reason, count] : answer.abort_reasons) {
      uint64_t& most = (*traces.abort_reasons)[reason];
      most = std::max(most, count);
    }
  }
  return traces;
}

std::optional<double> EmptyLoopOf(const std::vector<BenchAnswer>& answers) {
  std::vector<double> times;
  for (const BenchAnswer& answer : answers) {
    if (answer.empty_loop_ns) times.push_back(*answer.empty_loop_ns);
  }
  if (times.empty()) return std::nullopt;
  return stats::Median(times);
}

void SetNotes(const std::vector<BenchAnswer>& answers, result::Cell* cell) {
  std::map<std::string, std::vector<double>> values;
  for (const BenchAnswer& answer : answers) {
    for (const auto& [name, value] : answer.notes) values[name].push_back(value);
  }
  for (const auto& [name, list] : values) {
    const double median = stats::Median(list);
    if (name == "fast_path_share") {
      result::SetFastPathShare(cell, median);
    } else {
      result::AddNote(cell, fmt::format("{} {:.4g}", name, median));
    }
  }
}

// One launch in ten may meet a busy moment; a loop that mostly does not settle is another matter.
void SetWarmCapped(const std::vector<BenchAnswer>& answers, result::Cell* cell) {
  const auto capped = static_cast<size_t>(
      std::count_if(answers.begin(), answers.end(), [](const BenchAnswer& answer) { return answer.warm_capped; }));
  cell->warm_capped = 2 * capped > answers.size();
  if (capped == 0 || capped == answers.size()) return;  // nothing to add to `warm_capped`
  result::AddNote(cell,
                  fmt::format("{} of {} launches did not settle before the warm-up's cap", capped, answers.size()));
}

}  // namespace

Collector::Collector(const Plan& plan) : plan_(plan), found_(plan.cells.size()) {
  std::vector<result::PayloadStats> payloads;
  for (const PlannedRing& ring : plan.rings) payloads.push_back(StatsOf(ring.ring));
  for (size_t i = 0; i < plan.cells.size(); ++i) {
    const PlannedCell& planned = plan.cells[i];
    const PlannedCodec& codec = plan.codecs[planned.codec];
    result::Cell& cell = found_[i].cell;
    cell.id = planned.id;
    cell.options = codec.name.options;
    cell.payload = payloads[planned.ring];
    if (codec.uses_lua) {
      const auto jit = codec.name.options.find("jit");
      const bool off = jit != codec.name.options.end() ? jit->second == "off" : !plan.options.jit;
      cell.jit = result::JitState{off ? "off" : "on", ""};
    }
  }
}

void Collector::AddCheck(size_t ring, size_t codec, const peer::CheckAnswer& answer) {
  for (size_t i = 0; i < plan_.cells.size(); ++i) {
    const PlannedCell& planned = plan_.cells[i];
    if (planned.ring != ring || planned.codec != codec || !Open(i)) continue;
    result::Cell& cell = found_[i].cell;
    if (!answer.outcome.not_applicable.empty()) {
      cell.status = result::Status::kNotApplicable;
      result::AddNote(&cell, answer.outcome.not_applicable);
    } else if (answer.outcome.failed) {
      FailAsNoted(i, *answer.outcome.failed, false);
    } else if (TakeJit(i, answer.jit, false)) {
      found_[i].checked = true;
      // Every payload came back equal in canonical form, so the decoded content is the ring's.
      cell.check = plan_.rings[ring].ring.sha256;
      cell.wire_bytes = planned.op == codec::Op::kEncode ? answer.wire_bytes : TotalBytes(plan_.rings[ring].ring);
    }
  }
}

void Collector::AddCheckLost(size_t ring, size_t codec, const peer::SessionFailure& failure) {
  for (size_t i = 0; i < plan_.cells.size(); ++i) {
    const PlannedCell& planned = plan_.cells[i];
    if (planned.ring == ring && planned.codec == codec && Open(i)) FailPlainly(i, "worker: " + failure.Text(), false);
  }
}

void Collector::AddBench(size_t cell, uint64_t launch_seed, const BenchAnswer& answer) {
  if (answer.outcome.failed) return FailAsNoted(cell, *answer.outcome.failed, true);
  if (!answer.outcome.not_applicable.empty()) {
    found_[cell].cell.status = result::Status::kNotApplicable;
    return result::AddNote(&found_[cell].cell, answer.outcome.not_applicable);
  }
  if (!TakeJit(cell, answer.jit, true)) return;
  found_[cell].launches.push_back({launch_seed, answer.slots_ns, answer.disturbed});
  found_[cell].answers.push_back(answer);
}

void Collector::AddBenchLost(size_t cell, const peer::SessionFailure& failure) {
  FailPlainly(cell, "worker: " + failure.Text(), true);
}

bool Collector::Open(size_t cell) const {
  const result::Status status = found_[cell].cell.status;
  return status != result::Status::kFailed && status != result::Status::kNotApplicable;
}

std::vector<result::Cell> Collector::Cells() const {
  std::vector<result::Cell> cells;
  for (size_t i = 0; i < found_.size(); ++i) {
    const Found& found = found_[i];
    result::Cell cell = found.cell;
    if (Open(i) && plan_.options.verify_only) {
      if (!found.checked) continue;
    } else if (Open(i)) {
      if (found.launches.empty()) continue;
      SetWarmCapped(found.answers, &cell);
      result::SetTiming(&cell, found.launches);
      cell.empty_loop_ns = EmptyLoopOf(found.answers);
      cell.alloc = AllocOf(found.answers);
      if (plan_.codecs[plan_.cells[i].codec].uses_lua) cell.traces = TracesOf(found.answers);
      SetNotes(found.answers, &cell);
    }
    if (cell.jit && cell.jit->read.empty()) cell.jit.reset();  // the codec never got as far as saying
    cells.push_back(std::move(cell));
  }
  return cells;
}

void Collector::Fail(size_t cell, result::Failure failure, bool timed) {
  found_[cell].cell.status = result::Status::kFailed;
  failure.replay = ReplayCommand(plan_.cells[cell], timed);
  found_[cell].cell.failure = std::move(failure);
}

void Collector::FailPlainly(size_t cell, std::string what, bool timed) {
  result::Failure failure;
  failure.what = std::move(what);
  Fail(cell, std::move(failure), timed);
}

void Collector::FailAsNoted(size_t cell, const peer::FailureNote& note, bool timed) {
  result::Failure failure;
  failure.what = note.what;
  failure.path = note.path;
  failure.byte = note.byte;
  failure.payload_index = note.payload;
  if (note.payload) failure.saved_input = SaveInput(plan_.cells[cell].ring, *note.payload);
  Fail(cell, std::move(failure), timed);
}

bool Collector::TakeJit(size_t cell, const std::string& read, bool timed) {
  std::optional<result::JitState>& jit = found_[cell].cell.jit;
  if (!jit) return true;
  jit->read = read;
  if (jit->read == jit->asked) return true;
  FailPlainly(cell, fmt::format("the JIT compiler reads \"{}\", \"{}\" was asked for", read, jit->asked), timed);
  return false;
}

std::string Collector::SaveInput(size_t ring, uint64_t payload) {
  const Ring& payloads = plan_.rings[ring].ring;
  if (payload >= payloads.payloads.size()) return {};
  std::string path = fmt::format("{}/{}-{}-{}-{}.bin", plan_.options.failure_folder, payloads.schema, payloads.size,
                                 payloads.ring, payload);
  try {
    std::filesystem::create_directories(plan_.options.failure_folder);
    WriteFile(path, payloads.payloads[payload]);
    return path;
  } catch (const std::exception& error) {
    warnings_.push_back(fmt::format("the payload that shows a failure could not be saved: {}", error.what()));
    return {};
  }
}

std::string Collector::ReplayCommand(const PlannedCell& cell, bool timed) const {
  const RunOptions& options = plan_.options;
  const std::string message = !options.own_message.empty()
                                  ? options.own_message
                                  : fmt::format("--schema {} --size {} --ring {}", Quoted(cell.id.schema),
                                                Quoted(cell.id.size), Quoted(cell.id.ring));
  std::string command = fmt::format("pbbench run {}{} --op {} --codec {} --seed {}", timed ? "" : "--verify-only ",
                                    message, cell.id.op, Quoted(cell.id.codec), options.seed);
  if (!options.jit) command += " --jit off";
  for (const std::string& option : options.jit_options) command += " --jit-opt " + Quoted(option);
  if (!options.codec_tree.empty()) command += " --codecs " + Quoted(options.codec_tree);
  return command;
}

}  // namespace pbb::measure
