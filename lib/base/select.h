// List flags of the command line: commas, repeats and globs, checked against the names that exist.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pbb {

// Shell pattern with * ? [set]; `*` also matches `/`.
bool GlobMatches(const std::string& pattern, const std::string& text);

// Splits at commas outside brackets, so that lua-full[int64=number,jit=off] stays whole. Empty parts are dropped.
std::vector<std::string> SplitList(const std::vector<std::string>& values);

// The names of `known` that one of `values` (lists of names and globs) names, in the order of `known`, each once.
// Throws Error(kUsage) naming `flag` for a name or pattern that matches nothing, with a suggestion.
std::vector<std::string> SelectNames(const std::vector<std::string>& values, const std::vector<std::string>& known,
                                     const std::string& flag);

// "90s", "2m", "500ms", "1h", "1.5m" in nanoseconds. Throws Error(kUsage) naming `flag`.
int64_t ParseDuration(std::string_view text, const std::string& flag);

}  // namespace pbb
