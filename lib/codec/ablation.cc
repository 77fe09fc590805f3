#include "codec/ablation.h"

#include "luagen/concat_switches.h"

namespace pbb::codec {
namespace {

using luagen::ConcatSwitch;
using luagen::ConcatSwitches;

CodecName NameOf(const ConcatSwitches& switches, const std::string& jit) {
  CodecName name{"lua-concat", {}};
  for (const ConcatSwitch& one : luagen::AllConcatSwitches()) {
    const bool on = switches.*one.member;
    if (on != luagen::ConcatDefault(one)) name.options[std::string(one.name)] = on ? "on" : "off";
  }
  if (jit == "off") name.options["jit"] = "off";
  return name;
}

Ablation Make(const ConcatSwitch& which, bool history, ConcatSwitches switches, const std::string& jit) {
  Ablation ablation{std::string(which.name), history, {}, {}};
  switches.*which.member = true;
  ablation.with = NameOf(switches, jit);
  switches.*which.member = false;
  ablation.without = NameOf(switches, jit);
  return ablation;
}

// As the log had them when it came to `which`.
ConcatSwitches Before(const ConcatSwitch& which) {
  ConcatSwitches switches;
  bool later = false;
  for (const ConcatSwitch& one : luagen::AllConcatSwitches()) {
    later = later || one.member == which.member;
    if (later || !one.in_log) switches.*one.member = false;
  }
  return switches;
}

}  // namespace

std::vector<std::string> AblationNames() {
  std::vector<std::string> names;
  for (const ConcatSwitch& one : luagen::AllConcatSwitches()) names.emplace_back(one.name);
  return names;
}

std::vector<Ablation> AblationsOf(const std::vector<std::string>& names, const std::string& jit) {
  std::vector<Ablation> ablations;
  for (const std::string& name : names) {
    const ConcatSwitch* which = luagen::FindConcatSwitch(name);
    if (which == nullptr) continue;
    ablations.push_back(Make(*which, false, {}, jit));
    if (!which->in_log) continue;
    Ablation then = Make(*which, true, Before(*which), jit);
    if (then.with != ablations.back().with || then.without != ablations.back().without) {
      ablations.push_back(std::move(then));
    }
  }
  return ablations;
}

}  // namespace pbb::codec
