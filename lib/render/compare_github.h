// A comparison for GitHub Actions: a page for the step's summary, and workflow commands that annotate the run.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "gate/comparison.h"

namespace pbb::render {

// A summary is kept below this; GitHub throws a step's summary away as a whole beyond 1 MiB.
inline constexpr size_t kGithubSummaryBytes = 1'000'000;

struct GithubOutput {
  // Markdown to append to the file that $GITHUB_STEP_SUMMARY names. Each comparison opens with its verdict as a
  // heading; then evidence, counts, the cells that fail, and the whole table folded. What is cut says so.
  std::string summary;
  // Lines for stdout: at most one `::error` for each verdict that fails, at most one `::warning` for all that is odd
  // and does not fail. Empty when there is nothing to say.
  std::string annotations;
};

// Text of a workflow command, and of one of its properties: what would end it becomes %XX. Its text may have lines.
std::string EscapeWorkflowData(std::string_view text);
std::string EscapeWorkflowProperty(std::string_view text);

GithubOutput RenderCompareGithub(const std::vector<gate::Comparison>& comparisons);

}  // namespace pbb::render
