// Payloads of one shape and one encoded size of which no two share a string: what ring `unique` is made of.
#pragma once

#include <google/protobuf/message.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "corpus/unique_integers.h"
#include "corpus/unique_strings.h"

namespace pbb {

// Derived from one template message by reflection, for any schema. What holds for all payloads of one maker:
// - presence, counts, nesting, lengths and encoded size are the template's; so are all values but the following.
// - Every string and bytes value that is not empty is new: it equals no other one of the same or of another payload.
// - A template without any such value has its integers varied instead, each within its encoded width, so that all
//   payloads differ; without integers too (or when none can change), there is one payload, the template.
// - The n-th payload depends on template, seed and n only.
class UniqueMaker {
 public:
  // Throws Error(kUsage) when not even one payload can have strings of its own, e.g. twelve of one byte.
  UniqueMaker(const google::protobuf::Message& original, uint64_t seed);

  // How many payloads there can be: bounded by the shortest strings, e.g. 620 for a two-byte one.
  uint64_t capacity() const { return capacity_; }

  // Canonical bytes of the next payload. At most capacity() calls.
  std::string Next();

 private:
  std::unique_ptr<google::protobuf::Message> message_;  // the last payload: as good a template as the first
  std::optional<UniqueStrings> strings_;
  std::optional<UniqueIntegers> integers_;
  uint64_t capacity_ = 0;
};

}  // namespace pbb
