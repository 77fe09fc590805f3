// `pbbench gen`: Lua modules from .proto files, without protoc.
#pragma once

#include "command.h"

namespace pbb {
void AddGenCommand(CLI::App* app, Command* chosen);
}
