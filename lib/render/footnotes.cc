#include "render/footnotes.h"

#include <fmt/format.h>

#include <algorithm>

#include "render/units.h"
#include "result/summary.h"

namespace pbb::render {
namespace {

using result::Cell;
using result::Status;

// A share of all decodes is what one expects: no reason to look up a footnote.
constexpr char kAlwaysFast[] = "fast_path_share 1.0000";

std::string FailureText(const result::Failure& failure) {
  std::string text = "failed: " + failure.what;
  if (!failure.path.empty()) text += fmt::format(", at {}", failure.path);
  if (failure.byte) text += fmt::format(", first differing byte {}", *failure.byte);
  if (failure.payload_index) text += fmt::format(", payload {}", *failure.payload_index);
  if (!failure.saved_input.empty()) text += fmt::format("; input: {}", failure.saved_input);
  if (!failure.replay.empty()) text += fmt::format("; replay: {}", failure.replay);
  return text;
}

}  // namespace

std::vector<std::string> Remarks(const Cell& cell) {
  std::vector<std::string> remarks;
  if (cell.failure) {
    remarks.push_back(FailureText(*cell.failure));
  } else if (cell.status == Status::kFailed) {
    remarks.push_back("failed: no reason is recorded");
  }
  if (cell.ns_per_op && result::LaunchSpread(*cell.ns_per_op) > result::kUnstableSpread) {
    remarks.push_back(fmt::format("unstable: best and worst launch over {:.2f} apart", result::kUnstableSpread));
  }
  if (cell.warm_capped) remarks.push_back("unstable: warm-up stopped at its cap before slots agreed");
  if (cell.disturbed) remarks.push_back("disturbed: the machine did other work during some slots");
  if (cell.jit && cell.jit->asked != cell.jit->read) {
    remarks.push_back(fmt::format("JIT was asked to be {} and is {}", cell.jit->asked, cell.jit->read));
  }
  for (const std::string& note : cell.notes) {
    if (note != kAlwaysFast) remarks.push_back(cell.status == Status::kNotApplicable ? "n/a: " + note : note);
  }
  for (const std::string& bad : cell.bad_values) remarks.push_back("not usable: " + bad);
  if (remarks.empty() && cell.status == Status::kNotApplicable) remarks.push_back("n/a: the codec can't do this");
  for (std::string& remark : remarks) remark = Printable(remark);
  return remarks;
}

std::string Footnotes::References(const Cell& cell) {
  std::string references;
  for (const std::string& text : Remarks(cell)) {
    auto found = std::find(texts_.begin(), texts_.end(), text);
    if (found == texts_.end()) found = texts_.insert(texts_.end(), text);
    references += fmt::format("{}[{}]", references.empty() ? "" : " ", found - texts_.begin() + 1);
  }
  return references;
}

}  // namespace pbb::render
