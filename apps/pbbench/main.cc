// pbbench: is this codec right, how fast is it, did this change make it worse.
// Parses the command line, runs one subcommand, turns errors into texts and exit codes.
#include <fmt/format.h>

#include <csignal>
#include <exception>
#include <filesystem>
#include <sstream>

#include "base/error.h"
#include "base/suggest.h"
#include "cmd_codecs.h"
#include "cmd_compare.h"
#include "cmd_corpus.h"
#include "cmd_gen.h"
#include "cmd_log.h"
#include "cmd_run.h"
#include "cmd_worker.h"
#include "codec/oracle.h"
#include "command.h"
#include "output.h"
#include "render/units.h"

namespace pbb {
namespace {

// What is said may hold what a file or a flag held: nothing of that may steer a terminal. Its own lines stay.
std::string PrintableLines(std::string_view text) {
  std::string out;
  for (size_t begin = 0;;) {
    const size_t end = text.find('\n', begin);
    out += render::Printable(text.substr(begin, end == std::string_view::npos ? end : end - begin));
    if (end == std::string_view::npos) return out;
    out += '\n';
    begin = end + 1;
  }
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

// The command that the command line got to, and how it is typed: "pbbench corpus show".
struct Place {
  const CLI::App* app;
  std::string typed;
};

Place Deepest(const CLI::App& app) {
  Place place{&app, app.get_name()};
  for (auto subs = app.get_subcommands(); !subs.empty(); subs = place.app->get_subcommands()) {
    place.app = subs.front();
    place.typed += " " + place.app->get_name();
  }
  return place;
}

// A word where a command should stand: the parser itself would only say that one is required.
void RefuseUnknownCommand(const CLI::App& app, int argc, char** argv, int index) {
  const std::vector<const CLI::App*> subs = app.get_subcommands([](const CLI::App*) { return true; });
  if (index >= argc || argv[index][0] == '-' || subs.empty()) return;
  const std::string word = argv[index];
  for (const CLI::App* sub : subs) {
    if (sub->get_name() == word) return RefuseUnknownCommand(*sub, argc, argv, index + 1);
  }
  throw UsageError(fmt::format("unknown command \"{}\"", word), {}, SuggestName(word, KnownWords(app, false)));
}

// Usage errors end with 2, whatever number the parser has for them, and an unknown flag gets a suggestion.
int ReportUsage(const CLI::App& app, const CLI::ParseError& error) {
  const Place place = Deepest(app);
  std::string text = fmt::format("pbbench: {}\n", PrintableLines(error.what()));
  const std::vector<std::string> extra = place.app->remaining();
  for (const std::string& word : extra) {
    if (word.rfind("--", 0) != 0) continue;
    text = fmt::format("pbbench: unknown flag {}\n", render::Printable(word));
    const std::string nearest = NearestName(word, KnownWords(*place.app, true));
    if (!nearest.empty()) text += fmt::format("  did you mean \"{}\"?\n", nearest);
    break;
  }
  WriteStderr(text + fmt::format("  try: {} --help\n", place.typed));
  return static_cast<int>(ExitCode::kUsage);
}

int ParseAndRun(int argc, char** argv) {
  CLI::App app("pbbench: is this protobuf codec right, how fast is it, did this change make it worse");
  app.name("pbbench");
  app.set_version_flag("--version", "pbbench " PBB_VERSION);
  app.require_subcommand(1);
  Command chosen;
  AddRunCommand(&app, &chosen);
  AddCompareCommand(&app, &chosen);
  AddLogCommand(&app, &chosen);
  AddCodecsCommand(&app, &chosen);
  AddCorpusCommand(&app, &chosen);
  AddGenCommand(&app, &chosen);
  AddWorkerCommand(&app, &chosen);
  RefuseUnknownCommand(app, argc, argv, 1);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version
    std::ostringstream text;
    const int code = app.exit(success, text, text);
    WriteStdout(text.str());
    return code;
  } catch (const CLI::ParseError& error) {
    return ReportUsage(app, error);
  }
  return chosen();
}

int Main(int argc, char** argv) {
  KeepStandardStreamsTaken();
  std::signal(SIGPIPE, SIG_IGN);  // `pbbench ... | head` must not lose the JSON
  std::signal(SIGXFSZ, SIG_IGN);  // a limit on file sizes is an error of the write
  codec::SilenceLibprotobuf();
  try {
    return ParseAndRun(argc, argv);
  } catch (const Error& error) {
    WriteStderr(fmt::format("pbbench: {}\n", PrintableLines(error.what())));
    if (!error.way_out().empty()) WriteStderr("  " + PrintableLines(error.way_out()) + "\n");
    return static_cast<int>(error.code());
  } catch (const std::filesystem::filesystem_error& error) {  // a path that the system will not even look at
    WriteStderr(fmt::format("pbbench: {}: {}\n", render::Printable(error.path1().string()), error.code().message()));
    return static_cast<int>(ExitCode::kUsage);
  } catch (const std::exception& error) {
    WriteStderr(fmt::format("pbbench: internal error: {}\n", error.what()));
    return static_cast<int>(ExitCode::kInternal);
  }
}

}  // namespace
}  // namespace pbb

int main(int argc, char** argv) { return pbb::Main(argc, argv); }
