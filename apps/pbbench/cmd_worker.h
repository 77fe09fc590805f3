// `pbbench worker`: the hidden subcommand that a run starts for each launch.
#pragma once

#include "command.h"

namespace pbb {
void AddWorkerCommand(CLI::App* app, Command* chosen);
}
