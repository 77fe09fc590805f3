// The corpus of one root folder: manifest, schemas, payloads, rings. The one door to them for everything else.
#include "corpus/corpus.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/suggest.h"
#include "corpus/random.h"

namespace pbb {
namespace {

std::string ManifestPath(const std::string& root) { return root + "/corpus/manifest.json"; }

template <typename Entries, typename Name>
const auto& Find(const Entries& entries, const std::string& wanted, const std::string& kind, const Name& name_of) {
  std::vector<std::string> known;
  for (const auto& entry : entries) {
    if (name_of(entry) == wanted) return entry;
    known.push_back(name_of(entry));
  }
  throw UsageError(fmt::format("unknown {} \"{}\"", kind, wanted), {}, SuggestName(wanted, known));
}

// One seed for each schema and size, so that two rings of one run do not hold the same strings.
uint64_t SeedFor(uint64_t seed, const std::string& schema, const std::string& size) {
  const std::string digest = Sha256Hex(fmt::format("{}/{}", schema, size));
  uint64_t name_bits = 0;
  std::from_chars(digest.data(), digest.data() + 16, name_bits, 16);
  return SplitMix64(seed ^ name_bits).Next();
}

std::vector<std::string> SplitAtSlashes(const std::string& text) {
  std::vector<std::string> parts;
  size_t at = 0;
  while (true) {
    const size_t slash = text.find('/', at);
    parts.push_back(text.substr(at, slash - at));
    if (slash == std::string::npos) return parts;
    at = slash + 1;
  }
}

}  // namespace

Corpus::Corpus(std::string root)
    : root_(std::move(root)), manifest_(ParseManifest(ReadFile(ManifestPath(root_)), ManifestPath(root_))) {
  const std::vector<std::string>& known = KnownRings();
  for (const RingEntry& ring : manifest_.rings) {
    if (std::find(known.begin(), known.end(), ring.name) != known.end()) continue;
    throw UsageError(fmt::format("no payloads can be made for ring \"{}\"", ring.name), ManifestPath(root_),
                     SuggestName(ring.name, known));
  }
}

const SchemaEntry& Corpus::FindSchema(const std::string& name) const {
  return Find(manifest_.schemas, name, "schema", [](const SchemaEntry& entry) { return entry.name; });
}

const SizeEntry& Corpus::FindSize(const SchemaEntry& schema, const std::string& label) const {
  return Find(schema.sizes, label, "size of " + schema.name, [](const SizeEntry& entry) { return entry.label; });
}

RingName Corpus::FindRing(const std::string& name) const {
  const std::string kind = name.rfind("dup", 0) == 0 ? ParseRingName(name).kind : name;
  Find(manifest_.rings, kind, "ring", [](const RingEntry& entry) { return entry.name; });
  return ParseRingName(name);
}

std::vector<std::string> Corpus::RingNames() const {
  std::vector<std::string> names;
  for (const RingEntry& ring : manifest_.rings) names.push_back(ExampleOf(ring.name));
  return names;
}

Corpus::CompiledProto& Corpus::Compiled(const SchemaEntry& schema) {
  const auto found = compiled_.find(schema.proto);
  if (found != compiled_.end()) return found->second;
  const std::string folder = root_ + "/proto";
  CompiledProto compiled{CompileProto({folder + "/" + schema.proto}, {folder}), nullptr};
  compiled.pool = std::make_unique<SchemaPool>(compiled.schema.descriptor_set);
  return compiled_.emplace(schema.proto, std::move(compiled)).first->second;
}

std::string Corpus::Payload(const SchemaEntry& schema, const std::string& size_label) {
  const SizeEntry& size = FindSize(schema, size_label);
  std::string bytes;
  const std::string where = fmt::format("{}: {}/{}", ManifestPath(root_), schema.name, size.label);
  try {
    bytes = SerializeCanonical(*Pool(schema).ParseText(schema.name, ExpandRecipe(size.payload)));
  } catch (const Error& error) {
    throw UsageError(error.what(), where, error.way_out());
  }
  const std::string sha256 = Sha256Hex(bytes);
  if (bytes.size() != size.bytes || sha256 != size.sha256) {
    throw UsageError(fmt::format("the payload is {} bytes with SHA-256 {}, the manifest says {} and {}", bytes.size(),
                                 sha256, size.bytes, size.sha256),
                     where, "undo the change of schema or payload, or write down the new values");
  }
  return bytes;
}

Ring Corpus::MakeRing(const SchemaEntry& schema, const std::string& size_label, const std::string& ring, uint64_t seed,
                      const RingLimits& limits) {
  const RingName name = FindRing(ring);
  const auto original = Pool(schema).ParseBytes(schema.name, Payload(schema, size_label));
  Ring result;
  result.schema = schema.name;
  result.size = size_label;
  result.ring = name.Text();
  result.payloads = RingPayloads(name, *original, SeedFor(seed, schema.name, size_label), limits);
  result.Finish();
  return result;
}

PayloadId Corpus::ParseId(const std::string& id) const {
  const std::vector<std::string> parts = SplitAtSlashes(id);
  if (parts.size() != 3 && parts.size() != 4) {
    throw UsageError("SCHEMA/SIZE/RING or SCHEMA/SIZE/RING/NUMBER expected", id,
                     "for example hello.Person/1KB/unique/0");
  }
  PayloadId parsed{FindSchema(parts[0]).name, FindSize(FindSchema(parts[0]), parts[1]).label,
                   FindRing(parts[2]).Text()};
  if (parts.size() == 4) {
    const std::string& digits = parts[3];
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), parsed.index);
    if (error != std::errc() || end != digits.data() + digits.size()) {
      throw UsageError(fmt::format("\"{}\" is not the number of a payload", digits), id);
    }
  }
  return parsed;
}

std::string Corpus::TextOf(const PayloadId& id, uint64_t seed) {
  const SchemaEntry& schema = FindSchema(id.schema);
  const uint64_t wanted = std::min(id.index, kMaxRingPayloads - 1) + 1;
  const Ring ring = MakeRing(schema, id.size, id.ring, seed, {wanted, kMaxRingBytes});
  if (id.index >= ring.payloads.size()) {
    throw UsageError(fmt::format("has no payload {}, its last is {}", id.index, ring.payloads.size() - 1),
                     fmt::format("{}/{}/{}", id.schema, id.size, id.ring));
  }
  return Pool(schema).TextOf(schema.name, ring.payloads[id.index]);
}

std::vector<CorpusRow> Corpus::List() const {
  std::vector<CorpusRow> rows;
  for (const SchemaEntry& schema : manifest_.schemas) {
    for (const SizeEntry& size : schema.sizes) {
      for (const std::string& ring : RingNames()) {
        rows.push_back({schema.name, size.label, ring, size.bytes, size.sha256});
      }
    }
  }
  return rows;
}

}  // namespace pbb
