#include "cmd_compare.h"

#include <iterator>
#include <memory>
#include <vector>

#include "base/error.h"
#include "compare_flags.h"
#include "compare_input.h"
#include "compare_outputs.h"
#include "gate/compare.h"
#include "output.h"

namespace pbb {
namespace {

using Comparisons = std::vector<gate::Comparison>;

// The first document is the base of all others.
Comparisons CompareAll(const CompareInput& input, const gate::Policy& policy) {
  Comparisons comparisons;
  const NamedDocument& base = input.front();
  for (auto head = std::next(input.begin()); head != input.end(); ++head) {
    comparisons.push_back(gate::Compare(base.document, head->document, base.name, head->name, policy));
  }
  return comparisons;
}

// A gate that failed wins over a tool that could not tell.
int ExitCodeOf(const Comparisons& comparisons) {
  int code = 0;
  for (const gate::Comparison& comparison : comparisons) {
    const int one = gate::ExitCodeOf(comparison.outcome);
    if (one == static_cast<int>(ExitCode::kFailed) || code == 0) code = one;
    if (code == static_cast<int>(ExitCode::kFailed)) break;
  }
  return code;
}

int RunCompare(const CompareFlags& flags) {
  const gate::Policy policy = PolicyOf(flags);
  FormatsOf(flags);  // names that are wrong cost no reading
  CompareInput input = ReadCompareInput(flags, policy);
  const bool measures = input.size() == 1;
  // Before outputs are opened: a signal that ends the process would leave what is written aside.
  if (measures) CatchSignals();
  CompareOutputs outputs(flags);
  if (measures && !MeasureNow(flags, policy, &input, outputs.saving())) {
    WriteStderr(flags.json.empty() ? "pbbench: interrupted, nothing is compared\n"
                                   : "pbbench: interrupted, nothing is compared; what was done is written\n");
    return static_cast<int>(ExitCode::kInterrupted);
  }
  const Comparisons comparisons = CompareAll(input, policy);
  outputs.Write(input, comparisons);
  return flags.advisory ? 0 : ExitCodeOf(comparisons);
}

}  // namespace

void AddCompareCommand(CLI::App* app, Command* chosen) {
  auto flags = std::make_shared<CompareFlags>();
  CLI::App* sub =
      AddCommand(app, chosen, "compare",
                 "Compare result documents, or a baseline with what is measured now; the exit code is the verdict",
                 [flags] { return RunCompare(*flags); });
  AddCompareFlags(sub, flags.get());
  sub->footer(
      "Exit: 0 nothing got worse, 1 something did or is missing, 2 usage or a file that can't be used, 3 can't tell "
      "or\n"
      "nothing in common, 130 interrupted.");
}

}  // namespace pbb
