// `pbbench run`: measure codecs, print a table, write documents.
#pragma once

#include "command.h"

namespace pbb {
void AddRunCommand(CLI::App* app, Command* chosen);
}
