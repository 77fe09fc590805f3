#include "remeasure.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/error.h"
#include "base/places.h"
#include "base/select.h"
#include "codec/registry.h"

namespace pbb {
namespace {

using nlohmann::json;

// Settings of the document's run. One that is absent or of another type takes its default: documents may come from an
// older pbbench.
template <typename T>
T Setting(const result::Document& document, const char* flag, T otherwise) {
  const auto found = document.config.flags.find(flag);
  if (found == document.config.flags.end()) return otherwise;
  try {
    return found->get<T>();
  } catch (const json::exception&) {
    return otherwise;
  }
}

template <typename T>
void AddOnce(const T& value, std::vector<T>* values) {
  if (std::find(values->begin(), values->end(), value) == values->end()) values->push_back(value);
}

measure::SchemaChoice* ChoiceOf(const std::string& schema, std::vector<measure::SchemaChoice>* choices) {
  for (measure::SchemaChoice& choice : *choices) {
    if (choice.schema == schema) return &choice;
  }
  choices->push_back({schema, {}});
  return &choices->back();
}

// Adds what the cell needs to the options. Throws Error for a part that is not known here.
void AddCell(const result::CellId& id, const Corpus& corpus, measure::RunOptions* options) {
  if (id.ring == "own") {
    throw UsageError(
        "a message of the user's own, whose schema and payloads are in no document: measure it again by `pbbench run "
        "--proto FILE --message NAME --payload FILE --json NOW`, then `pbbench compare` the two documents");
  }
  const SchemaEntry& schema = corpus.FindSchema(id.schema);
  const auto has_size = [&](const SizeEntry& size) { return size.label == id.size; };
  if (std::none_of(schema.sizes.begin(), schema.sizes.end(), has_size)) {
    throw UsageError(fmt::format("no size \"{}\"", id.size));
  }
  corpus.FindRing(id.ring);
  const std::optional<codec::Op> op = codec::ParseOp(id.op);
  if (!op) throw UsageError(fmt::format("no op \"{}\"", id.op));
  codec::CodecName name = codec::ParseCodecName(id.codec);
  codec::ValidateCodecName(&name);
  AddOnce(id.size, &ChoiceOf(id.schema, &options->schemas)->sizes);
  AddOnce(id.ring, &options->rings);
  AddOnce(*op, &options->ops);
  AddOnce(name, &options->codecs);
}

void AddSettings(const result::Document& document, const RemeasureFlags& flags, measure::RunOptions* options) {
  options->quick = flags.quick || (!flags.launches && Setting(document, "quick", false));
  options->launches = flags.launches.value_or(Setting(document, "launches", measure::kDefaultLaunches));
  options->budget_ns = flags.budget.empty() ? Setting(document, "budget_ns", measure::kDefaultBudgetNs)
                                            : ParseDuration(flags.budget, "--budget");
  options->verify_only = Setting(document, "verify-only", false);
  options->seed = document.config.seed;
  options->jit_options = Setting(document, "jit-opt", std::vector<std::string>{});
  options->ring_limits.max_payloads = Setting(document, "ring-payloads", options->ring_limits.max_payloads);
  options->ring_limits.max_bytes = Setting(document, "ring-bytes", options->ring_limits.max_bytes);
  options->timer =
      Setting(document, "timer", std::string()) == "own" ? measure::Timer::kOwn : measure::Timer::kGoogleBenchmark;
  options->codec_tree =
      flags.codec_tree.empty() ? DefaultCodecTree() : std::filesystem::absolute(flags.codec_tree).string();
  options->worker_command = {"/proc/self/exe", "worker"};
}

void CheckSettings(const measure::RunOptions& options, const std::string& file) {
  const bool fine = options.launches >= 1 && options.launches <= 1000 && options.budget_ns > 0 &&
                    options.ring_limits.max_payloads > 0 && options.ring_limits.max_bytes > 0;
  if (!fine) throw UsageError("its config holds settings that no run can have", file, "measure a new baseline");
}

}  // namespace

Remeasure OptionsFromDocument(const result::Document& document, const std::string& file, const Corpus& corpus,
                              const RemeasureFlags& flags) {
  Remeasure again;
  std::set<std::string> wanted;
  for (const result::Cell& cell : document.cells) {
    try {
      AddCell(cell.id, corpus, &again.options);
      wanted.insert(cell.id.Text());
    } catch (const Error& error) {
      again.unknown.push_back(fmt::format("{}: {}", cell.id.Text(), error.what()));
    }
  }
  if (wanted.empty()) {
    throw UsageError(document.cells.empty() ? "has no cells" : "has no cell that can be measured here", file,
                     again.unknown.empty() ? "" : again.unknown.front());
  }
  AddSettings(document, flags, &again.options);
  CheckSettings(again.options, file);
  again.options.wanted = [wanted](const result::CellId& id) { return wanted.count(id.Text()) != 0; };
  again.flags = document.config.flags;
  // How that run was asked for and what it wrote is not this one's.
  for (const char* flag : {"json", "save", "markdown", "baseline", "cell", "quiet", "color"}) again.flags.erase(flag);
  again.flags["launches"] = again.options.quick ? 1 : again.options.launches;
  again.flags["quick"] = again.options.quick;
  again.flags["budget_ns"] = again.options.budget_ns;
  again.flags["codecs"] = flags.codec_tree.empty() ? "own" : "given";
  return again;
}

}  // namespace pbb
