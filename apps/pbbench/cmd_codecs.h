// `pbbench codecs`: which codecs there are, and whether they are usable here.
#pragma once

#include "command.h"

namespace pbb {
void AddCodecsCommand(CLI::App* app, Command* chosen);
}
