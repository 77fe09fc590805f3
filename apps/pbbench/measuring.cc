#include "measuring.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>

#include "build_info.h"
#include "command.h"
#include "measure/runner.h"
#include "output.h"
#include "progress.h"

namespace pbb {

result::Document Measure(const measure::Plan& plan, const MeasuringOptions& options) {
  CatchSignals();
  ProgressLine line(!options.quiet && CanRewriteLines(STDERR_FILENO));
  measure::Hooks hooks;
  hooks.progress = [&line](const measure::Progress& progress) { line.Show(progress); };
  hooks.stopped = [] { return Interrupted(); };
  result::Document document = measure::Run(plan, hooks);
  line.Clear();
  document.pbbench = ThisBuild();
  document.config.flags = options.flags;
  document.measured_at = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::now()));
  if (options.own_tree) {
    document.codec_tree.commit = BuildCommit();
    document.codec_tree.dirty = BuildWasDirty();
  }
  if (!options.quiet) {
    for (const std::string& warning : document.warnings) WriteStderr(fmt::format("pbbench: warning: {}\n", warning));
  }
  return document;
}

std::string Today() { return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::chrono::system_clock::now())); }

}  // namespace pbb
