// The folder beside a Markdown log that keeps what its entries rest on: PERF_LOG.md has PERF_LOG/<id>/ with base.json,
// head.json (the raw documents as they were given) and entry.json (the entry as data).
#pragma once

#include <string>
#include <vector>

#include "base/file.h"
#include "result/document.h"
#include "result/log_entry.h"

namespace pbb::result {

class LogStore {
 public:
  // `log`: the Markdown file, which need not exist yet. Throws Error(kUsage) unless its name ends in ".md".
  explicit LogStore(std::string log);

  const std::string& log() const { return log_; }
  const std::string& folder() const { return folder_; }

  // All entries, oldest first. Throws Error(kUsage) for a folder without a readable entry.json of its own name: an
  // entry is never skipped in silence.
  std::vector<LogEntry> Entries() const;

  // The raw documents of an entry. Throws Error(kUsage) when they are gone or no longer what the entry was made from.
  Document Base(const LogEntry& entry) const;
  Document Head(const LogEntry& entry) const;

  // Puts the three files in place, then `log_text` into `log_file` (this log, opened by the caller before the work
  // began). `base` and `head` are the files' bytes. When anything fails, nothing is left of it and the log is as it
  // was. Throws Error(kUsage).
  void Add(const LogEntry& entry, const std::string& base, const std::string& head, OutputFile* log_file,
           const std::string& log_text) const;

  // The same for an entry that is there already: its entry.json is replaced.
  void Replace(const LogEntry& entry, OutputFile* log_file, const std::string& log_text) const;

 private:
  std::string PathOf(const std::string& id, const char* file) const;
  Document Raw(const LogEntry& entry, const char* file, const std::string& sha256) const;

  std::string log_;
  std::string folder_;
};

}  // namespace pbb::result
