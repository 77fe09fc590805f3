// The flags of `pbbench log` and its subcommands as typed, and the parts of an entry that come from flags alone.
#pragma once

#include <string>
#include <vector>

#include "command.h"
#include "result/log_entry.h"

namespace pbb {

struct LogAddFlags {
  std::string log;
  std::string id;
  std::string title;
  std::string base;
  std::string head;
  std::string status = "kept";
  result::LogText text;  // as typed: text, or @FILE
  std::vector<std::string> tests;
  std::string codec_tree;
  bool quiet = false;
};

struct LogErratumFlags {
  std::string log;
  std::string id;
  std::string text;
};

struct LogShowFlags {
  std::string log;
  std::vector<std::string> cells;
};

struct LogSummaryFlags {
  std::string log;
  std::string since;
};

void AddLogAddFlags(CLI::App* sub, LogAddFlags* flags);
void AddLogErratumFlags(CLI::App* sub, LogErratumFlags* flags);
void AddLogShowFlags(CLI::App* sub, LogShowFlags* flags);
void AddLogSummaryFlags(CLI::App* sub, LogSummaryFlags* flags);

// The text itself, or what FILE holds for "@FILE". Throws Error(kUsage) for a file that can't be read, and for what is
// no UTF-8 or holds control characters.
std::string TextOrFile(const std::string& typed, const std::string& flag);

// Id, title, status and texts. Throws Error(kUsage) for an id that can't name a folder, a title that is empty or not
// one line, and a reason to keep what is not kept.
result::LogEntry EntryFromFlags(const LogAddFlags& flags);

}  // namespace pbb
