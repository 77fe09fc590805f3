// How much a comparison of two documents can prove (DESIGN section 5).
#pragma once

#include <string>
#include <vector>

#include "result/document.h"

namespace pbb::gate {

enum class Grade {
  kPaired,    // base and head measured in turns by one harness
  kSameHost,  // one kind of machine, at two times
  kForeign,   // another machine, compiler or library: times are shown and hardly judged
};

// "paired", "same-host", "foreign"
std::string_view GradeName(Grade grade);

struct Evidence {
  Grade grade = Grade::kForeign;
  std::vector<std::string> differences;  // "cpu: A -> B", one for each comparable part that differs
};

// Foreign as soon as one comparable part (result::ComparableParts) differs; same operating system and architecture are
// not enough.
Evidence GradeOf(const result::Document& base, const result::Document& head);

// One line: "evidence: same-host (same machine, compiler and libraries; not interleaved)".
std::string EvidenceLine(const Evidence& evidence);

}  // namespace pbb::gate
