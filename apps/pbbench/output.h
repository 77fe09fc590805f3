// Data to stdout, whole or with an error: a full disk must not end in exit code 0, a closed pipe must not end in a
// crash.
#pragma once

#include <string_view>

namespace pbb {

// Throws Error(kUsage) when it could not be written in full. A reader that has gone away (`| head`) is no error.
void WriteStdout(std::string_view text);

}  // namespace pbb
