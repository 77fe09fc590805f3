// What the subcommands share: how one is added, and the texts and streams of a terminal tool.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

namespace pbb {

// Set by the chosen subcommand's parser, run by main after parsing. Returns the exit code.
using Command = std::function<int()>;

// Adds `name` to `app`; when it was typed, main calls `run`.
inline CLI::App* AddCommand(CLI::App* app, Command* chosen, const std::string& name, const std::string& what,
                            Command run) {
  CLI::App* sub = app->add_subcommand(name, what);
  sub->callback([chosen, run = std::move(run)] { *chosen = run; });
  return sub;
}

// Options of type FILE, DIR or NAME take no empty text: `--json "$UNSET"` is a mistake. Called after they were added.
void RefuseEmptyNames(CLI::App* sub);

// --color auto|always|never for a stream: a flag beats the environment (NO_COLOR, FORCE_COLOR), that beats the
// terminal.
bool WantColour(const std::string& flag, int fd);

// Whether a line on `fd` can be written over: a terminal that is not dumb.
bool CanRewriteLines(int fd);

// Set by SIGINT, SIGTERM and SIGHUP.
bool Interrupted();
void CatchSignals();

}  // namespace pbb
