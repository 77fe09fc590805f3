// Payloads of one shape and one encoded size of which no two share a string: what ring `unique` is made of.
#pragma once

#include <google/protobuf/message.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "corpus/unique_numbers.h"
#include "corpus/unique_strings.h"

namespace pbb {

// Derived from one template message by reflection, for any schema. What holds for all payloads of one maker:
// - presence, counts, nesting, lengths and encoded size are the template's; so are all values but the following.
// - Every string and bytes value that is not empty is new: it equals no other one of the same or of another payload.
//   With `repeat_percent` (0..100), that share of them comes from a pool of 16 of each length instead: ring `dup:P`.
// - A template without any such value has its numbers varied instead, each within its encoded width, so that all
//   payloads differ; when none can change either, there is one payload, the template.
// - The n-th payload depends on template, seed and n only.
class UniqueMaker {
 public:
  UniqueMaker(const google::protobuf::Message& original, uint64_t seed, unsigned repeat_percent = 0);

  // How many payloads there can be; 0 when not even one can have strings of its own, e.g. twelve of one byte. Bounded
  // by the shortest strings, e.g. 620 for a two-byte one. With a share that repeats there can be more.
  uint64_t capacity() const { return capacity_; }

  // Canonical bytes of the next payload, or none when it could not be new.
  std::optional<std::string> Next();

 private:
  std::unique_ptr<google::protobuf::Message> message_;  // the last payload: as good a template as the first
  std::optional<UniqueStrings> strings_;
  std::optional<UniqueNumbers> numbers_;
  uint64_t capacity_ = 0;
  uint64_t made_ = 0;
};

}  // namespace pbb
