// A comparison in Markdown, for a pull request or a CI summary: the verdict first.
#pragma once

#include <string>
#include <vector>

#include "gate/comparison.h"

namespace pbb::render {

// Verdict, evidence and the two documents; then one table a schema, ring and op with exact changes and remarks as
// numbered notes; what is missing and new; geometric means; remarks; what slowdown would have been caught. Several
// comparisons follow each other. Ends with a newline.
std::string RenderCompareMarkdown(const std::vector<gate::Comparison>& comparisons);

// The same of one comparison without verdict and evidence, so that another format can put its own before it and fold
// this.
std::string CompareMarkdownTables(const gate::Comparison& comparison);

}  // namespace pbb::render
