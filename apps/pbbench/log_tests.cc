#include "log_tests.h"

#include <fmt/format.h>

#include <cstdint>

#include "base/child.h"
#include "base/places.h"
#include "command.h"
#include "corpus/corpus.h"
#include "measure/plan.h"
#include "measuring.h"
#include "output.h"
#include "remeasure.h"
#include "result/cell_index.h"

namespace pbb {
namespace {

constexpr int64_t kWaitNs = 100'000'000;  // between two looks at whether we were interrupted

bool Applies(const result::Cell& cell) { return cell.status != result::Status::kNotApplicable; }

void Verify(const result::Document& wanted, const std::string& file, const LogTestOptions& options,
            result::LogTests* tests) {
  Corpus corpus(FindRoot());
  RemeasureFlags flags;
  flags.codec_tree = options.codec_tree;
  Remeasure again = OptionsFromDocument(wanted, file, corpus, flags);
  again.options.verify_only = true;
  const result::Document checked =
      Measure(measure::MakePlan(again.options, corpus), {options.quiet, options.codec_tree.empty(), again.flags});
  for (const std::string& cell : again.unknown) WriteStderr(fmt::format("pbbench: not checked: {}\n", cell));
  const result::CellIndex checked_cells(checked);
  for (const result::Cell& cell : wanted.cells) {
    const result::Cell* now = checked_cells.Find(cell.id);
    if (!Applies(cell) || (now != nullptr && !Applies(*now))) continue;
    ++tests->verify_cells;
    if (now != nullptr && now->status == result::Status::kOk) {
      ++tests->verify_right;
    } else if (now != nullptr && now->failure) {
      WriteStderr(fmt::format("pbbench: wrong: {}: {}\n", cell.id.Text(), now->failure->what));
    }
  }
}

// Its stdout goes to its stderr: ours carries data only.
result::LogTest RunOne(const std::string& command) {
  ChildOptions options;
  options.command = {"sh", "-c", "exec 1>&2\n" + command};
  ChildProcess child(options);
  child.CloseStdin();
  while (!child.Wait(kWaitNs)) {
    if (Interrupted()) child.Kill();
  }
  result::LogTest test{command, child.StatusText(), false};
  test.passed = test.status == "exit code 0";
  if (!test.passed) {
    WriteStderr(fmt::format("{}pbbench: test failed: {}: {}\n", child.stderr_tail(), command, test.status));
  }
  return test;
}

}  // namespace

result::LogTests RunLogTests(const result::Document& document, const std::string& file, const LogTestOptions& options) {
  result::LogTests tests;
  Verify(document, file, options, &tests);
  for (const std::string& command : options.commands) {
    if (Interrupted()) break;
    tests.commands.push_back(RunOne(command));
  }
  return tests;
}

}  // namespace pbb
