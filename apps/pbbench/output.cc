#include "output.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "base/error.h"

namespace pbb {

void WriteStdout(std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = write(STDOUT_FILENO, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EPIPE) return;
    if (n < 0) throw UsageError(std::string("can't write: ") + std::strerror(errno), "stdout");
    text.remove_prefix(static_cast<size_t>(n));
  }
}

void WriteStderr(std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = write(STDERR_FILENO, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return;
    text.remove_prefix(static_cast<size_t>(n));
  }
}

}  // namespace pbb
