// corpus/manifest.json: which schemas, sizes and rings there are, and how their payloads are built. Its structure is
// corpus/manifest.schema.json.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "corpus/recipe.h"

namespace pbb {

struct SizeEntry {
  std::string label;   // "1KB"
  uint64_t bytes = 0;  // of the canonical payload, exactly
  std::string sha256;  // of the canonical payload
  Recipe payload;
};

struct SchemaEntry {
  std::string name;              // "hello.Person"
  std::string proto;             // "hello.proto", below the root's proto/
  std::vector<SizeEntry> sizes;  // in the order in which they are shown
};

struct RingEntry {
  std::string name;         // "unique"
  std::string description;  // one line for a person
};

struct Manifest {
  std::vector<RingEntry> rings;
  std::string default_ring;
  std::vector<SchemaEntry> schemas;
};

// Throws Error(kUsage) that says `where` (the file) and the JSON pointer of what is wrong: bad JSON, a key missing,
// unknown or of another type, a name twice, another major version.
Manifest ParseManifest(const std::string& json, const std::string& where);

}  // namespace pbb
