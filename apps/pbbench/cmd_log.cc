#include "cmd_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <list>
#include <memory>
#include <set>
#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "base/folder_lock.h"
#include "base/suggest.h"
#include "gate/compare.h"
#include "gate/history.h"
#include "log_add.h"
#include "log_flags.h"
#include "measuring.h"
#include "output.h"
#include "render/log_entry.h"
#include "render/log_text.h"
#include "render/log_views.h"
#include "result/cell_filter.h"
#include "result/log_store.h"

namespace pbb {
namespace {

using result::LogEntry;

std::vector<LogEntry> EntriesOf(const result::LogStore& store) {
  std::vector<LogEntry> entries = store.Entries();
  if (entries.empty()) throw UsageError("has no entries", store.log(), "add one with `pbbench log add`");
  return entries;
}

size_t FindEntry(const std::vector<LogEntry>& entries, const std::string& id, const std::string& flag) {
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const LogEntry& entry) { return entry.id == id; });
  if (found != entries.end()) return static_cast<size_t>(found - entries.begin());
  std::vector<std::string> ids;
  for (const LogEntry& entry : entries) ids.push_back(entry.id);
  throw UsageError(fmt::format("no entry \"{}\"", id), flag, SuggestName(id, ids));
}

// An entry's own two documents, compared anew: every figure comes from them.
struct Step {
  result::Document base;
  result::Document head;
  gate::Comparison comparison;
};

gate::Comparison CompareNow(const result::Document& base, const result::Document& head) {
  gate::Policy policy;
  policy.today = Today();
  return gate::Compare(base, head, "base.json", "head.json", policy);
}

// A list: comparisons point at the documents beside them.
std::list<Step> StepsOf(const result::LogStore& store, const std::vector<const LogEntry*>& entries) {
  std::list<Step> steps;
  for (const LogEntry* entry : entries) {
    Step& step = steps.emplace_back();
    step.base = store.Base(*entry);
    step.head = store.Head(*entry);
    step.comparison = CompareNow(step.base, step.head);
  }
  return steps;
}

// A pattern that matches nothing is a typing error.
void CheckPatterns(const std::vector<std::string>& patterns, const std::list<Step>& steps) {
  std::set<std::string> names;
  for (const std::string& pattern : patterns) {
    bool matches = false;
    for (const Step& step : steps) {
      for (const gate::CellComparison& cell : step.comparison.cells) {
        matches = matches || result::CellMatches(pattern, cell.id);
        names.insert(cell.id.Text());
      }
    }
    if (!matches) {
      throw UsageError(fmt::format("\"{}\" matches no cell of the log", pattern), "--cell",
                       SuggestName(pattern, {names.begin(), names.end()}));
    }
  }
}

int RunShow(const LogShowFlags& flags) {
  const result::LogStore store(flags.log);
  const std::vector<LogEntry> entries = EntriesOf(store);
  std::vector<const LogEntry*> all;
  for (const LogEntry& entry : entries) all.push_back(&entry);
  const std::list<Step> steps = StepsOf(store, all);
  CheckPatterns(flags.cells, steps);
  std::vector<render::LogStep> shown;
  for (const Step& step : steps) shown.push_back({all[shown.size()], &step.comparison});
  WriteStdout(render::RenderLogCells(shown, [&](const result::CellId& id) {
    return flags.cells.empty() || std::any_of(flags.cells.begin(), flags.cells.end(), [&](const std::string& pattern) {
             return result::CellMatches(pattern, id);
           });
  }));
  return 0;
}

int RunSummary(const LogSummaryFlags& flags) {
  const result::LogStore store(flags.log);
  const std::vector<LogEntry> entries = EntriesOf(store);
  const size_t first = FindEntry(entries, flags.since, "--since");
  if (entries[first].status != result::LogStatus::kKept) {
    throw UsageError(fmt::format("\"{}\" was {}: a summary is over what was kept", flags.since,
                                 result::LogStatusWord(entries[first].status)),
                     "--since", "name a kept entry; `pbbench log show` has them all");
  }
  render::LogSummary summary;
  for (size_t i = first; i < entries.size(); ++i) {
    if (entries[i].status == result::LogStatus::kKept) summary.kept.push_back(&entries[i]);
  }
  const std::list<Step> steps = StepsOf(store, summary.kept);
  std::vector<gate::ChainStep> chain;
  for (const Step& step : steps) chain.push_back({&step.base, &step.head});
  summary.chained = gate::Chain(chain);
  summary.means = gate::ChainMeans(summary.chained);
  const gate::Comparison ends = CompareNow(steps.front().base, steps.back().head);
  summary.ends = &ends;
  WriteStdout(render::RenderLogSummary(summary));
  return 0;
}

int RunErratum(const LogErratumFlags& flags) {
  const result::LogStore store(flags.log);
  const FolderLock lock(std::filesystem::path(store.log()).parent_path().string());
  std::vector<LogEntry> entries = EntriesOf(store);
  LogEntry& entry = entries[FindEntry(entries, flags.id, "ID")];
  const result::LogErratum erratum{Today(), TextOrFile(flags.text, "--text")};
  if (erratum.text.find_first_not_of(" \t\r\n") == std::string::npos) throw UsageError("is empty", "--text");
  const std::string log = ReadFile(store.log());
  if (const size_t count = render::CountHeading(log, entry.heading); count != 1) {
    throw UsageError(fmt::format("has the heading \"{}\" {}", entry.heading, count == 0 ? "no more" : "more than once"),
                     store.log(), "restore that line");
  }
  entry.errata.push_back(erratum);
  const std::string corrected = render::WithLineBelow(log, entry.heading, render::CorrectionLine(erratum));
  OutputFile file(store.log());
  store.Replace(entry, &file, render::WithEntry(corrected, render::RenderLogErratum(entry, erratum)));
  SayDone(fmt::format("the erratum of [{}] is in {}\n", entry.id, store.log()));
  return 0;
}

// One subcommand with flags of its own.
template <typename Flags>
CLI::App* Add(CLI::App* log, Command* chosen, const char* name, const char* what, void (*add_flags)(CLI::App*, Flags*),
              int (*run)(const Flags&)) {
  auto flags = std::make_shared<Flags>();
  CLI::App* sub = AddCommand(log, chosen, name, what, [flags, run] { return run(*flags); });
  add_flags(sub, flags.get());
  RefuseEmptyNames(sub);
  return sub;
}

}  // namespace

void AddLogCommand(CLI::App* app, Command* chosen) {
  CLI::App* log =
      app->add_subcommand("log", "Keep the diary: what was tried, what it brought, what was taken out again");
  log->require_subcommand(1);
  Add(log, chosen, "add", "Put an entry at the top of the log, from two result documents", AddLogAddFlags, RunLogAdd)
      ->footer(
          "Exit: 0 written, 1 a test failed and the change is kept, 2 usage or documents that can't be logged, 130 "
          "interrupted.\nUnless it is 0 nothing is written.");
  Add(log, chosen, "erratum", "Correct an entry", AddLogErratumFlags, RunErratum);
  Add(log, chosen, "show", "The history of cells, oldest first", AddLogShowFlags, RunShow);
  Add(log, chosen, "summary", "What the kept entries come to: chained ratios beside one direct comparison",
      AddLogSummaryFlags, RunSummary);
}

}  // namespace pbb
