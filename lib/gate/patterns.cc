// Patterns of a policy against the cells there are: one that matches nothing guards nothing.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "base/error.h"
#include "base/suggest.h"
#include "gate/policy.h"

namespace pbb::gate {
namespace {

using Documents = std::vector<const result::Document*>;

void CheckPattern(const std::string& pattern, const std::string& what, const Documents& documents) {
  std::vector<std::string> known;
  for (const result::Document* document : documents) {
    for (const result::Cell& cell : document->cells) {
      if (result::CellMatches(pattern, cell.id)) return;
      known.push_back(cell.id.Text());
    }
  }
  const std::string near = NearestName(pattern, known);
  throw UsageError(fmt::format("\"{}\" matches no cell", pattern), what,
                   near.empty() ? "a pattern is over schema/size/ring/op/codec, or over its last parts"
                                : fmt::format("did you mean \"{}\"?", near));
}

}  // namespace

void CheckPatterns(const Policy& policy, const Documents& documents) {
  for (const LimitRule& rule : policy.limits.rules()) CheckPattern(rule.cells, "limit " + rule.text, documents);
  for (const Waiver& waiver : policy.waivers) {
    CheckPattern(waiver.cells, fmt::format("waiver of {} ({})", MetricName(waiver.metric), waiver.reason), documents);
  }
  for (const Expectation& expectation : policy.expectations) {
    CheckPattern(expectation.cells, "--expect " + expectation.text, documents);
  }
}

}  // namespace pbb::gate
