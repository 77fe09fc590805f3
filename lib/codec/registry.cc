#include "codec/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <lua.hpp>

#include "base/error.h"
#include "base/suggest.h"
#include "codec/floor_copy.h"
#include "codec/lua_codec.h"
#include "codec/oracle.h"
#include "codec/protobuf_codec.h"
#include "luagen/concat_switches.h"

namespace pbb::codec {
namespace {

std::map<std::string, std::vector<std::string>> LuaOptions() {
  return {{"deterministic", {"off", "on"}},
          {"int64", {"cdata", "number"}},
          {"jit", {"on", "off"}},
          {"validate_utf8", {"on", "off"}}};
}

std::vector<CodecInfo> MakeList() {
  CodecInfo reused;
  reused.id = "protobuf";
  reused.language = "C++";
  reused.version = "libprotobuf " + LibprotobufVersion();
  reused.what = "generated C++ code, message and string used again";
  reused.limits = "schemas that are not linked into pbbench";
  reused.fairness.reuses = true;

  CodecInfo fresh = reused;
  fresh.id = "protobuf-fresh";
  fresh.what = "generated C++ code, a fresh message or string each time";
  fresh.fairness.reuses = false;

  CodecInfo arena = fresh;
  arena.id = "protobuf-arena";
  arena.what = "generated C++ code, an arena for each message and a fresh string each time";

  CodecInfo dynamic = reused;
  dynamic.id = "protobuf-dynamic";
  dynamic.what = "DynamicMessage over the schema's descriptors, message and string used again";
  dynamic.limits = "unknown fields in map entries";

  CodecInfo plan;
  plan.id = "cpp-plan";
  plan.language = "C++ for Lua";
  plan.version = "pbbench " PBB_VERSION;
  plan.what = "one C call per message, walking a plan compiled from the descriptor";
  plan.limits = "messages with option message_set_wire_format";
  plan.options = LuaOptions();
  plan.uses_lua = true;

  CodecInfo hand = plan;
  hand.id = "cpp-hand";
  hand.what = "hand-written C++ for the two bench schemas, one C call per message: the ceiling of cpp-plan";
  hand.limits = "messages other than hello.Person, proto2_basic.BenchPayload and those in them";

  CodecInfo full = plan;
  full.id = "lua-full";
  full.language = "Lua";
  full.what = "generated Lua: FFI buffer encode, order-predicted decode";
  full.module_folder = "full";

  CodecInfo index = full;
  index.id = "lua-index";
  index.language = "C++ and Lua";
  index.what = "encode as lua-full; decode: C++ parses into a flat index by one FFI call, generated Lua builds from it";
  index.module_folder = "index";

  CodecInfo concat = full;
  concat.id = "lua-concat";
  concat.what = "generated Lua: list of strings and table.concat, string.byte loop; the yardstick";
  concat.module_folder = "concat";
  for (const luagen::ConcatSwitch& one : luagen::AllConcatSwitches()) {
    const bool on = luagen::ConcatDefault(one);
    concat.options[std::string(one.name)] = {on ? "on" : "off", on ? "off" : "on"};
  }

  CodecInfo copy;
  copy.id = "floor-copy";
  copy.language = "C++";
  copy.version = "pbbench " PBB_VERSION;
  copy.what = "memcpy of the payload: the distance of everything to memory's speed; no codec";
  copy.limits = "anything but copying; checked: the bytes are the payload's";
  copy.fairness = {true, false, true, true};
  return {reused, fresh, arena, dynamic, plan, hand, index, full, concat, copy};
}

const CodecInfo* Find(const std::string& id) {
  for (const CodecInfo& info : AllCodecs()) {
    if (info.id == id) return &info;
  }
  return nullptr;
}

std::vector<std::string> Ids() {
  std::vector<std::string> ids;
  for (const CodecInfo& info : AllCodecs()) ids.push_back(info.id);
  return ids;
}

}  // namespace

const std::vector<CodecInfo>& AllCodecs() {
  static const std::vector<CodecInfo> list = MakeList();
  return list;
}

const CodecInfo& FindCodec(const std::string& id) {
  const CodecInfo* info = Find(id);
  if (info == nullptr) throw UsageError(fmt::format("unknown codec \"{}\"", id), "--codec", SuggestName(id, Ids()));
  return *info;
}

void ValidateCodecName(CodecName* name) {
  const CodecInfo& info = FindCodec(name->base);
  for (auto it = name->options.begin(); it != name->options.end();) {
    const auto known = info.options.find(it->first);
    if (known == info.options.end()) {
      std::vector<std::string> names;
      for (const auto& [key, values] : info.options) names.push_back(key);
      throw UsageError(fmt::format("unknown option \"{}\"", it->first), name->base,
                       names.empty() ? "it has no options" : SuggestName(it->first, names));
    }
    const std::vector<std::string>& values = known->second;
    if (std::find(values.begin(), values.end(), it->second) == values.end()) {
      throw UsageError(fmt::format("option {} can't be \"{}\"", it->first, it->second), name->base,
                       SuggestName(it->second, values));
    }
    it = it->second == values.front() ? name->options.erase(it) : std::next(it);
  }
}

MadeCodec MakeCodec(const CodecSpec& spec) {
  const CodecInfo& info = FindCodec(spec.name.base);
  if (info.id == "floor-copy") return MakeFloorCopy(spec);
  if (!info.uses_lua) return MakeProtobufCodec(spec);
  CodecSpec with_jit = spec;
  if (const auto jit = spec.name.options.find("jit"); jit != spec.name.options.end())
    with_jit.jit = jit->second == "on";
  return MakeLuaCodec(with_jit);
}

std::string WhyUnusable(const CodecInfo& info, const std::string& codec_tree) {
  if (!info.uses_lua) return {};
  const std::string needed = info.module_folder.empty() ? "pbplan.so" : "pblua/init.lua";
  if (std::filesystem::exists(codec_tree + "/" + needed)) return {};
  return fmt::format("{}/{} is missing; build the target `codecs`, or name a codec tree with --codecs", codec_tree,
                     needed);
}

}  // namespace pbb::codec
