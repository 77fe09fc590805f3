#include "cmd_codecs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "base/places.h"
#include "codec/registry.h"
#include "output.h"
#include "render/columns.h"

namespace pbb {
namespace {

struct CodecsOptions {
  std::string codec_tree;
};

int RunCodecs(const CodecsOptions& options) {
  const std::string tree = options.codec_tree.empty() ? DefaultCodecTree() : options.codec_tree;
  std::vector<std::vector<render::Field>> rows{{{"codec"}, {"language"}, {"version"}, {"usable"}, {"can't do"}}};
  std::string details = "\n";
  for (const codec::CodecInfo& info : codec::AllCodecs()) {
    const std::string why = codec::WhyUnusable(info, tree);
    rows.push_back({{info.id},
                    {info.language},
                    {info.version},
                    {why.empty() ? "yes" : "no"},
                    {info.limits.empty() ? "-" : info.limits}});
    details += fmt::format("{}: {}\n", info.id, info.what);
    for (const auto& [name, values] : info.options) details += fmt::format("  [{}={}]\n", name, fmt::join(values, "|"));
    if (!why.empty()) details += fmt::format("  not usable: {}\n", why);
  }
  WriteStdout(render::AlignColumns(rows, {0, 1, 2, 3, 4}) + details);
  return 0;
}

}  // namespace

void AddCodecsCommand(CLI::App* app, Command* chosen) {
  auto options = std::make_shared<CodecsOptions>();
  CLI::App* sub = AddCommand(app, chosen, "codecs", "List the codecs: language, version, limits, usable here or not",
                             [options] { return RunCodecs(*options); });
  sub->add_option("--codecs", options->codec_tree, "Codec tree that the Lua side loads from")->type_name("DIR");
}

}  // namespace pbb
