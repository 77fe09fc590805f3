// `pbbench compare`: did this change make it worse? The verdict is the exit code.
#pragma once

#include "command.h"

namespace pbb {
void AddCompareCommand(CLI::App* app, Command* chosen);
}
