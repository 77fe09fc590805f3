#include "gate/evidence.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pbb::gate {

std::string_view GradeName(Grade grade) {
  switch (grade) {
    case Grade::kPaired:
      return "paired";
    case Grade::kSameHost:
      return "same-host";
    case Grade::kForeign:
      return "foreign";
  }
  return "?";
}

Evidence GradeOf(const result::Document& base, const result::Document& head) {
  Evidence evidence;
  const auto before = result::ComparableParts(base);
  const auto after = result::ComparableParts(head);
  for (size_t i = 0; i < before.size(); ++i) {
    // Two documents that don't say where they were measured are not of one machine for that.
    const bool is_place = before[i].first == "arch" || before[i].first == "cpu";
    if (is_place && before[i].second.empty() && after[i].second.empty()) {
      evidence.differences.push_back(before[i].first + ": not recorded");
      continue;
    }
    if (before[i].second == after[i].second) continue;
    evidence.differences.push_back(fmt::format("{}: {} -> {}", before[i].first, before[i].second, after[i].second));
  }
  evidence.grade = evidence.differences.empty() ? Grade::kSameHost : Grade::kForeign;
  return evidence;
}

std::string EvidenceLine(const Evidence& evidence) {
  switch (evidence.grade) {
    case Grade::kPaired:
      return "evidence: paired (base and head measured in turns by one harness)";
    case Grade::kSameHost:
      return "evidence: same-host (same kind of machine, compiler and libraries; measured at two times, not in turns)";
    case Grade::kForeign:
      return fmt::format("evidence: foreign ({})", fmt::join(evidence.differences, "; "));
  }
  return {};
}

}  // namespace pbb::gate
