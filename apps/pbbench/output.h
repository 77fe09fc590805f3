// Data to stdout, whole or with an error: a full disk must not end in exit code 0, a closed pipe must not end in a
// crash. Words to stderr, as far as it goes.
#pragma once

#include <string_view>

namespace pbb {

// Throws Error(kUsage) when it could not be written in full. A reader that has gone away (`| head`) is no error.
void WriteStdout(std::string_view text);

// Writes to stderr whatever becomes of it: a closed or full stderr must not change how a command ends.
void WriteStderr(std::string_view text);

}  // namespace pbb
