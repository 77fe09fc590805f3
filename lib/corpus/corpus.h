// The corpus of one root folder: manifest, schemas, payloads, rings. The one door to them for everything else.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "corpus/manifest.h"
#include "corpus/ring.h"
#include "schema/compile.h"
#include "schema/pool.h"

namespace pbb {

// schema/size/ring, and which payload of the ring: `hello.Person/1KB/unique/17`. Payloads count from 0.
struct PayloadId {
  std::string schema;
  std::string size;
  std::string ring;
  uint64_t index = 0;
};

// A line of `pbbench corpus list`.
struct CorpusRow {
  std::string schema;
  std::string size;
  std::string ring;
  uint64_t bytes = 0;  // of one payload
  std::string sha256;  // of the payload that the ring is made from, the one of ring `repeat`
};

// Not thread-safe: schemas are compiled and payloads checked when they are first asked for, then kept.
class Corpus {
 public:
  // `root` holds corpus/manifest.json and proto/. Throws Error(kUsage) for a manifest that can't be used.
  explicit Corpus(std::string root);

  const std::vector<SchemaEntry>& schemas() const { return manifest_.schemas; }
  const std::vector<RingEntry>& rings() const { return manifest_.rings; }
  const std::string& default_ring() const { return manifest_.default_ring; }

  // Throw Error(kUsage) with a suggestion for an unknown name.
  const SchemaEntry& FindSchema(const std::string& name) const;
  const SizeEntry& FindSize(const SchemaEntry& schema, const std::string& label) const;
  RingName FindRing(const std::string& name) const;

  // One name for each of the manifest's rings, with an example where there is a parameter: "unique", "dup:50".
  std::vector<std::string> RingNames() const;

  // The schema's .proto with all imports as FileDescriptorSet bytes; the names in it of the files that were compiled;
  // and its types. They last as long as the corpus.
  const std::string& DescriptorSet(const SchemaEntry& schema) { return Compiled(schema).schema.descriptor_set; }
  const std::vector<std::string>& ProtoFiles(const SchemaEntry& schema) { return Compiled(schema).schema.files; }
  SchemaPool& Pool(const SchemaEntry& schema) { return *Compiled(schema).pool; }

  // Canonical bytes of the payload that the manifest describes. Throws Error(kUsage) when its size or SHA-256 is not
  // the manifest's.
  std::string Payload(const SchemaEntry& schema, const std::string& size_label);

  // Equal arguments give equal bytes, on every machine. Throws Error(kUsage) as the functions above.
  Ring MakeRing(const SchemaEntry& schema, const std::string& size_label, const std::string& ring, uint64_t seed,
                const RingLimits& limits = {});

  // Throws Error(kUsage) for another form, unknown parts (with a suggestion) or a bad number.
  PayloadId ParseId(const std::string& id) const;

  // One payload as text format. Throws Error(kUsage) when the ring has fewer payloads.
  std::string TextOf(const PayloadId& id, uint64_t seed);

  // Every schema, size and ring in the manifest's order.
  std::vector<CorpusRow> List() const;

 private:
  struct CompiledProto {
    CompiledSchema schema;
    std::unique_ptr<SchemaPool> pool;
  };
  CompiledProto& Compiled(const SchemaEntry& schema);

  std::string root_;
  Manifest manifest_;
  std::map<std::string, CompiledProto> compiled_;  // by SchemaEntry::proto
};

}  // namespace pbb
