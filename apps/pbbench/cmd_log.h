// `pbbench log`: the diary of what was tried, kept and taken out again.
#pragma once

#include "command.h"

namespace pbb {
void AddLogCommand(CLI::App* app, Command* chosen);
}
