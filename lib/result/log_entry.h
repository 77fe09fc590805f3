// One entry of the performance log as data (reports/schema/log-entry-1.schema.json): what was changed and why, what
// came of it, and which raw documents say so. The Markdown log is made from it and never read back.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pbb::result {

inline constexpr int kLogEntryMajor = 1;
inline constexpr int kLogEntryMinor = 0;

enum class LogStatus {
  kKept,      // the change is in the tree
  kReverted,  // it was tried and taken out again
  kSkipped,   // it was tried aside and never put in
};

// "kept", "reverted", "skipped"
std::string_view LogStatusWord(LogStatus status);
std::optional<LogStatus> ParseLogStatus(std::string_view word);

// What the author says, each in Markdown; empty when not given.
struct LogText {
  std::string task;
  std::string why;
  std::string expect;  // the prediction, said before it was measured
  std::string change;
  std::string lesson;
  std::string caveats;
  std::string leftovers;
  std::string keep_reason;  // why it is kept although no cell improved
};

// One command that the author named.
struct LogTest {
  std::string command;
  std::string status;  // "exit code 0", "killed by signal 11 (SEGV)"
  bool passed = false;
};

struct LogTests {
  uint64_t verify_right = 0;  // cells of the head document whose codec was right in this tree
  uint64_t verify_cells = 0;
  std::vector<LogTest> commands;

  bool AllPassed() const;
};

// A raw document beside the entry.
struct LogRaw {
  std::string sha256;      // of the file
  std::string codec_tree;  // HashTree() of the tree that it measured
};

// Two measurements of one codec tree, at two times: what changed is the machine. Ratios of time, later / earlier.
struct LogDrift {
  uint64_t cells = 0;  // that both have a time of
  double median = 1;
  double low = 1;  // smallest and largest ratio of any cell
  double high = 1;
  std::string farthest;  // the cell that is farthest from 1
  double farthest_ratio = 1;
};

// Where the entry's "before" comes from.
struct LogHistory {
  enum class Kind {
    kFirst,      // no kept entry before it has these cells
    kContinues,  // "before" is the tree that was the "after" of `last`
    kNew,        // it is another tree: a new history starts
  };
  Kind kind = Kind::kFirst;
  std::string last;       // id of the last kept entry that shares cells; empty for kFirst
  std::string last_tree;  // its "after"
  // kContinues: between the two measurements of that tree, when both come from one kind of machine and build.
  std::optional<LogDrift> drift;
  std::vector<std::string> differences;  // else: the parts that differ, "cpu: A -> B"
};

struct LogErratum {
  std::string date;  // YYYY-MM-DD
  std::string text;
};

struct LogEntry {
  uint64_t number = 0;  // 1 for the first of a log: several may have one date
  std::string id;
  std::string title;
  std::string date;  // YYYY-MM-DD, UTC
  LogStatus status = LogStatus::kKept;
  std::string heading;  // its line in the Markdown log, by which an erratum finds it
  LogText text;
  LogTests tests;
  LogRaw base;
  LogRaw head;
  std::string grade;  // of the evidence: "same-host", "paired"
  LogHistory history;
  std::map<std::string, uint64_t> verdicts;  // word -> number of cells; words without cells are left out
  std::vector<LogErratum> errata;            // oldest first
};

// Why `id` can't name an entry and its folder, or "": letters, digits, '.', '_', '+', '-', at most 64, the first one a
// letter or digit.
std::string LogIdProblem(std::string_view id);

// Strict JSON, keys sorted, ends with a newline.
std::string WriteLogEntry(const LogEntry& entry);

// Throws Error(kUsage), its text opened by `file`, with the reason: broken JSON (with the byte offset), a newer major
// version, a member that is missing, of the wrong type or out of range. Unknown members are those of a newer minor and
// are ignored.
LogEntry ParseLogEntry(std::string_view text, const std::string& file);

}  // namespace pbb::result
