#include "command.h"

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <string_view>

namespace pbb {
namespace {

volatile std::sig_atomic_t interrupted = 0;

bool IsSet(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

}  // namespace

void RefuseEmptyNames(CLI::App* sub) {
  for (CLI::Option* option : sub->get_options()) {
    const std::string type = option->get_type_name();
    if (type != "FILE" && type != "DIR" && type != "NAME") continue;
    option->check(
        [](const std::string& value) { return value.empty() ? std::string("a name is wanted") : std::string(); }, "");
  }
}

bool WantColour(const std::string& flag, int fd) {
  if (flag != "auto") return flag == "always";
  if (IsSet("NO_COLOR")) return false;
  if (IsSet("FORCE_COLOR") || IsSet("CLICOLOR_FORCE")) return true;
  return CanRewriteLines(fd);
}

bool CanRewriteLines(int fd) {
  const char* term = std::getenv("TERM");
  return isatty(fd) == 1 && term != nullptr && *term != '\0' && std::string_view(term) != "dumb";
}

bool Interrupted() { return interrupted != 0; }

void CatchSignals() {
  struct sigaction action {};
  action.sa_handler = [](int) { interrupted = 1; };
  sigaction(SIGINT, &action, nullptr);  // without SA_RESTART: a wait for a worker must end
  sigaction(SIGTERM, &action, nullptr);
  sigaction(SIGHUP, &action, nullptr);
}

}  // namespace pbb
