#include "cmd_run.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <exception>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/error.h"
#include "base/file.h"
#include "base/places.h"
#include "build_info.h"
#include "measure/runner.h"
#include "output.h"
#include "progress.h"
#include "render/markdown.h"
#include "render/markdown_delta.h"
#include "render/table.h"
#include "result/reader.h"
#include "result/writer.h"
#include "run_flags.h"

namespace pbb {
namespace {

// Opened before anything is measured, so that a bad path costs a second and not two minutes.
struct Outputs {
  std::optional<OutputFile> json;
  std::optional<OutputFile> markdown;
  std::optional<result::Document> baseline;

  bool TakesStdout() const { return (json && json->is_stdout()) || (markdown && markdown->is_stdout()); }
};

Outputs OpenOutputs(const RunFlags& flags) {
  Outputs outputs;
  if (!flags.baseline.empty()) outputs.baseline = result::LoadDocument(flags.baseline);
  if (outputs.baseline && !outputs.baseline->complete) {
    throw UsageError("was interrupted and is incomplete", flags.baseline, "measure a whole one");
  }
  if (!flags.json.empty()) outputs.json.emplace(flags.json);
  if (!flags.markdown.empty()) outputs.markdown.emplace(flags.markdown);
  if (outputs.json && outputs.markdown && outputs.json->target() == outputs.markdown->target()) {
    throw UsageError("is given to --json and to --markdown", flags.markdown, "name two files");
  }
  return outputs;
}

int DryRun(const measure::Plan& plan) {
  std::string text;
  for (const std::string& line : measure::Describe(plan)) text += line + "\n";
  WriteStdout(text);
  return 0;
}

void AddContext(const RunFlags& flags, const measure::RunOptions& options, result::Document* document) {
  document->pbbench = ThisBuild();
  document->config.flags = FlagsAsJson(flags, options);
  document->measured_at = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::now()));
  if (flags.codec_tree.empty()) {  // made by the same build as this binary
    document->codec_tree.commit = BuildCommit();
    document->codec_tree.dirty = BuildWasDirty();
  }
}

// What can't be written must not cost the rest: the first error is given back when all was tried.
std::exception_ptr WriteDocuments(const result::Document& document, Outputs* outputs) {
  std::exception_ptr first;
  const auto attempt = [&first](OutputFile* file, const std::string& text) {
    try {
      file->Commit(text);
    } catch (const Error&) {
      if (!first) first = std::current_exception();
    }
  };
  if (outputs->json) attempt(&*outputs->json, result::WriteDocument(document));
  if (outputs->markdown) {
    attempt(&*outputs->markdown, outputs->baseline ? render::RenderMarkdownDelta(*outputs->baseline, document)
                                                   : render::RenderMarkdown(document));
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
  const measure::RunOptions options = ValidateRunFlags(&flags, corpus);
  const measure::Plan plan = measure::MakePlan(options, corpus);
  if (flags.dry_run) return DryRun(plan);
  Outputs outputs = OpenOutputs(flags);
  CatchSignals();
  ProgressLine line(!flags.quiet && CanRewriteLines(STDERR_FILENO));
  measure::Hooks hooks;
  hooks.progress = [&line](const measure::Progress& progress) { line.Show(progress); };
  hooks.stopped = [] { return Interrupted(); };
  result::Document document = measure::Run(plan, hooks);
  line.Clear();
  AddContext(flags, options, &document);
  const std::exception_ptr failed = WriteDocuments(document, &outputs);
  if (!flags.quiet) {
    for (const std::string& warning : document.warnings) WriteStderr(fmt::format("pbbench: warning: {}\n", warning));
  }
  PrintTable(flags, document, outputs.TakesStdout());
  if (failed) std::rethrow_exception(failed);
  if (!document.complete) {
    const bool written = outputs.json || outputs.markdown;
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
