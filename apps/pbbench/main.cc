// pbbench: is this codec right, how fast is it, did this change make it worse.
// Parses the command line, runs one subcommand, turns errors into texts and exit codes.
#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <exception>

#include "base/error.h"
#include "base/suggest.h"
#include "cmd_codecs.h"
#include "cmd_corpus.h"
#include "cmd_gen.h"
#include "cmd_run.h"
#include "cmd_worker.h"
#include "codec/oracle.h"
#include "command.h"

namespace pbb {
namespace {

// The subcommand that the command line got to, or the app itself.
const CLI::App* Deepest(const CLI::App* app) {
  for (const auto subs = app->get_subcommands(); !subs.empty();) return Deepest(subs.front());
  return app;
}

std::vector<std::string> KnownWords(const CLI::App& app, bool flags) {
  std::vector<std::string> words;
  if (flags) {
    for (const CLI::Option* option : app.get_options()) {
      for (const std::string& name : option->get_lnames()) words.push_back("--" + name);
    }
  } else {
    for (const CLI::App* sub : app.get_subcommands([](const CLI::App* a) { return !a->get_group().empty(); })) {
      words.push_back(sub->get_name());
    }
  }
  return words;
}

// Usage errors end with 2, whatever number the parser has for them, and an unknown word gets a suggestion.
int ReportUsage(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* place = Deepest(&app);
  fmt::print(stderr, "pbbench: {}\n", error.what());
  for (const std::string& word : place->remaining()) {
    const auto known = KnownWords(*place, word.rfind("--", 0) == 0);
    const std::string nearest = NearestName(word, known);
    if (!nearest.empty()) fmt::print(stderr, "  did you mean \"{}\"?\n", nearest);
    break;
  }
  fmt::print(stderr, "  try: {} --help\n", place == &app ? "pbbench" : "pbbench " + place->get_name());
  return static_cast<int>(ExitCode::kUsage);
}

int ParseAndRun(int argc, char** argv) {
  CLI::App app("pbbench: is this protobuf codec right, how fast is it, did this change make it worse");
  app.name("pbbench");
  app.set_version_flag("--version", "pbbench " PBB_VERSION);
  app.require_subcommand(1);
  Command chosen;
  AddRunCommand(&app, &chosen);
  AddCodecsCommand(&app, &chosen);
  AddCorpusCommand(&app, &chosen);
  AddGenCommand(&app, &chosen);
  AddWorkerCommand(&app, &chosen);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    return ReportUsage(app, error);
  }
  return chosen();
}

int Main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // `pbbench ... | head` must not lose the JSON
  codec::SilenceLibprotobuf();
  try {
    return ParseAndRun(argc, argv);
  } catch (const Error& error) {
    fmt::print(stderr, "pbbench: {}\n", error.what());
    if (!error.way_out().empty()) fmt::print(stderr, "  {}\n", error.way_out());
    return static_cast<int>(error.code());
  } catch (const std::exception& error) {
    fmt::print(stderr, "pbbench: internal error: {}\n", error.what());
    return static_cast<int>(ExitCode::kInternal);
  }
}

}  // namespace
}  // namespace pbb

int main(int argc, char** argv) { return pbb::Main(argc, argv); }
