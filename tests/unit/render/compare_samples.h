// Comparisons built by hand for goldens and tests of what shows them: figures are made up, shapes are not. The
// documents that they point into live as long as the program, so a test may copy and change a sample.
#pragma once

#include <vector>

#include "gate/comparison.h"

namespace pbb::render {

// Same-host, fails: every verdict; waived, advisory and tolerated exact changes; n/a in both; a bad baseline value;
// names with commas, quotes, pipes and line breaks; unexpected cells; geomeans with skipped cells; two schemas.
std::vector<gate::Comparison> EveryVerdictSample();

// Same-host, passes: no difference resolved in three cells, of which one is not sharp.
std::vector<gate::Comparison> PassSample();

// Foreign, fails: ratios to the oracle for Lua cells (one 1.62x), none for the oracle itself; no p, nothing caught.
std::vector<gate::Comparison> ForeignSample();

// Same-host, inconclusive: two launches a side, so no interval, no smallest ratio, and a test that can't say anything.
std::vector<gate::Comparison> FewLaunchesSample();

// Two documents against one base: EveryVerdictSample's comparison, then the base against itself.
std::vector<gate::Comparison> ThreeDocumentsSample();

// No common cell: one is missing, one is new.
std::vector<gate::Comparison> NothingComparedSample();

}  // namespace pbb::render
