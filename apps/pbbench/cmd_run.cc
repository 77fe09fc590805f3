#include "cmd_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <exception>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "base/places.h"
#include "measuring.h"
#include "output.h"
#include "render/markdown.h"
#include "render/markdown_delta.h"
#include "render/table.h"
#include "result/baselines.h"
#include "result/reader.h"
#include "run_flags.h"
#include "saving.h"

namespace pbb {
namespace {

// Opened before anything is measured, so that a bad path costs a second and not two minutes.
struct Outputs {
  explicit Outputs(const RunFlags& flags) : saving(flags.json, flags.save) {
    if (!flags.baseline.empty()) baseline = result::LoadDocument(result::FindDocument(flags.baseline));
    if (baseline && !baseline->complete) {
      throw UsageError("was interrupted and is incomplete", flags.baseline, "measure a whole one");
    }
    if (flags.markdown.empty()) return;
    markdown.emplace(flags.markdown);
    std::vector<AskedOutput> outputs = saving.Outputs();
    outputs.push_back({"--markdown", &*markdown});
    RefuseSameTarget(outputs);
    if (baseline) RefuseInput({{"--markdown", &*markdown}}, result::FindDocument(flags.baseline));
  }

  bool TakesStdout() const {
    return (saving.json() && saving.json()->is_stdout()) || (markdown && markdown->is_stdout());
  }

  Saving saving;
  std::optional<OutputFile> markdown;
  std::optional<result::Document> baseline;
};

int DryRun(const measure::Plan& plan) {
  std::string text;
  for (const std::string& line : measure::Describe(plan)) text += line + "\n";
  WriteStdout(text);
  return 0;
}

// What can't be written must not cost the rest: the first error is given back when all was tried.
std::exception_ptr WriteDocuments(const result::Document& document, Outputs* outputs) {
  std::exception_ptr first;
  try {
    outputs->saving.Write(document);
  } catch (const Error&) {
    first = std::current_exception();
  }
  if (!outputs->markdown) return first;
  try {
    outputs->markdown->Commit(outputs->baseline ? render::RenderMarkdownDelta(*outputs->baseline, document)
                                                : render::RenderMarkdown(document));
  } catch (const Error&) {
    if (!first) first = std::current_exception();
  }
  return first;
}

// Data goes to stdout; when a document does, the table moves to stderr.
void PrintTable(const RunFlags& flags, const result::Document& document, bool stdout_taken) {
  if (flags.quiet) return;
  const int fd = stdout_taken ? STDERR_FILENO : STDOUT_FILENO;
  const std::string table = render::RenderTable(document, {flags.baseline_codec, WantColour(flags.color, fd)});
  stdout_taken ? WriteStderr(table) : WriteStdout(table);
}

int ExitCodeOf(const result::Document& document) {
  if (!document.complete) return static_cast<int>(ExitCode::kInterrupted);
  for (const result::Cell& cell : document.cells) {
    if (cell.status == result::Status::kFailed) return static_cast<int>(ExitCode::kFailed);
  }
  return static_cast<int>(ExitCode::kOk);
}

int RunRun(RunFlags flags) {
  Corpus corpus(FindRoot());
  const std::optional<OwnMessage> own = OwnMessageOf(flags);
  const measure::RunOptions options = ValidateRunFlags(&flags, corpus, own ? &*own : nullptr);
  const measure::Plan plan = own ? measure::MakePlan(options, *own) : measure::MakePlan(options, corpus);
  if (flags.dry_run) return DryRun(plan);
  CatchSignals();  // before outputs are opened: one that ends the process would leave what is written aside
  Outputs outputs(flags);
  const result::Document document = Measure(plan, {flags.quiet, flags.codec_tree.empty(), FlagsAsJson(flags, options)});
  const std::exception_ptr failed = WriteDocuments(document, &outputs);
  PrintTable(flags, document, outputs.TakesStdout());
  if (failed) std::rethrow_exception(failed);
  if (!document.complete) {
    const bool written = outputs.saving.json() || outputs.markdown;
    WriteStderr(written ? "pbbench: interrupted; what was done is written, marked incomplete\n"
                        : "pbbench: interrupted\n");
  }
  return ExitCodeOf(document);
}

}  // namespace

void AddRunCommand(CLI::App* app, Command* chosen) {
  auto flags = std::make_shared<RunFlags>();
  CLI::App* sub =
      AddCommand(app, chosen, "run", "Check and measure codecs; table on the terminal, JSON and Markdown on disk",
                 [flags] { return RunRun(*flags); });
  AddRunFlags(sub, flags.get());
  sub->footer("Exit: 0 fine, 1 a codec was wrong, 2 usage, 4 a needed tool is missing, 130 interrupted.");
}

}  // namespace pbb
