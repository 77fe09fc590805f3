#include "compare_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

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
#include "saving.h"

namespace pbb {
namespace {

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

void MeasureNow(const CompareFlags& flags, const result::CellFilter& filter, CompareInput* input) {
  const NamedDocument& base = input->documents.front();
  Corpus corpus(FindRoot());
  // The cells of it that are asked for, and those of the oracle beside them, which are their controls.
  result::Document wanted = base.document;
  const std::string oracle = gate::Policy().oracle;
  std::erase_if(wanted.cells, [&](const result::Cell& cell) {
    if (filter.Matches(cell.id)) return false;
    const auto is_beside = [&](const result::Cell& other) {
      result::CellId id = other.id;
      id.codec = oracle;
      return id == cell.id && filter.Matches(other.id);
    };
    return std::none_of(base.document.cells.begin(), base.document.cells.end(), is_beside);
  });
  Remeasure again = OptionsFromDocument(wanted, base.name, corpus, flags.remeasure);
  const measure::Plan plan = measure::MakePlan(again.options, corpus);
  Saving saving(flags.json, flags.save);
  if (!flags.quiet) {
    for (const std::string& cell : again.unknown) WriteStderr(fmt::format("pbbench: not measured: {}\n", cell));
  }
  result::Document now = Measure(plan, {flags.quiet, flags.remeasure.codec_tree.empty(), std::move(again.flags)});
  saving.Write(now);
  input->interrupted = !now.complete;
  input->documents.push_back({"now", std::move(now)});
}

}  // namespace

CompareInput ReadCompareInput(const CompareFlags& flags, const result::CellFilter& filter) {
  CompareInput input;
  for (const std::string& typed : flags.documents) ReadInto(typed, &input.documents);
  std::vector<const result::Document*> documents;
  for (const NamedDocument& named : input.documents) {
    RefusePartial(flags, named);
    documents.push_back(&named.document);
  }
  filter.Check(documents, "--filter");
  if (input.documents.size() == 1) {
    MeasureNow(flags, filter, &input);
  } else if (!flags.json.empty() || !flags.save.empty()) {
    throw UsageError("nothing is measured when two documents are compared", flags.json.empty() ? "--save" : "--json");
  }
  return input;
}

}  // namespace pbb
