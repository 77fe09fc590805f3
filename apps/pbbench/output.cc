#include "output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
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

void SayDone(std::string_view text) {
  try {
    WriteStdout(text);
  } catch (const Error&) {
    WriteStderr(text);
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

void KeepStandardStreamsTaken() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (fcntl(fd, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest number that is free is this one. Opened the wrong way round, so that its use is an error as before.
    open("/dev/null", (fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) | O_CLOEXEC);
  }
}

void RefuseSameTarget(const std::vector<AskedOutput>& outputs) {
  for (size_t i = 0; i < outputs.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      if (outputs[i].file->target() != outputs[j].file->target()) continue;
      throw UsageError(fmt::format("is given to {} and to {}", outputs[j].flag, outputs[i].flag),
                       outputs[i].file->is_stdout() ? "stdout" : outputs[i].file->path(), "name two files");
    }
  }
}

void RefuseInput(const std::vector<AskedOutput>& outputs, const std::string& input) {
  for (const AskedOutput& output : outputs) {
    std::error_code error;
    if (output.file->is_stdout() || !std::filesystem::equivalent(output.file->target(), input, error) || error)
      continue;
    throw UsageError(fmt::format("is read, and {} would write over it", output.flag), input, "name another file");
  }
}

}  // namespace pbb
