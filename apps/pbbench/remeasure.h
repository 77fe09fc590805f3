// Measuring again what a document holds: its cells, rings, seed, options and launches.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "corpus/corpus.h"
#include "measure/options.h"
#include "result/document.h"

namespace pbb {

// What the command line sets instead of taking it from the document.
struct RemeasureFlags {
  std::optional<int> launches;
  bool quick = false;
  std::string budget;      // "90s"; empty: the document's
  std::string codec_tree;  // empty: this binary's
};

struct Remeasure {
  measure::RunOptions options;
  nlohmann::json flags;  // for the new document's config
  // Cells that can't be measured here because a part of their name is not known, with the reason; they stay missing.
  std::vector<std::string> unknown;
};

// Throws Error(kUsage) naming `file` when the document has no cell that is known here, or settings out of range.
Remeasure OptionsFromDocument(const result::Document& document, const std::string& file, const Corpus& corpus,
                              const RemeasureFlags& flags);

}  // namespace pbb
