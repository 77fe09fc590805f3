#include "compare_outputs.h"

#include <unistd.h>

#include <cstdlib>
#include <utility>

#include "measuring.h"
#include "output.h"
#include "render/benchfmt.h"
#include "render/compare_commit.h"
#include "render/compare_csv.h"
#include "render/compare_github.h"
#include "render/compare_json.h"
#include "render/compare_junit.h"
#include "render/compare_markdown.h"
#include "render/compare_table.h"
#include "result/baselines.h"

namespace pbb {
namespace {

using Comparisons = std::vector<gate::Comparison>;

std::string Samples(const CompareInput& input) {
  std::vector<std::pair<std::string, const result::Document*>> documents;
  for (const NamedDocument& named : input) documents.emplace_back(named.name, &named.document);
  return render::WriteBenchfmt(documents);
}

// The step's summary is a file of the job's, which other steps write to as well: appended. Without it all is one text.
std::string WriteGithub(const Comparisons& comparisons) {
  const render::GithubOutput output = render::RenderCompareGithub(comparisons);
  const char* summary = std::getenv("GITHUB_STEP_SUMMARY");
  if (summary == nullptr || *summary == '\0') return output.summary + output.annotations;
  WriteFile(summary, (access(summary, F_OK) == 0 ? ReadFile(summary) : std::string()) + output.summary);
  return output.annotations;
}

std::string Render(const std::string& format, const CompareInput& input, const Comparisons& comparisons,
                   const render::CompareTableOptions& table) {
  if (format == "markdown") return render::RenderCompareMarkdown(comparisons);
  if (format == "commit") return render::RenderCompareCommit(comparisons);
  if (format == "json") return render::RenderCompareJson(comparisons);
  if (format == "csv") return render::RenderCompareCsv(comparisons);
  if (format == "junit") return render::RenderCompareJunit(comparisons);
  if (format == "benchfmt") return Samples(input);
  return render::RenderCompareTable(comparisons, table);
}

}  // namespace

CompareOutputs::CompareOutputs(const CompareFlags& flags)
    : saving_(flags.json, flags.save), all_cells_(!flags.changed), color_(flags.color) {
  table_to_stderr_ = flags.formats.empty() && saving_.json() && saving_.json()->is_stdout();
  for (const FormatChoice& choice : FormatsOf(flags)) outputs_.push_back({choice.name, OutputFile(choice.file)});
  std::vector<AskedOutput> asked = saving_.Outputs();
  for (const Output& output : outputs_) {
    if (!table_to_stderr_) asked.push_back({"--format " + output.format, &output.file});
  }
  RefuseSameTarget(asked);
  // The measured document may take the place of the one that it was measured after; a table or a report may not.
  asked.erase(asked.begin(), asked.begin() + static_cast<std::ptrdiff_t>(saving_.Outputs().size()));
  for (const std::string& typed : flags.documents) RefuseInput(asked, result::FindDocument(typed));
  if (!flags.limits_file.empty()) RefuseInput(asked, flags.limits_file);
}

void CompareOutputs::WriteOne(Output* output, const std::string& text) {
  if (table_to_stderr_) return WriteStderr(text);
  output->file.is_stdout() ? WriteStdout(text) : output->file.Commit(text);
}

void CompareOutputs::Write(const CompareInput& input, const Comparisons& comparisons) {
  for (Output& output : outputs_) {
    render::CompareTableOptions table;
    table.all = all_cells_;
    const int terminal = table_to_stderr_ ? STDERR_FILENO : STDOUT_FILENO;
    table.colour = output.file.is_stdout() ? WantColour(color_, terminal) : color_ == "always";
    WriteOne(&output,
             output.format == "github" ? WriteGithub(comparisons) : Render(output.format, input, comparisons, table));
  }
}

}  // namespace pbb
