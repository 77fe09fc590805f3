#include "log_samples.h"

#include <string>

namespace pbb::result {

LogEntry FirstEntry() {
  LogEntry entry;
  entry.number = 1;
  entry.id = "start";
  entry.title = "One-byte tags are read in place";
  entry.date = "2026-11-30";
  entry.heading = "## 2026-11-30 [start] One-byte tags are read in place";
  entry.text.task = "Decode is slow.";
  entry.tests.verify_right = entry.tests.verify_cells = 12;
  entry.base = {std::string(64, '1'), std::string(64, 'a')};
  entry.head = {std::string(64, '2'), std::string(64, 'b')};
  entry.grade = "same-host";
  entry.verdicts = {{"improved", 2}, {"no difference resolved", 10}};
  return entry;
}

LogEntry ContinuingEntry() {
  LogEntry entry = FirstEntry();
  entry.number = 2;
  entry.id = "fast-tags";
  entry.title = "Tags by table, `switch` gone";
  entry.date = "2026-12-01";
  entry.heading = "## 2026-12-01 [fast-tags] Tags by table, `switch` gone";
  entry.text = {.task = "Halve the tag dispatch.",
                .why = "- 21 % of samples in one line\n- 3 side exits\n",
                .expect = "decode +10 %, encode flat",
                .change = "```lua\n# not a heading: code\nlocal t = tags[b]\n```",
                .lesson = "# Forged\n## 2026-12-02 [x] Forged\nIt helps.",
                .caveats = "10B encode is slower.",
                .leftovers = "Two-byte tags.",
                .keep_reason = "Shorter code."};
  entry.tests = {12, 12, {{"scripts/test | cat", "exit code 0", true}, {"false", "exit code 1", false}}};
  entry.base.codec_tree = std::string(64, 'b');
  entry.head.codec_tree = std::string(64, 'c');
  entry.history.kind = LogHistory::Kind::kContinues;
  entry.history.last = "start";
  entry.history.last_tree = std::string(64, 'b');
  entry.history.drift = LogDrift{12, 1.0078125, 0.96875, 1.0625, "hello.Person/10B/unique/encode/lua-full", 1.0625};
  entry.errata = {{"2026-12-03", "The machine was not quiet."}};
  return entry;
}

LogEntry RevertedEntry() {
  LogEntry entry = FirstEntry();
  entry.number = 3;
  entry.id = "inline";
  entry.title = "Nested decoders pasted in";
  entry.date = "2026-12-02";
  entry.status = LogStatus::kReverted;
  entry.heading = "## 2026-12-02 [inline] Nested decoders pasted in (REVERTED)";
  entry.history.kind = LogHistory::Kind::kNew;
  entry.history.last = "fast-tags";
  entry.history.last_tree = std::string(64, 'c');
  return entry;
}

}  // namespace pbb::result
