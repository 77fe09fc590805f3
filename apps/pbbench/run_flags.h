// The flags of `pbbench run` as typed, and the validated options that they become.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "command.h"
#include "corpus/corpus.h"
#include "corpus/own.h"
#include "measure/options.h"

namespace pbb {

struct RunFlags {
  std::vector<std::string> schemas;
  std::vector<std::string> sizes;
  std::vector<std::string> rings;
  std::vector<std::string> ops;
  std::vector<std::string> codecs;
  std::vector<std::string> cells;
  std::vector<std::string> protos;
  std::string descriptor_set;
  std::vector<std::string> includes;
  std::string message;
  std::vector<std::string> payloads;
  std::string payload_format;
  bool quick = false;
  bool verify_only = false;
  bool dry_run = false;
  bool quiet = false;
  std::string budget = "2m";
  std::optional<int> launches;
  uint64_t seed = 1;
  std::vector<std::string> jit = {"on"};
  std::vector<std::string> ablations;
  std::vector<std::string> jit_options;
  std::string codec_tree;
  std::string timer = "google-benchmark";
  std::string baseline_codec = "lua-concat";
  std::string baseline;
  std::string json;
  std::string save;
  std::string markdown;
  std::string color = "auto";
};

void AddRunFlags(CLI::App* sub, RunFlags* flags);

// The message that --proto or --descriptor-set bring, with its payloads; none without those flags. Throws Error(kUsage)
// for what the flags lack or contradict, and as LoadOwnMessage().
std::optional<OwnMessage> OwnMessageOf(const RunFlags& flags);

// `own` may be null. Throws Error(kUsage), with a suggestion, for a name that does not exist or flags that exclude each
// other. Writes the baseline codec's full name back: with --jit off it is lua-concat[jit=off].
measure::RunOptions ValidateRunFlags(RunFlags* flags, const Corpus& corpus, const OwnMessage* own);

// Every flag by its long name, for the document's config.
nlohmann::json FlagsAsJson(const RunFlags& flags, const measure::RunOptions& options);

}  // namespace pbb
