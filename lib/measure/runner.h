// The host's side of a run: checks every payload, measures every launch of the plan in fresh worker processes, and
// builds the result document.
//
//   measure::Plan plan = measure::MakePlan(options, corpus);   // --dry-run prints measure::Describe(plan) and stops
//   measure::Hooks hooks;
//   hooks.progress = ...;  hooks.stopped = [] { return g_stop != 0; };
//   result::Document document = measure::Run(plan, hooks);
//   document.pbbench = ...;                 // the caller knows its own build,
//   document.config.flags = ...;            // its flags,
//   document.codec_tree.commit = ...;       // where the codec tree came from
//   document.measured_at = ...;             // and what time it is
//
// A codec that is wrong, dies, hangs or answers badly costs its own cells: they are `failed` with the reason and the
// worker is started anew. `n/a` cells keep the reason as their note. document.complete is false when `stopped` said so
// before everything was measured; a launch that was stopped counts for the cells whose visits in it were all done, and
// cells that have no figure by then are left out.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "measure/plan.h"
#include "result/document.h"

namespace pbb::measure {

struct Progress {
  bool verifying = false;  // checking payloads, nothing is timed
  int launch = 0;          // from 1; 0 while verifying
  int launches = 0;
  size_t done = 0;  // steps of the whole run: checks, and visits to the cells in each launch
  size_t total = 0;
  std::string what;  // the cell, or what is checked: "hello.Person/1KB/unique lua-full"
  int64_t elapsed_ns = 0;
  int64_t left_ns = 0;  // estimate
};

struct Hooks {
  std::function<void(const Progress&)> progress;  // before each step
  std::function<bool()> stopped;                  // asked between steps and while waiting for a worker
};

// Throws Error(kMissingTool) when a planned codec can't be used here (no codec tree), or no worker can be started;
// Error(kUsage) when the codec tree can't be read.
result::Document Run(const Plan& plan, const Hooks& hooks);

}  // namespace pbb::measure
