// Payloads of random shape around a template: what ring `mixed` is made of, and `shuffled` before its shuffling.
#pragma once

#include <google/protobuf/message.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "corpus/random.h"
#include "corpus/unique_strings.h"

namespace pbb {

// In each payload, at every level:
// - a field that the template has is there with probability 0.6, a required one always; others never are.
// - a list or map has 0.5 to 1.5 times its usual length. The usual lengths are the template's, scaled so that the mean
//   encoded size is the template's again in spite of the fields that are absent; where no list can bring that about
//   (factor 4 at most), strings are longer instead. What can't grow enough, a chain of 100 messages, has smaller ones.
// - every string that is not empty is new, as in ring `unique`; in a template without any, numbers vary.
// The n-th payload depends on template, seed and n only.
class MixedMaker {
 public:
  MixedMaker(const google::protobuf::Message& original, uint64_t seed);

  // Canonical bytes of the next payload, or none when there are no new strings of some length left.
  std::optional<std::string> Next();

 private:
  std::unique_ptr<google::protobuf::Message> original_;
  SplitMix64 random_;
  UniqueStrings strings_;
  // In thousandths: whole numbers, so that every machine makes the same payloads.
  uint64_t list_scale_ = 1000;
  uint64_t string_scale_ = 1000;
};

}  // namespace pbb
