// The Markdown log as text: where an entry goes, how an old one is found again, and what an author's text may not do to
// its neighbours. All that isn't touched stays byte for byte.
#pragma once

#include <string>
#include <string_view>

namespace pbb::render {

// `text` as its author wrote it, but for what would end the entry it stands in: a line that makes a heading of level 1
// or 2 gets a backslash, a code fence that is left open is closed. Line ends become "\n", blank lines around it go.
std::string GuardMarkdown(std::string_view text);

// `log` with `entry` above the first entry (the first heading of level 2) and below whatever stands before that. An
// empty log gets its own heading first.
std::string WithEntry(std::string_view log, std::string_view entry);

// How often `heading` stands in the log as a line of its own, outside of code.
size_t CountHeading(std::string_view log, std::string_view heading);

// `log` with `line` as a paragraph right below that heading, which must be there.
std::string WithLineBelow(std::string_view log, std::string_view heading, std::string_view line);

// Whether a heading of level 2 holds "[id]": an entry of that id, also one that was written by hand.
bool HasEntry(std::string_view log, std::string_view id);

}  // namespace pbb::render
