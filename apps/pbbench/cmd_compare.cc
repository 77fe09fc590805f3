#include "cmd_compare.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "compare_flags.h"
#include "compare_input.h"
#include "gate/compare.h"
#include "output.h"
#include "render/benchfmt.h"
#include "render/compare_commit.h"
#include "render/compare_csv.h"
#include "render/compare_github.h"
#include "render/compare_json.h"
#include "render/compare_junit.h"
#include "render/compare_markdown.h"
#include "render/compare_table.h"

namespace pbb {
namespace {

using Comparisons = std::vector<gate::Comparison>;

// The first document is the base of all others.
Comparisons CompareAll(const CompareInput& input, const gate::Policy& policy) {
  Comparisons comparisons;
  const NamedDocument& base = input.documents.front();
  for (auto head = std::next(input.documents.begin()); head != input.documents.end(); ++head) {
    comparisons.push_back(gate::Compare(base.document, head->document, base.name, head->name, policy));
  }
  return comparisons;
}

std::string Samples(const CompareInput& input) {
  std::vector<std::pair<std::string, const result::Document*>> documents;
  for (const NamedDocument& named : input.documents) documents.emplace_back(named.name, &named.document);
  return render::WriteBenchfmt(documents);
}

// Appended: other steps of the job write their summaries to the same file.
void AppendSummary(const std::string& path, const std::string& summary) {
  std::string whole;
  if (access(path.c_str(), F_OK) == 0) whole = ReadFile(path);
  WriteFile(path, whole + summary);
}

std::string Github(const Comparisons& comparisons) {
  const render::GithubOutput output = render::RenderCompareGithub(comparisons);
  const char* summary_file = std::getenv("GITHUB_STEP_SUMMARY");
  if (summary_file == nullptr || *summary_file == '\0') return output.summary + output.annotations;
  AppendSummary(summary_file, output.summary);
  return output.annotations;
}

std::string Render(const FormatChoice& choice, const CompareInput& input, const Comparisons& comparisons,
                   const CompareFlags& flags) {
  if (choice.name == "markdown") return render::RenderCompareMarkdown(comparisons);
  if (choice.name == "commit") return render::RenderCompareCommit(comparisons);
  if (choice.name == "json") return render::RenderCompareJson(comparisons);
  if (choice.name == "csv") return render::RenderCompareCsv(comparisons);
  if (choice.name == "junit") return render::RenderCompareJunit(comparisons);
  if (choice.name == "github") return Github(comparisons);
  if (choice.name == "benchfmt") return Samples(input);
  render::CompareTableOptions options;
  options.all = !flags.changed;
  options.colour = choice.file == "-" ? WantColour(flags.color, STDOUT_FILENO) : flags.color == "always";
  return render::RenderCompareTable(comparisons, options);
}

// A gate that failed wins over a tool that could not tell.
int ExitCodeOf(const Comparisons& comparisons) {
  int code = 0;
  for (const gate::Comparison& comparison : comparisons) {
    const int one = gate::ExitCodeOf(comparison.outcome);
    if (one == static_cast<int>(ExitCode::kFailed) || code == 0) code = one;
    if (code == static_cast<int>(ExitCode::kFailed)) break;
  }
  return code;
}

int RunCompare(const CompareFlags& flags) {
  const gate::Policy policy = PolicyOf(flags);
  const std::vector<FormatChoice> formats = FormatsOf(flags);
  std::vector<OutputFile> files;  // opened before anything is measured
  for (const FormatChoice& choice : formats) files.emplace_back(choice.file);
  const CompareInput input = ReadCompareInput(flags, policy);
  if (input.interrupted) {
    WriteStderr(flags.json.empty() ? "pbbench: interrupted, nothing is compared\n"
                                   : "pbbench: interrupted, nothing is compared; what was done is written\n");
    return static_cast<int>(ExitCode::kInterrupted);
  }
  const Comparisons comparisons = CompareAll(input, policy);
  for (size_t i = 0; i < formats.size(); ++i) {
    const std::string text = Render(formats[i], input, comparisons, flags);
    formats[i].file == "-" ? WriteStdout(text) : files[i].Commit(text);
  }
  return flags.advisory ? 0 : ExitCodeOf(comparisons);
}

}  // namespace

void AddCompareCommand(CLI::App* app, Command* chosen) {
  auto flags = std::make_shared<CompareFlags>();
  CLI::App* sub =
      AddCommand(app, chosen, "compare",
                 "Compare result documents, or a baseline with what is measured now; the exit code is the verdict",
                 [flags] { return RunCompare(*flags); });
  AddCompareFlags(sub, flags.get());
  sub->footer(
      "Exit: 0 nothing got worse, 1 something did or is missing, 2 usage or a file that can't be used, 3 can't tell "
      "or\n"
      "nothing in common, 130 interrupted.");
}

}  // namespace pbb
