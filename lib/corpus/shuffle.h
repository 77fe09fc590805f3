// The records of a message in another order that means the same: ring `shuffled`.
#pragma once

#include <google/protobuf/descriptor.h>

#include <string>
#include <string_view>

#include "corpus/random.h"

namespace pbb {

// `bytes`, a valid message of `type`, with its records in random order, those of sub-messages, groups and map entries
// too. The records of one field keep their order, as do those of the members of one oneof and all unknown ones: so
// repeated values, merges, "the last one wins" and kept unknown fields stay what they are. Size and records do too.
// Throws Error(kUsage) for bytes that are no message.
std::string ShuffleRecords(std::string_view bytes, const google::protobuf::Descriptor* type, SplitMix64* random);

}  // namespace pbb
