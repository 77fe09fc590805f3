#include "progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <string>

#include "output.h"

namespace pbb {
namespace {

size_t TerminalWidth() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

void ProgressLine::Show(const measure::Progress& progress) {
  if (!shown_) return;
  const std::string stage =
      progress.verifying ? "checking" : fmt::format("launch {}/{}", progress.launch, progress.launches);
  std::string text = fmt::format("[{}/{}] {}, {} s left: {}", progress.done, progress.total, stage,
                                 (progress.left_ns + 999'999'999) / 1'000'000'000, progress.what);
  const size_t width = TerminalWidth() - 1;  // a full last column would wrap
  if (text.size() > width) text.resize(width);
  WriteStderr("\r\x1b[K" + text);
  on_screen_ = true;
}

void ProgressLine::Clear() {
  if (!on_screen_) return;
  WriteStderr("\r\x1b[K");
  on_screen_ = false;
}

}  // namespace pbb
