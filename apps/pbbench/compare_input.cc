#include "compare_input.h"

#include <fmt/format.h>

#include <set>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "base/places.h"
#include "gate/policy.h"
#include "measure/plan.h"
#include "measuring.h"
#include "output.h"
#include "result/baselines.h"
#include "result/benchfmt_reader.h"
#include "result/cell_filter.h"
#include "result/reader.h"
#include "result/writer.h"

namespace pbb {
namespace {

// A flag that says how to measure now, or nullptr.
const char* FlagOfMeasuring(const CompareFlags& flags) {
  if (!flags.json.empty()) return "--json";
  if (!flags.save.empty()) return "--save";
  if (flags.remeasure.launches) return "--launches";
  if (flags.remeasure.quick) return "--quick";
  if (!flags.remeasure.budget.empty()) return "--budget";
  return flags.remeasure.codec_tree.empty() ? nullptr : "--codecs";
}

void RefusePartial(const CompareFlags& flags, const NamedDocument& named) {
  if (named.document.complete || flags.allow_partial) return;
  throw UsageError("was interrupted and is incomplete", named.name, "measure a whole one, or say --allow-partial");
}

// A result document, or all the documents of a Go benchmark file.
void ReadInto(const std::string& typed, std::list<NamedDocument>* documents) {
  const std::string path = result::FindDocument(typed);
  const std::string text = ReadFile(path);
  const std::string file = path == "-" ? "stdin" : path;
  if (!result::LooksLikeBenchfmt(text)) {
    documents->push_back({typed, result::ParseDocument(text, file)});
    return;
  }
  for (auto& [name, document] : result::ParseBenchfmt(text, file)) {
    documents->push_back({std::move(name), std::move(document)});
  }
}

}  // namespace

CompareInput ReadCompareInput(const CompareFlags& flags, const gate::Policy& policy) {
  CompareInput input;
  for (const std::string& typed : flags.documents) ReadInto(typed, &input);
  std::vector<const result::Document*> documents;
  for (const NamedDocument& named : input) {
    RefusePartial(flags, named);
    documents.push_back(&named.document);
  }
  policy.filter.Check(documents, "--filter");
  gate::CheckPatterns(policy, documents);
  if (const char* flag = FlagOfMeasuring(flags); input.size() > 1 && flag != nullptr) {
    throw UsageError("nothing is measured when documents are compared with each other", flag,
                     "leave it out, or name the baseline alone");
  }
  return input;
}

bool MeasureNow(const CompareFlags& flags, const gate::Policy& policy, CompareInput* input, Saving* saving) {
  const NamedDocument& base = input->front();
  Corpus corpus(FindRoot());
  // The cells of it that are asked for, and those of the oracle beside them, which are their controls.
  result::Document wanted = base.document;
  std::set<std::string> controls;
  for (const result::Cell& cell : wanted.cells) {
    if (!policy.filter.Matches(cell.id)) continue;
    result::CellId id = cell.id;
    id.codec = policy.oracle;
    controls.insert(id.Text());
  }
  std::erase_if(wanted.cells, [&](const result::Cell& cell) {
    return !policy.filter.Matches(cell.id) && controls.count(cell.id.Text()) == 0;
  });
  Remeasure again = OptionsFromDocument(wanted, base.name, corpus, flags.remeasure);
  const measure::Plan plan = measure::MakePlan(again.options, corpus);
  if (!flags.quiet) {
    for (const std::string& cell : again.unknown) WriteStderr(fmt::format("pbbench: not measured: {}\n", cell));
  }
  result::Document now = Measure(plan, {flags.quiet, flags.remeasure.codec_tree.empty(), std::move(again.flags)});
  saving->Write(now);
  const bool complete = now.complete;
  input->push_back({"now", std::move(now)});
  return complete;
}

}  // namespace pbb
