#include "compare_flags.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/suggest.h"
#include "measuring.h"

namespace pbb {
namespace {

const std::vector<std::string> kFormats = {"table", "markdown", "commit", "json", "csv", "junit", "github", "benchfmt"};

constexpr double kLeastAlpha = 1e-9, kMostAlpha = 0.5;

}  // namespace

void AddCompareFlags(CLI::App* sub, CompareFlags* flags) {
  sub->add_option("BASELINE", flags->documents,
                  "Result documents, names of kept baselines, or Go benchmark files; one alone is measured again now")
      ->required();
  const auto list = [sub](const char* name, std::vector<std::string>* values, const char* what, const char* type) {
    return sub->add_option(name, *values, what)->type_name(type)->allow_extra_args(false);
  };
  const char* judging = "What fails";
  list("--limit", &flags->limits, "How much worse may be: [CELLS:]METRIC:SHARE|advisory|off, e.g. decode/*:time:5%",
       "LIMIT")
      ->group(judging);
  sub->add_option("--limits", flags->limits_file, "Limits and waivers (reports/schema/limits-1.schema.json)")
      ->type_name("FILE")
      ->group(judging);
  sub->add_option("--alpha", flags->alpha, "Chance that time of unchanged code counts as different in any cell")
      ->capture_default_str()
      ->group(judging);
  list("--expect", &flags->expectations, "Scope of the change, CELLS:flat|faster|slower; what moves beyond it is named",
       "SCOPE")
      ->group(judging);
  sub->add_flag("--strict", flags->strict, "A cell that the baseline lacks fails too")->group(judging);
  sub->add_flag("--advisory", flags->advisory, "Exit 0 whatever the verdict")->group(judging);
  sub->add_flag("--allow-partial", flags->allow_partial, "Take documents of interrupted runs")->group(judging);
  list("--filter", &flags->filters, "Cells: PART=VALUES or PART!=VALUES, e.g. codec=lua-*; all must hold", "FILTER")
      ->group(judging);

  const char* now = "Measuring the baseline's cells now";
  sub->add_option("--launches", flags->remeasure.launches, "Fresh processes (default: as the baseline)")
      ->check(CLI::Range(1, 1000))
      ->group(now);
  sub->add_flag("--quick", flags->remeasure.quick, "One launch: enough for exact metrics, not for time")->group(now);
  sub->add_option("--budget", flags->remeasure.budget, "Time for everything (default: as the baseline)")->group(now);
  sub->add_option("--codecs", flags->remeasure.codec_tree, "Codec tree to measure")->type_name("DIR")->group(now);
  sub->add_option("--json", flags->json, "Write the document that was measured")->type_name("FILE")->group(now);
  sub->add_option("--save", flags->save, "Keep it as a named baseline")->type_name("NAME")->group(now);

  const char* output = "Output";
  list("--format", &flags->formats,
       "table, markdown, commit, json, csv, junit, github or benchfmt; FORMAT=FILE writes to a file; repeatable",
       "FORMAT")
      ->group(output);
  sub->add_flag("--changed", flags->changed, "Table: leave out cells with no difference resolved")->group(output);
  sub->add_option("--color", flags->color, "Colour of the table")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->group(output)
      ->capture_default_str();
  sub->add_flag("-q,--quiet", flags->quiet, "No progress, no warnings")->group(output);
  RefuseEmptyNames(sub);
}

gate::Policy PolicyOf(const CompareFlags& flags) {
  gate::Policy policy;
  if (!(flags.alpha >= kLeastAlpha && flags.alpha <= kMostAlpha)) {  // so that "nan" is refused too
    throw UsageError(fmt::format("{:g} is not from {:g} to {:g}", flags.alpha, kLeastAlpha, kMostAlpha), "--alpha");
  }
  policy.alpha = flags.alpha;
  policy.strict = flags.strict;
  policy.today = Today();
  policy.filter = result::CellFilter::Parse(flags.filters, "--filter");
  for (const std::string& text : flags.limits) policy.limits.Add(gate::ParseLimitRule(text, "--limit"));
  if (!flags.limits_file.empty()) gate::LoadLimitsFile(flags.limits_file, &policy);
  for (const std::string& text : flags.expectations) {
    policy.expectations.push_back(gate::ParseExpectation(text, "--expect"));
  }
  return policy;
}

std::vector<FormatChoice> FormatsOf(const CompareFlags& flags) {
  if (flags.formats.empty()) return {{"table", "-"}};
  std::vector<FormatChoice> choices;
  for (const std::string& text : flags.formats) {
    const size_t equals = text.find('=');
    FormatChoice choice{text.substr(0, equals), equals == std::string::npos ? "-" : text.substr(equals + 1)};
    if (std::find(kFormats.begin(), kFormats.end(), choice.name) == kFormats.end()) {
      throw UsageError(fmt::format("unknown format \"{}\"", choice.name), "--format",
                       SuggestName(choice.name, kFormats));
    }
    if (choice.file.empty()) throw UsageError(fmt::format("\"{}\" names no file", text), "--format");
    choices.push_back(std::move(choice));
  }
  return choices;
}

}  // namespace pbb
