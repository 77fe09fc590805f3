#include "log_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "wire/utf8.h"

namespace pbb {
namespace {

void AddLogFile(CLI::App* sub, std::string* log) {
  *log = "reports/PERF_LOG.md";
  sub->add_option("--log", *log, "The log; its raw documents are in the folder of that name beside it")
      ->type_name("FILE")
      ->capture_default_str();
}

std::string Trimmed(const std::string& text) {
  const size_t first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool IsControl(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

bool IsBlank(const std::string& text) { return text.find_first_not_of(" \t\r\n") == std::string::npos; }

// What goes into a text file that people read. C1 controls are C2 80 to C2 9F in UTF-8.
void CheckText(const std::string& text, const std::string& flag) {
  if (!wire::IsValidUtf8(reinterpret_cast<const uint8_t*>(text.data()), text.size())) {
    throw UsageError("is no UTF-8 text", flag, "convert it, e.g. with iconv");
  }
  for (size_t i = 0; i < text.size(); ++i) {
    const bool is_space = text[i] == '\n' || text[i] == '\t' || text[i] == '\r';
    const bool is_c1 = text[i] == '\xc2' && static_cast<unsigned char>(text[i + 1]) < 0xa0;
    if (!is_c1 && (!IsControl(text[i]) || is_space)) continue;
    throw UsageError(fmt::format("has the control character 0x{:02x} at byte {}",
                                 static_cast<unsigned char>(text[is_c1 ? i + 1 : i]), i),
                     flag, "take it out");
  }
}

}  // namespace

void AddLogAddFlags(CLI::App* sub, LogAddFlags* flags) {
  const auto text = [sub](const char* name, std::string* value, const char* what) {
    sub->add_option(name, *value, what)->type_name("TEXT")->group("What the entry says: text, or @FILE");
  };
  AddLogFile(sub, &flags->log);
  sub->add_option("--id", flags->id, "Short name of the entry, used once")->type_name("ID")->required();
  sub->add_option("--title", flags->title, "What was done, in one line")->type_name("TEXT")->required();
  sub->add_option("--base", flags->base, "Result document before the change")->type_name("FILE")->required();
  sub->add_option("--head", flags->head, "Result document after it")->type_name("FILE")->required();
  sub->add_option("--status", flags->status, "kept: it is in the tree; reverted: it was; skipped: it never was")
      ->check(CLI::IsMember({"kept", "reverted", "skipped"}))
      ->capture_default_str();
  sub->add_option("--codecs", flags->codec_tree, "Codec tree that is committed with the entry (default: this build's)")
      ->type_name("DIR");
  sub->add_option("--test", flags->tests, "Command to run with sh -c, its exit code is recorded; repeatable")
      ->type_name("COMMAND")
      ->allow_extra_args(false);
  sub->add_flag("-q,--quiet", flags->quiet, "No progress, no warnings");
  text("--task", &flags->text.task, "What was to be done");
  text("--why", &flags->text.why, "What made it worth trying: a profile, a count");
  text("--expect", &flags->text.expect, "The prediction, made before measuring");
  text("--change", &flags->text.change, "What was changed");
  text("--lesson", &flags->text.lesson, "What was learnt");
  text("--caveats", &flags->text.caveats, "Losses and doubts; needed when a kept change makes a cell worse");
  text("--leftovers", &flags->text.leftovers, "What is still to do");
  text("--keep-reason", &flags->text.keep_reason, "Why it is kept; needed when no cell improved");
}

void AddLogErratumFlags(CLI::App* sub, LogErratumFlags* flags) {
  AddLogFile(sub, &flags->log);
  sub->add_option("ID", flags->id, "The entry that is wrong")->required();
  sub->add_option("--text", flags->text, "What is wrong and what is right: text, or @FILE")
      ->type_name("TEXT")
      ->required();
}

void AddLogShowFlags(CLI::App* sub, LogShowFlags* flags) {
  AddLogFile(sub, &flags->log);
  sub->add_option("--cell", flags->cells, "Cells by pattern, whole or last parts: decode/lua-full (default: all)")
      ->type_name("GLOB")
      ->allow_extra_args(false);
}

void AddLogSummaryFlags(CLI::App* sub, LogSummaryFlags* flags) {
  AddLogFile(sub, &flags->log);
  sub->add_option("--since", flags->since, "First kept entry to count")->type_name("ID")->required();
}

std::string TextOrFile(const std::string& typed, const std::string& flag) {
  if (typed == "@") throw UsageError("names no file", flag, "write @FILE");
  std::string text = !typed.empty() && typed[0] == '@' ? ReadFile(typed.substr(1)) : typed;
  CheckText(text, flag);
  return text;
}

result::LogEntry EntryFromFlags(const LogAddFlags& flags) {
  result::LogEntry entry;
  entry.id = flags.id;
  if (const std::string problem = result::LogIdProblem(entry.id); !problem.empty()) {
    throw UsageError(problem, "--id", "it names a folder: letters, digits and . _ + -, at most 64");
  }
  entry.title = Trimmed(flags.title);
  if (entry.title.empty()) throw UsageError("is empty", "--title", "say in one line what was done");
  if (std::any_of(entry.title.begin(), entry.title.end(), IsControl)) throw UsageError("is not one line", "--title");
  CheckText(entry.title, "--title");
  if (std::any_of(flags.tests.begin(), flags.tests.end(), IsBlank)) {
    throw UsageError("is empty, and would always pass", "--test");
  }
  entry.status = *result::ParseLogStatus(flags.status);
  result::LogText text = flags.text;
  const std::pair<std::string*, const char*> parts[] = {
      {&text.task, "--task"},           {&text.why, "--why"},
      {&text.expect, "--expect"},       {&text.change, "--change"},
      {&text.lesson, "--lesson"},       {&text.caveats, "--caveats"},
      {&text.leftovers, "--leftovers"}, {&text.keep_reason, "--keep-reason"}};
  for (const auto& [part, flag] : parts) {
    *part = TextOrFile(*part, flag);
    if (IsBlank(*part)) part->clear();
  }
  if (entry.status != result::LogStatus::kKept && !text.keep_reason.empty()) {
    throw UsageError("is for what is kept", "--keep-reason", "say it in --lesson");
  }
  entry.text = std::move(text);
  return entry;
}

}  // namespace pbb
