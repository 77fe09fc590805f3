// Where a document that was measured is kept: a file (--json), a named baseline (--save), or both.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/file.h"
#include "output.h"
#include "result/document.h"

namespace pbb {

class Saving {
 public:
  // Opened before anything is measured, so that a bad path costs a second and not two minutes. Empty texts: not wanted.
  // Throws Error(kUsage).
  Saving(const std::string& json, const std::string& name);

  // An interrupted document is written to --json, marked incomplete; a named baseline stays as it was.
  // What can't be written must not cost the rest: the first Error is thrown when all was tried.
  void Write(const result::Document& document);

  const std::optional<OutputFile>& json() const { return json_; }
  // What is open, to hold against other outputs.
  std::vector<AskedOutput> Outputs() const;

 private:
  std::optional<OutputFile> json_;
  std::optional<OutputFile> baseline_;
};

}  // namespace pbb
