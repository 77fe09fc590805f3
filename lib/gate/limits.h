// How much worse a metric of a cell may get, and what happens when it gets worse than that.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gate/metric.h"
#include "result/cell.h"

namespace pbb::gate {

enum class Effect {
  kGates,     // beyond the limit fails the comparison
  kAdvisory,  // shown with its verdict, never fails
  kOff,       // not compared
};

struct Limit {
  double share = 0;  // 0.1: a tenth more is still fine
  Effect effect = Effect::kGates;
};

// One line of a limits file, or one --limit. The last rule that matches a cell and metric decides: a share sets the
// limit and gates, an effect leaves the share as it was.
struct LimitRule {
  std::string cells = "*";  // pattern, as result::CellMatches takes it
  Metric metric = Metric::kTime;
  std::optional<double> share;
  std::optional<Effect> effect;
  std::string text;  // as typed, for messages
};

// "[CELLS:]METRIC:LIMIT" with LIMIT a share ("10%", "0"), "advisory" or "off", e.g. "time:5%",
// "decode/lua-full:bytes:1%". Throws Error(kUsage) naming `flag`.
LimitRule ParseLimitRule(std::string_view text, const std::string& flag);

// A share as typed: "10%", "0.5%", "0". Absent when it is none, negative or over 1000 %.
std::optional<double> ParseShare(std::string_view text);

class Limits {
 public:
  // Time 10 %; bytes and objects 0.5 % for cells of LuaJIT (which allocation a trace sinks varies), 0 for all others;
  // the rest 0.
  Limit For(const result::Cell& cell, Metric metric) const;

  void Add(LimitRule rule) { rules_.push_back(std::move(rule)); }
  const std::vector<LimitRule>& rules() const { return rules_; }

 private:
  std::vector<LimitRule> rules_;
};

}  // namespace pbb::gate
