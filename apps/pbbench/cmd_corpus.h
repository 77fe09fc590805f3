// `pbbench corpus list|show`: what payloads there are, and one of them as text.
#pragma once

#include "command.h"

namespace pbb {
void AddCorpusCommand(CLI::App* app, Command* chosen);
}
