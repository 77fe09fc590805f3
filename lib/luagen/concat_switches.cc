#include "luagen/concat_switches.h"

#include <algorithm>

namespace pbb::luagen {

const std::vector<ConcatSwitch>& AllConcatSwitches() {
  using S = ConcatSwitches;
  static const std::vector<ConcatSwitch> all = {
      {"h8v", &S::inline_length, true, "one-byte length prefix written in place"},
      {"gcy", &S::inline_nested, true, "decoder of a sub-message pasted into its parent's"},
      {"4kj", &S::inline_tag, true, "short tag read in place"},
      {"cch", &S::append_counter, true, "local counter in place of #list"},
      {"u39", &S::presize_result, true, "result tables made with room for all fields"},
      {"qwt", &S::inline_extensions, true, "extensions of the same file in line"},
      {"2sn", &S::presize_packed, true, "lists of packed runs made with room"},
      {"2ri", &S::length_table, true, "length prefixes from a table of strings"},
      {"presize", &S::presize_lists, false, "records of a list counted ahead"},
      {"predict", &S::predict, false, "fields tried in number order first"},
  };
  return all;
}

const ConcatSwitch* FindConcatSwitch(std::string_view name) {
  const std::vector<ConcatSwitch>& all = AllConcatSwitches();
  const auto found = std::find_if(all.begin(), all.end(), [&](const ConcatSwitch& s) { return s.name == name; });
  return found == all.end() ? nullptr : &*found;
}

bool ConcatDefault(const ConcatSwitch& which) { return ConcatSwitches().*which.member; }

}  // namespace pbb::luagen
