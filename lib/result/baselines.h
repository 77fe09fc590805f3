// Documents that were kept under a name: reports/baselines/NAME.json below the current folder.
#pragma once

#include <string>

namespace pbb::result {

// The file of that name, whether it is there or not. Throws Error(kUsage) naming `flag` for a name that is no plain
// file name (letters, digits, dot, dash, underscore; not first a dot or dash).
std::string BaselinePath(const std::string& name, const std::string& flag);

// What `text` means where a document is wanted: "-", a file that exists, or the name of a kept baseline. Throws
// Error(kUsage), with the baselines that there are, when it is none of them.
std::string FindDocument(const std::string& text);

}  // namespace pbb::result
