#include "measure/budget.h"

#include <algorithm>

namespace pbb::measure {
namespace {

double Weight(const Plan& plan, size_t cell) {
  return static_cast<double>(LeastBenchNs(plan.rings[plan.cells[cell].ring]));
}

}  // namespace

int64_t Budget::Share(size_t launch, size_t at, const std::function<bool(size_t)>& open, int64_t now_ns) const {
  const PlannedLaunch& current = plan_.launches[launch];
  double weight_left = 0, launch_weight = 0;
  for (size_t i = 0; i < current.order.size(); ++i) {
    const size_t cell = current.order[i];
    if (!open(cell)) continue;
    launch_weight += Weight(plan_, cell);
    if (i >= at) weight_left += Weight(plan_, cell);
  }
  const auto launches_left = static_cast<double>(plan_.launches.size() - launch - 1);
  weight_left += launches_left * launch_weight;
  const double left_ns = static_cast<double>(started_ns_ + plan_.options.budget_ns - now_ns - set_aside_ns_) -
                         launches_left * static_cast<double>(kLaunchNs);
  const double share = Weight(plan_, current.order[at]) / weight_left;
  return std::max(kLeastBudgetNs, static_cast<int64_t>(left_ns * share));
}

}  // namespace pbb::measure
