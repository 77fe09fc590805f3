// Running a plan as a command does: progress on a terminal, signals heeded, the document completed with what only apps
// know.
#pragma once

#include <nlohmann/json.hpp>

#include "measure/plan.h"
#include "result/document.h"

namespace pbb {

struct MeasuringOptions {
  bool quiet = false;                               // no progress, no warnings
  bool own_tree = true;                             // the codec tree was made by the build that made this binary
  nlohmann::json flags = nlohmann::json::object();  // for the document's config
};

// Warnings go to stderr. A document that is not complete was interrupted.
result::Document Measure(const measure::Plan& plan, const MeasuringOptions& options);

// Today in UTC: 2026-01-31.
std::string Today();

}  // namespace pbb
