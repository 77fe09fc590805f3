// Payloads of one shape and one encoded size of which no two share a string: what ring `unique` is made of.
#include "corpus/unique.h"

#include "schema/pool.h"

namespace pbb {

UniqueMaker::UniqueMaker(const google::protobuf::Message& original, uint64_t seed, unsigned repeat_percent)
    : message_(original.New()) {
  message_->CopyFrom(original);
  strings_.emplace(message_.get(), seed, repeat_percent);
  if (!strings_->empty()) {
    capacity_ = strings_->capacity();
    return;
  }
  strings_.reset();
  numbers_.emplace(message_.get(), seed);
  capacity_ = numbers_->capacity();
}

std::optional<std::string> UniqueMaker::Next() {
  if (strings_) {
    if (!strings_->Replace(message_.get())) return std::nullopt;
  } else {
    if (made_ == capacity_) return std::nullopt;
    numbers_->Replace(message_.get());
  }
  ++made_;
  return SerializeCanonical(*message_);
}

}  // namespace pbb
