#include "log_add.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "base/folder_lock.h"
#include "base/hash.h"
#include "base/places.h"
#include "gate/compare.h"
#include "gate/history.h"
#include "gate/log_rules.h"
#include "gate/timed_pairs.h"
#include "log_tests.h"
#include "measuring.h"
#include "output.h"
#include "render/log_entry.h"
#include "render/log_text.h"
#include "result/baselines.h"
#include "result/log_store.h"
#include "result/reader.h"

namespace pbb {
namespace {

namespace fs = std::filesystem;
using result::LogEntry;
using result::LogStatus;

// A document as it was given: the bytes are what is kept.
struct Raw {
  std::string name;
  std::string bytes;
  result::Document document;
};

Raw ReadRaw(const std::string& typed) {
  Raw raw;
  raw.name = typed;
  const std::string path = result::FindDocument(typed);
  raw.bytes = ReadFile(path);
  raw.document = result::ParseDocument(raw.bytes, path == "-" ? "stdin" : path);
  if (!raw.document.complete) throw UsageError("was interrupted and is incomplete", typed, "measure a whole one");
  if (raw.document.codec_tree.sha256.size() != 64) {
    throw UsageError("does not say which codec tree it measured", typed, "measure it again with a codec tree");
  }
  for (const result::Cell& cell : raw.document.cells) {
    const bool has_slots =
        !cell.ns_per_op || std::any_of(cell.ns_per_op->launches.begin(), cell.ns_per_op->launches.end(),
                                       [](const auto& launch) { return !launch.slots_ns.empty(); });
    if (!has_slots) {
      throw UsageError(fmt::format("has a time without its launches: {}", cell.id.Text()), typed,
                       "an entry keeps raw data: log what `pbbench run --json` wrote");
    }
  }
  return raw;
}

// "" when it is not there yet.
std::string ReadLog(const std::string& path) { return fs::exists(path) ? ReadFile(path) : std::string(); }

void CheckFolder(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  if (!folder.empty() && !fs::is_directory(folder)) {
    throw UsageError(fmt::format("there is no folder {} here", folder.string()), path,
                     "make it, or name another log with --log");
  }
}

bool SameButCase(const std::string& a, const std::string& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

// Folder names that differ in case alone are one folder on some file systems.
void RefuseUsedId(const std::string& id, const std::vector<LogEntry>& entries, const std::string& log_text) {
  const bool used =
      std::any_of(entries.begin(), entries.end(), [&](const LogEntry& e) { return SameButCase(e.id, id); });
  if (used || render::HasEntry(log_text, id)) {
    throw UsageError(fmt::format("\"{}\" was used before", id), "--id",
                     "an entry is never written over: take another id, or correct it with `pbbench log erratum`");
  }
}

// A log that lost entries would go on as if they had never been.
void RefuseLostEntries(const std::vector<LogEntry>& entries, const std::string& log_text,
                       const result::LogStore& store) {
  for (const LogEntry& entry : entries) {
    if (render::HasEntry(log_text, entry.id)) continue;
    throw UsageError(fmt::format("has no entry \"{}\", which {} keeps", entry.id, store.folder()), store.log(),
                     "restore the file from the last commit");
  }
}

// An entry belongs to the commit that makes the change: after it the tree is the head's, and the base's if the change
// was taken out again.
void CheckTree(const LogEntry& entry, const LogAddFlags& flags) {
  const std::string folder = flags.codec_tree.empty() ? DefaultCodecTree() : flags.codec_tree;
  const std::string tree = HashTree(folder);
  const bool is_kept = entry.status == LogStatus::kKept;
  const std::string& measured = is_kept ? entry.head.codec_tree : entry.base.codec_tree;
  if (measured == tree) return;
  throw UsageError(
      fmt::format("measured codec tree {}, but the one being committed ({}) is {}", measured, folder, tree),
      is_kept ? flags.head : flags.base,
      fmt::format("measure again with this tree, as what was {} has it, or name the right one with "
                  "--codecs",
                  result::LogStatusWord(entry.status)));
}

void CheckComparable(const gate::Comparison& comparison, const LogAddFlags& flags) {
  if (comparison.evidence.grade == gate::Grade::kForeign) {
    throw UsageError(fmt::format("comes from another machine or build than {}: {}", flags.base,
                                 fmt::join(comparison.evidence.differences, "; ")),
                     flags.head, "measure both on one machine with one build");
  }
  const bool any_time = std::any_of(comparison.cells.begin(), comparison.cells.end(),
                                    [](const gate::CellComparison& cell) { return cell.time.has_value(); });
  if (!any_time) {
    throw UsageError(fmt::format("has no cell with a time in common with {}", flags.base), flags.head,
                     "measure the same cells");
  }
}

// What is kept must have a reason, and what it costs must be named.
void CheckKeeping(const LogEntry& entry, const gate::Comparison& comparison) {
  if (entry.status != LogStatus::kKept) return;
  if (entry.text.keep_reason.empty() && !gate::AnyImproved(comparison)) {
    throw UsageError(fmt::format("no cell improved beyond the limits ({})", comparison.sentence), "--status kept",
                     "say why it is kept with --keep-reason, or take it out and log it as reverted");
  }
  std::vector<std::string> losses;
  for (const gate::CellComparison& cell : comparison.cells) {
    if (gate::MustBeNamed(cell)) losses.push_back("\n    " + render::LogLossText(cell));
  }
  if (!losses.empty() && entry.text.caveats.empty()) {
    throw UsageError(fmt::format("{} {} worse beyond the limits:{}", losses.size(),
                                 losses.size() == 1 ? "cell is" : "cells are", fmt::join(losses, "")),
                     "--status kept", "name the loss with --caveats");
  }
}

result::LogHistory HistoryOf(const result::LogStore& store, const std::vector<LogEntry>& entries,
                             const gate::Comparison& comparison) {
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
    if (entry->status != LogStatus::kKept) continue;
    const result::Document head = store.Head(*entry);
    if (!gate::TimedPairs(head, *comparison.base).empty()) {
      return gate::HistoryAfter(entry->id, head, *comparison.base);
    }
  }
  return {};
}

void PrintDone(const LogEntry& entry, const gate::Comparison& comparison, const result::LogStore& store) {
  std::string out = fmt::format("[{}] is in {}, its documents are in {}\n", entry.id, store.log(),
                                (fs::path(store.folder()) / entry.id).string());
  out += fmt::format("verdict: {}\n", comparison.sentence);
  out += fmt::format("tests: {}\n", render::LogTestsText(entry.tests));
  out += fmt::format("history: {}\n", render::LogHistoryText(entry));
  for (const gate::CellComparison* cell : gate::Losses(comparison)) {
    out += fmt::format("loss: {}\n", render::LogLossText(*cell));
  }
  SayDone(out);
}

void Complete(const Raw& base, const Raw& head, LogEntry* entry) {
  entry->date = Today();
  entry->heading = render::LogHeading(*entry);
  entry->base = {Sha256Hex(base.bytes), base.document.codec_tree.sha256};
  entry->head = {Sha256Hex(head.bytes), head.document.codec_tree.sha256};
}

}  // namespace

int RunLogAdd(const LogAddFlags& flags) {
  LogEntry entry = EntryFromFlags(flags);
  const result::LogStore store(flags.log);
  const Raw base = ReadRaw(flags.base), head = ReadRaw(flags.head);
  CheckFolder(store.log());
  const FolderLock lock(fs::path(store.log()).parent_path().string());
  CatchSignals();  // before the log is opened: a signal that ends the process would leave what is written aside
  OutputFile log_file(store.log());
  const std::vector<LogEntry> entries = store.Entries();
  const std::string log_text = ReadLog(store.log());
  RefuseLostEntries(entries, log_text, store);
  RefuseUsedId(entry.id, entries, log_text);
  Complete(base, head, &entry);
  CheckTree(entry, flags);
  gate::Policy policy;
  policy.today = entry.date;
  const gate::Comparison comparison = gate::Compare(base.document, head.document, "base.json", "head.json", policy);
  CheckComparable(comparison, flags);
  CheckKeeping(entry, comparison);
  entry.grade = gate::GradeName(comparison.evidence.grade);
  entry.history = HistoryOf(store, entries, comparison);
  for (const gate::Verdict verdict : gate::kAllVerdicts) {
    if (const size_t count = comparison.Count(verdict); count > 0) {
      entry.verdicts[std::string(gate::VerdictWord(verdict))] = count;
    }
  }
  entry.tests = RunLogTests(head.document, flags.head, {flags.codec_tree, flags.tests, flags.quiet});
  if (Interrupted()) {
    WriteStderr("pbbench: interrupted, nothing is written\n");
    return static_cast<int>(ExitCode::kInterrupted);
  }
  if (entry.status == LogStatus::kKept && !entry.tests.AllPassed()) {
    WriteStderr(fmt::format("pbbench: {}; nothing is written: what is kept passes its tests\n",
                            render::LogTestsText(entry.tests)));
    return static_cast<int>(ExitCode::kFailed);
  }
  entry.number = entries.empty() ? 1 : entries.back().number + 1;
  const std::string raw_folder = fs::path(store.folder()).filename().string() + "/" + entry.id;
  const std::string text = render::RenderLogEntry(entry, comparison, raw_folder);
  store.Add(entry, base.bytes, head.bytes, &log_file, render::WithEntry(ReadLog(store.log()), text));
  PrintDone(entry, comparison, store);
  return 0;
}

}  // namespace pbb
