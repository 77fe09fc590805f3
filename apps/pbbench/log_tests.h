// The tests that `pbbench log add` runs and records: is every codec of the document right in the tree being committed,
// and what do the author's own commands say.
#pragma once

#include <string>
#include <vector>

#include "result/document.h"
#include "result/log_entry.h"

namespace pbb {

struct LogTestOptions {
  std::string codec_tree;  // as typed; empty: this binary's
  std::vector<std::string> commands;
  bool quiet = false;
};

// Checks every cell of `document` (that of `file`) that applies, times nothing; then runs the commands with sh -c, one
// after the other. What fails is told on stderr, with the end of what a command printed. Ends early when interrupted.
result::LogTests RunLogTests(const result::Document& document, const std::string& file, const LogTestOptions& options);

}  // namespace pbb
