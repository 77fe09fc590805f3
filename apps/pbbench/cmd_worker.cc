#include "cmd_worker.h"

#include "measure/worker.h"

namespace pbb {

void AddWorkerCommand(CLI::App* app, Command* chosen) {
  CLI::App* sub = AddCommand(app, chosen, "worker", "Measure cells as a run asks on stdin (lib/peer/protocol.h)",
                             [] { return measure::ServeWorker(); });
  sub->group("");  // hidden
}

}  // namespace pbb
