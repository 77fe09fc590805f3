#include "run_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.h"
#include "base/places.h"
#include "base/select.h"
#include "base/suggest.h"
#include "codec/ablation.h"
#include "codec/registry.h"
#include "lua/jit.h"

namespace pbb {
namespace {

// What `values` select; all that is known when the flag was not given at all.
std::vector<std::string> NamesOr(const std::vector<std::string>& values, const std::vector<std::string>& known,
                                 const std::string& flag) {
  if (values.empty()) return known;
  std::vector<std::string> selected = SelectNames(values, known, flag);
  if (selected.empty()) throw UsageError("names nothing", flag, SuggestName({}, known));
  return selected;
}

std::vector<measure::SchemaChoice> ChooseSchemas(const RunFlags& flags, const Corpus& corpus) {
  std::vector<std::string> names;
  for (const SchemaEntry& schema : corpus.schemas()) names.push_back(schema.name);
  std::vector<std::string> all_sizes;
  std::vector<measure::SchemaChoice> choices;
  for (const std::string& name : NamesOr(flags.schemas, names, "--schema")) {
    measure::SchemaChoice& choice = choices.emplace_back(measure::SchemaChoice{name, {}});
    for (const SizeEntry& size : corpus.FindSchema(name).sizes) {
      choice.sizes.push_back(size.label);
      all_sizes.push_back(size.label);
    }
  }
  if (flags.sizes.empty()) return choices;
  const auto wanted = NamesOr(flags.sizes, all_sizes, "--size");
  for (measure::SchemaChoice& choice : choices) {
    std::erase_if(choice.sizes,
                  [&](const std::string& s) { return std::find(wanted.begin(), wanted.end(), s) == wanted.end(); });
  }
  std::erase_if(choices, [](const measure::SchemaChoice& choice) { return choice.sizes.empty(); });
  return choices;
}

// --jit is the default of the codecs that have one. Both states make two codecs of each; one of them alone, and an
// option in a name that says otherwise, is a contradiction.
std::vector<codec::CodecName> WithJit(const RunFlags& flags, bool explicit_jit, const codec::CodecName& name) {
  if (!codec::FindCodec(name.base).uses_lua || (explicit_jit && flags.jit.size() > 1)) return {name};
  std::vector<codec::CodecName> names;
  for (const std::string& jit : flags.jit) {
    codec::CodecName& one = names.emplace_back(name);
    if (jit == "on") continue;
    if (explicit_jit && name.options.count("jit") == 0) {
      throw UsageError("--jit off contradicts jit=on", name.base, "leave one of the two out");
    }
    one.options["jit"] = "off";
  }
  return names;
}

// "lua-*[jit=off]" names several: the pattern is the base's.
std::vector<codec::CodecName> ExpandCodec(const RunFlags& flags, const std::string& text, const std::string& flag) {
  const codec::CodecName typed = codec::ParseCodecName(text);
  std::vector<std::string> ids;
  for (const codec::CodecInfo& info : codec::AllCodecs()) ids.push_back(info.id);
  std::vector<codec::CodecName> names;
  for (const std::string& id : typed.base == "all" ? ids : SelectNames({typed.base}, ids, flag)) {
    codec::CodecName name{id, typed.options};
    codec::ValidateCodecName(&name);
    for (codec::CodecName& one : WithJit(flags, typed.options.count("jit") != 0, name)) names.push_back(std::move(one));
  }
  return names;
}

void AddCodec(codec::CodecName name, std::vector<codec::CodecName>* names) {
  if (std::find(names->begin(), names->end(), name) == names->end()) names->push_back(std::move(name));
}

// The codecs of --ablate, and which of them are compared.
std::vector<result::AblationPair> ChooseAblations(const RunFlags& flags, std::vector<codec::CodecName>* names) {
  std::vector<result::AblationPair> pairs;
  if (flags.ablations.empty()) return pairs;
  std::vector<std::string> switches = codec::AblationNames();
  const std::vector<std::string> typed = SplitList(flags.ablations);
  if (std::find(typed.begin(), typed.end(), "all") == typed.end()) {
    switches = NamesOr(flags.ablations, switches, "--ablate");
  }
  for (const std::string& jit : flags.jit) {
    for (const codec::Ablation& one : codec::AblationsOf(switches, jit)) {
      pairs.push_back({one.name, one.history, one.with.Text(), one.without.Text(), jit});
      AddCodec(one.with, names);
      AddCodec(one.without, names);
    }
  }
  return pairs;
}

std::vector<codec::CodecName> ChooseCodecs(const RunFlags& flags) {
  std::vector<codec::CodecName> names;
  std::vector<std::string> given = SplitList(flags.codecs);
  if (flags.codecs.empty() && flags.ablations.empty()) given = {"all"};
  for (const std::string& text : given) {
    for (codec::CodecName& name : ExpandCodec(flags, text, "--codec")) AddCodec(std::move(name), &names);
  }
  if (names.empty() && flags.ablations.empty()) throw UsageError("names nothing", "--codec");
  return names;
}

// A ring with a parameter, `dup:50`, is named rather than chosen from a list.
std::vector<std::string> ChooseRings(const RunFlags& flags, const Corpus& corpus) {
  if (flags.rings.empty()) return {corpus.default_ring()};
  std::vector<std::string> known = corpus.RingNames();
  std::vector<std::string> wanted;
  for (const std::string& text : SplitList(flags.rings)) {
    std::string name = text;
    if (text.rfind("dup", 0) == 0 && text.find_first_of("*?[") == std::string::npos) {
      try {
        name = corpus.FindRing(text).Text();
      } catch (const Error& error) {
        throw UsageError(error.what(), "--ring", error.way_out());
      }
      if (std::find(known.begin(), known.end(), name) == known.end()) known.push_back(name);
    }
    wanted.push_back(std::move(name));
  }
  return NamesOr(wanted, known, "--ring");
}

std::vector<codec::Op> ChooseOps(const RunFlags& flags) {
  std::vector<codec::Op> ops;
  for (const std::string& name : NamesOr(flags.ops, {"encode", "decode"}, "--op")) ops.push_back(*codec::ParseOp(name));
  return ops;
}

void ChooseCells(const RunFlags& flags, measure::RunOptions* options) {
  if (flags.cells.empty()) return;
  std::vector<std::string> ids;
  for (const measure::SchemaChoice& choice : options->schemas) {
    for (const std::string& size : choice.sizes) {
      for (const std::string& ring : options->rings) {
        for (const codec::Op op : options->ops) {
          for (const codec::CodecName& name : options->codecs) {
            ids.push_back(result::CellId{choice.schema, size, ring, codec::OpName(op), name.Text()}.Text());
          }
        }
      }
    }
  }
  const std::vector<std::string> selected = NamesOr(flags.cells, ids, "--cell");
  options->wanted = [wanted = std::set<std::string>(selected.begin(), selected.end())](const result::CellId& id) {
    return wanted.count(id.Text()) != 0;
  };
}

// What jit.opt.start refuses is a typing error, not a wrong codec.
void CheckJitOptions(const std::vector<std::string>& options) {
  lua::State state;
  const std::string error = lua::StartJitOptions(&state, options);
  if (!error.empty()) throw UsageError(error, "--jit-opt");
}

std::string Quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

// Absolute paths, so that a replay command works from any folder.
std::string OwnFlagsForShell(const RunFlags& flags) {
  std::string text;
  const auto add = [&](const char* flag, const std::string& value, bool is_path) {
    if (value.empty()) return;
    text += fmt::format("{}{} {}", text.empty() ? "" : " ", flag,
                        Quoted(is_path ? std::filesystem::absolute(value).string() : value));
  };
  for (const std::string& proto : flags.protos) add("--proto", proto, std::filesystem::exists(proto));
  add("--descriptor-set", flags.descriptor_set, true);
  for (const std::string& folder : flags.includes) add("-I", folder, true);
  add("--message", flags.message, false);
  for (const std::string& payload : flags.payloads) add("--payload", payload, true);
  add("--payload-format", flags.payload_format, false);
  return text;
}

}  // namespace

std::optional<OwnMessage> OwnMessageOf(const RunFlags& flags) {
  const bool any = !flags.protos.empty() || !flags.descriptor_set.empty();
  if (!any) {
    const char* flag = !flags.message.empty()          ? "--message"
                       : !flags.payloads.empty()       ? "--payload"
                       : !flags.payload_format.empty() ? "--payload-format"
                       : !flags.includes.empty()       ? "-I"
                                                       : nullptr;
    if (flag != nullptr)
      throw UsageError("belongs to a message of your own", flag, "name its schema with --proto FILE");
    return std::nullopt;
  }
  if (!flags.protos.empty() && !flags.descriptor_set.empty()) {
    throw UsageError("--proto and --descriptor-set exclude each other", "--descriptor-set", "leave one of the two out");
  }
  if (!flags.schemas.empty() || !flags.sizes.empty() || !flags.rings.empty()) {
    const char* flag = !flags.schemas.empty() ? "--schema" : !flags.sizes.empty() ? "--size" : "--ring";
    throw UsageError("names built-in payloads, and those of your own are measured alone", flag, "leave it out");
  }
  if (flags.message.empty()) throw UsageError("no message is named", "--message", "add --message PACKAGE.NAME");
  if (flags.payloads.empty()) throw UsageError("no payload is named", "--payload", "add --payload FILE or FOLDER");
  const PayloadFormat format = flags.payload_format == "binary" ? PayloadFormat::kBinary
                               : flags.payload_format == "json" ? PayloadFormat::kJson
                               : flags.payload_format == "text" ? PayloadFormat::kText
                                                                : PayloadFormat::kByName;
  return LoadOwnMessage({flags.protos, flags.descriptor_set, flags.includes, flags.message, flags.payloads, format});
}

void AddRunFlags(CLI::App* sub, RunFlags* flags) {
  const auto list = [sub](const char* name, std::vector<std::string>* values, const char* what) {
    sub->add_option(name, *values, what)->type_name("LIST")->group("What to measure")->allow_extra_args(false);
  };
  list("--schema", &flags->schemas, "Message types; lists take commas, repeats and globs (default: all)");
  list("--size", &flags->sizes, "Size labels (default: all)");
  list("--ring", &flags->rings, "repeat, unique, mixed, shuffled, dup:P as in dup:50 (default: unique)");
  list("--op", &flags->ops, "encode, decode (default: both)");
  list("--codec", &flags->codecs, "Codecs, with options as in lua-full[int64=number] (default: all)");
  list("--cell", &flags->cells, "Patterns of whole cells: schema/size/ring/op/codec");

  list("--ablate", &flags->ablations, "Switches of lua-concat's generator, each with and without; all for all");

  const char* yours = "A message of your own";
  const auto files = [sub, yours](const char* name, std::vector<std::string>* values, const char* what,
                                  const char* type) {
    sub->add_option(name, *values, what)->type_name(type)->group(yours)->allow_extra_args(false);
  };
  files("--proto", &flags->protos, "Its .proto file", "FILE");
  files("-I", &flags->includes, "Folder that imports are relative to", "DIR");
  sub->add_option("--descriptor-set", flags->descriptor_set,
                  "Instead of --proto: what protoc --descriptor_set_out wrote")
      ->type_name("FILE")
      ->group(yours);
  sub->add_option("--message", flags->message, "Its full name")->type_name("NAME")->group(yours);
  files("--payload", &flags->payloads, "A payload, or a folder of them; repeatable", "FILE");
  sub->add_option("--payload-format", flags->payload_format,
                  "Of all payloads (default: .json JSON; .txt, .textproto, .txtpb, .pbtxt text; others binary)")
      ->check(CLI::IsMember({"binary", "json", "text"}))
      ->group(yours);

  const char* how = "How";
  sub->add_flag("--quick", flags->quick, "One launch, inside 20 seconds, no intervals")->group(how);
  sub->add_flag("--verify-only", flags->verify_only, "Check every payload, time nothing")->group(how);
  sub->add_flag("--dry-run", flags->dry_run, "Print the plan and how long it will take")->group(how);
  sub->add_option("--budget", flags->budget, "Time for everything: 90s, 2m")->group(how)->capture_default_str();
  sub->add_option("--launches", flags->launches, "Fresh processes (default: 10)")
      ->check(CLI::Range(1, 1000))
      ->group(how);
  sub->add_option("--seed", flags->seed, "Of payloads and launches")
      ->check(CLI::Range(uint64_t{0}, (uint64_t{1} << 53) - 1))
      ->group(how)
      ->capture_default_str();
  sub->add_option("--jit", flags->jit, "LuaJIT's compiler: on, off, or both as on,off (default: on)")
      ->type_name("LIST")
      ->group(how)
      ->allow_extra_args(false);
  sub->add_option("--jit-opt", flags->jit_options, "For jit.opt.start, e.g. hotloop=10")
      ->group(how)
      ->allow_extra_args(false);
  sub->add_option("--codecs", flags->codec_tree, "Codec tree that the Lua side loads from")
      ->type_name("DIR")
      ->group(how);
  sub->add_option("--timer", flags->timer, "Who times in-process slots")
      ->check(CLI::IsMember({"google-benchmark", "own"}))
      ->group(how)
      ->capture_default_str();

  const char* output = "Output";
  sub->add_option("--json", flags->json, "Write the result document, - for stdout")->type_name("FILE")->group(output);
  sub->add_option("--save", flags->save, "Keep the document as reports/baselines/NAME.json, for `compare NAME`")
      ->type_name("NAME")
      ->group(output);
  sub->add_option("--markdown", flags->markdown, "Write PERF_LOG's tables, - for stdout")
      ->type_name("FILE")
      ->group(output);
  sub->add_option("--baseline", flags->baseline, "Older document: --markdown shows before, after, change")
      ->type_name("FILE")
      ->group(output);
  sub->add_option("--baseline-codec", flags->baseline_codec, "What the ratio column is against")
      ->group(output)
      ->capture_default_str();
  sub->add_option("--color", flags->color, "Colour of the table")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->group(output)
      ->capture_default_str();
  sub->add_flag("-q,--quiet", flags->quiet, "No table, no progress, no warnings")->group(output);
  RefuseEmptyNames(sub);
}

measure::RunOptions ValidateRunFlags(RunFlags* typed, const Corpus& corpus, const OwnMessage* own) {
  RunFlags& flags = *typed;
  if (!flags.baseline.empty() && flags.markdown.empty()) {
    throw UsageError("shows in --markdown only", "--baseline", "add --markdown FILE, or - for stdout");
  }
  if (flags.quick && flags.launches.value_or(1) != 1)
    throw UsageError("--quick is one launch", "--launches", "leave one of the two out");
  measure::RunOptions options;
  if (own != nullptr) {
    options.schemas = {{own->ring.schema, {own->ring.size}}};
    options.rings = {own->ring.ring};
    options.own_message = OwnFlagsForShell(flags);
  } else {
    options.schemas = ChooseSchemas(flags, corpus);
    options.rings = ChooseRings(flags, corpus);
  }
  options.ops = ChooseOps(flags);
  flags.jit = NamesOr(flags.jit, {"on", "off"}, "--jit");
  options.codecs = ChooseCodecs(flags);
  options.ablations = ChooseAblations(flags, &options.codecs);
  ChooseCells(flags, &options);
  options.launches = flags.launches.value_or(measure::kDefaultLaunches);
  options.budget_ns = ParseDuration(flags.budget, "--budget");
  options.quick = flags.quick;
  options.verify_only = flags.verify_only;
  options.seed = flags.seed;
  options.jit = flags.jit.front() == "on";  // the names say the rest
  CheckJitOptions(flags.jit_options);
  options.jit_options = flags.jit_options;
  options.timer = flags.timer == "own" ? measure::Timer::kOwn : measure::Timer::kGoogleBenchmark;
  // Absolute, so that a replay command works from any folder.
  options.codec_tree =
      flags.codec_tree.empty() ? DefaultCodecTree() : std::filesystem::absolute(flags.codec_tree).string();
  const bool any_lua = std::any_of(options.codecs.begin(), options.codecs.end(),
                                   [](const codec::CodecName& name) { return codec::FindCodec(name.base).uses_lua; });
  if (!any_lua && !std::filesystem::exists(options.codec_tree)) options.codec_tree.clear();
  options.worker_command = {"/proc/self/exe", "worker"};
  flags.baseline_codec = ExpandCodec(flags, flags.baseline_codec, "--baseline-codec").front().Text();
  return options;
}

nlohmann::json FlagsAsJson(const RunFlags& flags, const measure::RunOptions& options) {
  nlohmann::json json;
  for (const measure::SchemaChoice& choice : options.schemas) {
    json["schema"].push_back(choice.schema);
    for (const std::string& size : choice.sizes) json["size"].push_back(size);
  }
  json["ring"] = options.rings;
  for (const codec::Op op : options.ops) json["op"].push_back(codec::OpName(op));
  for (const codec::CodecName& name : options.codecs) json["codec"].push_back(name.Text());
  json["cell"] = flags.cells;
  json["own-message"] = !options.own_message.empty();
  json["quick"] = flags.quick;
  json["verify-only"] = flags.verify_only;
  json["budget_ns"] = flags.quick ? std::min(options.budget_ns, measure::kQuickBudgetNs) : options.budget_ns;
  json["ring-payloads"] = options.ring_limits.max_payloads;
  json["ring-bytes"] = options.ring_limits.max_bytes;
  json["launches"] = flags.quick ? 1 : options.launches;
  json["jit"] = flags.jit;
  json["ablate"] = flags.ablations;
  json["jit-opt"] = flags.jit_options;
  json["quiet"] = flags.quiet;
  json["color"] = flags.color;
  json["codecs"] = flags.codec_tree.empty() ? "own" : "given";  // paths are nobody else's business
  json["json"] = !flags.json.empty();
  json["save"] = !flags.save.empty();
  json["markdown"] = !flags.markdown.empty();
  json["baseline"] = !flags.baseline.empty();
  json["timer"] = flags.timer;
  json["baseline-codec"] = flags.baseline_codec;
  return json;
}

}  // namespace pbb
