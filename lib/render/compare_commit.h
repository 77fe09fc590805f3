// The short table of a comparison for a commit message.
#pragma once

#include <string>
#include <vector>

#include "gate/comparison.h"

namespace pbb::render {

// Plain text, lines of at most 72 columns where names allow: the verdict; the evidence grade; one line an op and codec
// that moved (geometric mean, range over cells); one line a cell that regressed, improved, traded or is missing, with
// its exact changes below; then launches and machine. No line starts with '#', which git takes for a comment. Ends with
// a newline.
std::string RenderCompareCommit(const std::vector<gate::Comparison>& comparisons);

}  // namespace pbb::render
