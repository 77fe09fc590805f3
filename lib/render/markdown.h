// PERF_LOG's tables in Markdown: one for each schema, ring and op; rows are sizes, columns msgs/s, MB/s and allocated
// B/op by codec.
#pragma once

#include <string>
#include <string_view>

#include "result/document.h"

namespace pbb::render {

// A cell without figures reads its status; remarks stand below as numbered notes. Ends with a newline.
std::string RenderMarkdown(const result::Document& document);

// `text` so that GitHub shows it as it is, in a table too: what would end a column, a row or start markup is escaped.
std::string EscapeMarkdown(std::string_view text);

// "- [1] text" for each note, with the heading line "Notes"; "" without notes.
std::string MarkdownNotes(const std::vector<std::string>& texts);

// One line on machine, runtime, seed and launches.
std::string MarkdownOrigin(const result::Document& document);

}  // namespace pbb::render
