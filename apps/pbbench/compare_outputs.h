// Where `pbbench compare` writes: opened before anything is measured, so that a bad path costs a second.
#pragma once

#include <string>
#include <vector>

#include "base/file.h"
#include "compare_flags.h"
#include "compare_input.h"
#include "gate/comparison.h"
#include "saving.h"

namespace pbb {

class CompareOutputs {
 public:
  // Throws Error(kUsage) for a path that can't be written and for two outputs of one file.
  explicit CompareOutputs(const CompareFlags& flags);

  // For the document that is measured now.
  Saving* saving() { return &saving_; }

  // All that was asked for. Throws Error(kUsage) at the first that can't be written in full.
  void Write(const CompareInput& input, const std::vector<gate::Comparison>& comparisons);

 private:
  struct Output {
    std::string format;
    OutputFile file;
  };

  void WriteOne(Output* output, const std::string& text);

  Saving saving_;
  std::vector<Output> outputs_;
  bool all_cells_;
  std::string color_;
  // The table that nobody asked for by name gives way when a document takes stdout.
  bool table_to_stderr_ = false;
};

}  // namespace pbb
