// The documents that a comparison is about.
#pragma once

#include <list>
#include <string>

#include "compare_flags.h"
#include "gate/policy.h"
#include "result/document.h"
#include "saving.h"

namespace pbb {

struct NamedDocument {
  std::string name;  // as typed, or "now"
  result::Document document;
};

// The first is the base; one that stands alone is to be measured again. A list: comparisons point into it.
using CompareInput = std::list<NamedDocument>;

// Reads and checks what was typed. Throws Error(kUsage) for a document that can't be used, with the reason.
CompareInput ReadCompareInput(const CompareFlags& flags, const gate::Policy& policy);

// Measures the base's cells that the policy asks for, and adds them as "now"; `saving` gets what was measured. False
// when it was interrupted: then there is nothing to compare. Throws Error(kUsage).
bool MeasureNow(const CompareFlags& flags, const gate::Policy& policy, CompareInput* input, Saving* saving);

}  // namespace pbb
