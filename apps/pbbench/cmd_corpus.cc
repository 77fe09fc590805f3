#include "cmd_corpus.h"

#include <fmt/format.h>

#include <memory>

#include "base/places.h"
#include "corpus/corpus.h"
#include "output.h"
#include "render/columns.h"

namespace pbb {
namespace {

struct ShowOptions {
  std::string id;
  uint64_t seed = 1;
};

int RunList() {
  const Corpus corpus(FindRoot());
  std::vector<std::vector<render::Field>> rows{{{"payload"}, {"bytes"}, {"sha256 of the payload it is made from"}}};
  for (const CorpusRow& row : corpus.List()) {
    rows.push_back(
        {{fmt::format("{}/{}/{}", row.schema, row.size, row.ring)}, {fmt::to_string(row.bytes)}, {row.sha256}});
  }
  std::string rings = "\n";
  for (const RingEntry& ring : corpus.rings()) rings += fmt::format("{}: {}\n", ring.name, ring.description);
  WriteStdout(render::AlignColumns(rows, {0, 2}) + rings);
  return 0;
}

int RunShow(const ShowOptions& options) {
  Corpus corpus(FindRoot());
  WriteStdout(corpus.TextOf(corpus.ParseId(options.id), options.seed));
  return 0;
}

}  // namespace

void AddCorpusCommand(CLI::App* app, Command* chosen) {
  CLI::App* corpus = app->add_subcommand("corpus", "List and show the built-in payloads");
  corpus->require_subcommand(1);
  AddCommand(corpus, chosen, "list", "Every schema, size and ring, with bytes and hash", RunList);
  auto options = std::make_shared<ShowOptions>();
  CLI::App* show = AddCommand(corpus, chosen, "show", "One payload as text", [options] { return RunShow(*options); });
  show->add_option("ID", options->id, "SCHEMA/SIZE/RING or SCHEMA/SIZE/RING/N, N from 0")->required();
  show->add_option("--seed", options->seed, "Seed of the payloads")
      ->check(CLI::Range(uint64_t{0}, (uint64_t{1} << 53) - 1))
      ->capture_default_str();
}

}  // namespace pbb
