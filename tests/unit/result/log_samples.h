// Small fixed entries for goldens and tests of the log; lib/render reads them back from tests/golden.
#pragma once

#include "result/log_entry.h"

namespace pbb::result {

LogEntry FirstEntry();       // no texts but a task, no commands
LogEntry ContinuingEntry();  // every text, two commands of which one failed, drift, one erratum
LogEntry RevertedEntry();    // reverted; a new history starts

}  // namespace pbb::result
