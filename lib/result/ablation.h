// What a switch of a codec's generator is worth: the time of a cell without it over the time with it, both of one run.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "result/cell_id.h"

namespace pbb::result {

struct Document;
class StructureReader;

// Two codecs that differ in one switch, as they stand in the names of cells.
struct AblationPair {
  std::string name;      // "2ri"
  bool history = false;  // at its place in the public log, later switches off on both sides; else against the default
  std::string with;      // "lua-concat"
  std::string without;   // "lua-concat[2ri=off]"
  std::string jit;       // "on", "off": of both
};

struct Ablation {
  AblationPair pair;
  CellId cell;                // of the codec that has the switch
  double ratio = 1;           // time without / time with: above 1 the switch helps
  std::optional<double> low;  // interval of that ratio, absent with too few launches for 95 %
  std::optional<double> high;
  std::optional<double> coverage;
  size_t launches_with = 0;
  size_t launches_without = 0;
};

// One for each pair and each schema, size, ring and op of which the document has both cells with a time, in the order
// of the pairs.
std::vector<Ablation> AblationsOf(const Document& document, const std::vector<AblationPair>& pairs);

nlohmann::json AblationsJson(const std::vector<Ablation>& ablations);

// Of a document's top object; empty when it has none. Throws Error(kUsage) for another structure.
std::vector<Ablation> ReadAblations(const StructureReader& top, const std::string& file);

}  // namespace pbb::result
