// corpus/manifest.json: which schemas, sizes and rings there are, and how their payloads are built.
#include "corpus/manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.h"
#include "base/suggest.h"

namespace pbb {
namespace {

using nlohmann::json;

constexpr int kMajorVersion = 1;

// One value of the document and the way to it, for errors.
class Node {
 public:
  Node(const json& value, const std::string& where, std::string pointer)
      : value_(value), where_(where), pointer_(std::move(pointer)) {}

  [[noreturn]] void Fail(const std::string& what, const std::string& way_out = {}) const {
    throw UsageError(fmt::format("{}: {}", pointer_.empty() ? "/" : pointer_, what), where_, way_out);
  }

  // An object with exactly these keys.
  void RequireKeys(const std::vector<std::string>& keys) const {
    if (!value_.is_object()) Fail("object expected");
    for (const auto& [key, unused] : value_.items()) {
      if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
        Fail(fmt::format("unknown key \"{}\"", key), SuggestName(key, keys));
      }
    }
    for (const std::string& key : keys) {
      if (!value_.contains(key)) Fail(fmt::format("key \"{}\" is missing", key));
    }
  }

  Node At(const std::string& key) const { return Node(value_.at(key), where_, pointer_ + "/" + key); }

  std::vector<Node> Elements() const {
    if (!value_.is_array() || value_.empty()) Fail("array with at least one element expected");
    std::vector<Node> nodes;
    for (size_t i = 0; i < value_.size(); ++i) nodes.emplace_back(value_[i], where_, fmt::format("{}/{}", pointer_, i));
    return nodes;
  }

  bool is_string() const { return value_.is_string(); }

  std::string Text() const {
    if (!value_.is_string() || value_.get_ref<const std::string&>().empty()) Fail("string expected, not empty");
    return value_.get<std::string>();
  }

  uint64_t Count() const {
    if (!value_.is_number_unsigned()) Fail("whole number expected, not negative");
    return value_.get<uint64_t>();
  }

  // A name in an id, so neither repeated in `seen` nor with a slash.
  std::string Name(std::set<std::string>& seen) const {
    std::string name = Text();
    if (name.find('/') != std::string::npos)
      Fail(fmt::format("\"{}\" has a slash, which separates the parts of an id", name));
    if (!seen.insert(name).second) Fail(fmt::format("\"{}\" is there twice", name));
    return name;
  }

 private:
  const json& value_;
  const std::string& where_;
  std::string pointer_;
};

Recipe ReadRecipe(const Node& node) {
  Recipe recipe;
  for (const Node& part : node.Elements()) {
    if (part.is_string()) {
      recipe.push_back({1, part.Text()});
      continue;
    }
    part.RequireKeys({"repeat", "text"});
    recipe.push_back({part.At("repeat").Count(), part.At("text").Text()});
  }
  return recipe;
}

std::string ReadSha256(const Node& node) {
  std::string digits = node.Text();
  if (digits.size() != 64 || digits.find_first_not_of("0123456789abcdef") != std::string::npos) {
    node.Fail("64 lower-case hex digits expected");
  }
  return digits;
}

SchemaEntry ReadSchema(const Node& node, std::set<std::string>& names) {
  node.RequireKeys({"name", "proto", "sizes"});
  SchemaEntry schema{node.At("name").Name(names), node.At("proto").Text(), {}};
  std::set<std::string> labels;
  for (const Node& size : node.At("sizes").Elements()) {
    size.RequireKeys({"label", "bytes", "sha256", "payload"});
    schema.sizes.push_back({size.At("label").Name(labels), size.At("bytes").Count(), ReadSha256(size.At("sha256")),
                            ReadRecipe(size.At("payload"))});
  }
  return schema;
}

}  // namespace

Manifest ParseManifest(const std::string& text, const std::string& where) {
  json document;
  try {
    document = json::parse(text);
  } catch (const json::exception& error) {
    throw UsageError(error.what(), where);
  }
  const Node root(document, where, "");
  root.RequireKeys({"manifest_version", "rings", "default_ring", "schemas"});
  const std::string version = root.At("manifest_version").Text();
  if (version.rfind(fmt::format("{}.", kMajorVersion), 0) != 0) {
    root.At("manifest_version")
        .Fail(fmt::format("version {} is not one that this program reads ({}.x)", version, kMajorVersion));
  }
  Manifest manifest;
  std::set<std::string> rings;
  for (const Node& ring : root.At("rings").Elements()) {
    ring.RequireKeys({"name", "description"});
    manifest.rings.push_back({ring.At("name").Name(rings), ring.At("description").Text()});
  }
  manifest.default_ring = root.At("default_ring").Text();
  if (rings.count(manifest.default_ring) == 0) root.At("default_ring").Fail("is not one of the rings");
  std::set<std::string> schemas;
  for (const Node& schema : root.At("schemas").Elements()) manifest.schemas.push_back(ReadSchema(schema, schemas));
  return manifest;
}

}  // namespace pbb
