#include "gate/scope.h"

#include <fmt/format.h>

#include <algorithm>

#include "gate/compare.h"
#include "result/cell_filter.h"

namespace pbb::gate {
namespace {

// Time in a resolved way, or an exact metric beyond its limit: -1 faster or smaller, 1 slower or larger, 0 neither.
int TimeMove(const CellComparison& cell) {
  if (!cell.time || !(cell.time->resolved || cell.time->change != Change::kNone)) return 0;
  if (cell.time->ratio > kMovedRatio) return 1;
  return cell.time->ratio < 1 / kMovedRatio ? -1 : 0;
}

const ExactChange* FirstMoved(const CellComparison& cell) {
  const auto found = std::find_if(cell.exact.begin(), cell.exact.end(),
                                  [](const ExactChange& change) { return change.change != Change::kNone; });
  return found == cell.exact.end() ? nullptr : &*found;
}

// The last one that matches, as with limits.
const Expectation* ExpectationOf(const Policy& policy, const result::CellId& id) {
  const auto found = std::find_if(policy.expectations.rbegin(), policy.expectations.rend(),
                                  [&](const Expectation& e) { return result::CellMatches(e.cells, id); });
  return found == policy.expectations.rend() ? nullptr : &*found;
}

std::string TimeText(const CellComparison& cell) { return fmt::format("time {:+.1f} %", (cell.time->ratio - 1) * 100); }

std::string UnexpectedOf(const Policy& policy, const CellComparison& cell) {
  const Expectation* expectation = ExpectationOf(policy, cell.id);
  const Expected expected = expectation == nullptr ? Expected::kFlat : expectation->expected;
  const int move = TimeMove(cell);
  if (expected == Expected::kFlat) {
    const std::string by = expectation == nullptr ? "outside the expected change" : expectation->text;
    if (move != 0) return fmt::format("{} moved: {} ({})", cell.id.Text(), TimeText(cell), by);
    if (const ExactChange* change = FirstMoved(cell)) {
      return fmt::format("{} moved: {} {} -> {} ({})", cell.id.Text(), MetricName(change->metric), change->base,
                         change->head, by);
    }
    return {};
  }
  if (!cell.time) return fmt::format("{} has no time to judge {} by", cell.id.Text(), expectation->text);
  if (move == (expected == Expected::kFaster ? -1 : 1)) return {};
  return fmt::format("{} did not move as expected: {}{} ({})", cell.id.Text(), TimeText(cell),
                     cell.time->resolved ? "" : ", no difference resolved", expectation->text);
}

}  // namespace

std::string WaivedBy(const Policy& policy, const result::CellId& id, Metric metric, std::vector<std::string>* remarks) {
  const Waiver* expired = nullptr;
  for (const Waiver& waiver : policy.waivers) {
    if (waiver.metric != metric || !result::CellMatches(waiver.cells, id)) continue;
    if (policy.today <= waiver.expires) return fmt::format("{} (until {})", waiver.reason, waiver.expires);
    expired = &waiver;
  }
  if (expired != nullptr) {
    remarks->push_back(
        fmt::format("{}: its waiver ran out on {} ({})", MetricName(metric), expired->expires, expired->reason));
  }
  return {};
}

std::vector<std::string> Unexpected(const Policy& policy, const std::vector<CellComparison>& cells) {
  std::vector<std::string> lines;
  if (policy.expectations.empty()) return lines;
  for (const CellComparison& cell : cells) {
    if (cell.base == nullptr || cell.head == nullptr) continue;
    if (std::string line = UnexpectedOf(policy, cell); !line.empty()) lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace pbb::gate
