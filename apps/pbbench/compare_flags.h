// The flags of `pbbench compare` as typed, and what they become.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command.h"
#include "gate/policy.h"
#include "remeasure.h"

namespace pbb {

struct CompareFlags {
  std::vector<std::string> documents;
  std::vector<std::string> filters;
  std::vector<std::string> limits;
  std::string limits_file;
  std::vector<std::string> expectations;
  double alpha = 0.05;
  bool strict = false;
  bool advisory = false;
  bool allow_partial = false;
  std::vector<std::string> formats;
  std::string color = "auto";
  bool changed = false;
  bool quiet = false;
  // For a baseline that is measured now.
  RemeasureFlags remeasure;
  std::string json;
  std::string save;
};

void AddCompareFlags(CLI::App* sub, CompareFlags* flags);

// Throws Error(kUsage) for a limit, waiver or expectation that can't be read.
gate::Policy PolicyOf(const CompareFlags& flags);

// One --format: a name, and the file it goes to.
struct FormatChoice {
  std::string name;
  std::string file;  // "-" is stdout
};

// "table" on stdout when nothing was typed. Throws Error(kUsage) for an unknown name.
std::vector<FormatChoice> FormatsOf(const CompareFlags& flags);

}  // namespace pbb
