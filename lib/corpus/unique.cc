// Payloads of one shape and one encoded size of which no two share a string: what ring `unique` is made of.
#include "corpus/unique.h"

#include "base/error.h"
#include "schema/pool.h"

namespace pbb {

UniqueMaker::UniqueMaker(const google::protobuf::Message& original, uint64_t seed) : message_(original.New()) {
  message_->CopyFrom(original);
  strings_.emplace(message_.get(), seed);
  if (!strings_->empty()) {
    capacity_ = strings_->capacity();
    if (capacity_ == 0) {
      throw UsageError("has more strings of one short length than there are different ones",
                       original.GetDescriptor()->full_name(), "make them longer");
    }
    return;
  }
  strings_.reset();
  integers_.emplace(message_.get(), seed);
  capacity_ = integers_->capacity();
}

std::string UniqueMaker::Next() {
  if (strings_) {
    strings_->Replace(message_.get());
  } else {
    integers_->Replace(message_.get());
  }
  return SerializeCanonical(*message_);
}

}  // namespace pbb
