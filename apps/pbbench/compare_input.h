// The documents that a comparison is about: read and checked; a baseline that stands alone is measured again.
#pragma once

#include <list>
#include <string>

#include "compare_flags.h"
#include "gate/policy.h"
#include "result/document.h"

namespace pbb {

struct NamedDocument {
  std::string name;  // as typed, or "now"
  result::Document document;
};

struct CompareInput {
  std::list<NamedDocument> documents;  // the first is the base
  bool interrupted = false;            // while measuring: there is nothing to compare
};

// Throws Error(kUsage) for a document that can't be used, with the reason.
CompareInput ReadCompareInput(const CompareFlags& flags, const gate::Policy& policy);

}  // namespace pbb
