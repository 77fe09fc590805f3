// One line on a terminal's stderr that is written over while a run goes on.
#pragma once

#include "measure/runner.h"

namespace pbb {

class ProgressLine {
 public:
  // `shown` false: every call does nothing. Progress is for terminals only.
  explicit ProgressLine(bool shown) : shown_(shown) {}
  ~ProgressLine() { Clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void Show(const measure::Progress& progress);
  void Clear();

 private:
  bool shown_;
  bool on_screen_ = false;
};

}  // namespace pbb
