#include "plan/descriptor.h"

#include "wire/varint.h"

namespace pbb::plan {
namespace {

using wire::WireType;

// Descriptors nest a message a level; protoc itself gives up long before this.
constexpr int kMaxNesting = 100;

// Walks the records of one message. What no reader asks for is skipped; groups don't occur in descriptors.
class Records {
 public:
  Records(const uint8_t* begin, const uint8_t* p, const uint8_t* end, std::string* error)
      : begin_(begin), p_(p), end_(end), error_(error) {}

  // Steps to the next record; false at the end or at an error.
  bool Next() {
    if (!error_->empty() || p_ == end_) return false;
    const uint8_t* const start = p_;
    uint32_t tag = 0;
    p_ = wire::ReadTag(p_, end_, &tag);
    if (p_ == nullptr) return Fail(start);
    number_ = tag >> 3;
    const auto type = static_cast<WireType>(tag & 7);
    is_bytes_ = type == WireType::kLen;
    size_t size = 0;
    switch (type) {
      case WireType::kVarint:
        p_ = wire::ReadVarint(p_, end_, &value_);
        return p_ != nullptr || Fail(start);
      case WireType::kLen:
        p_ = wire::ReadLength(p_, end_, &size);
        if (p_ == nullptr) return Fail(start);
        bytes_ = p_;
        size_ = size;
        p_ += size;
        return true;
      case WireType::kFixed32:
      case WireType::kFixed64:
        size = type == WireType::kFixed32 ? 4 : 8;
        if (static_cast<size_t>(end_ - p_) < size) return Fail(start);
        p_ += size;
        number_ = 0;  // no field of a descriptor that is read here is fixed
        return true;
      default:
        return Fail(start);
    }
  }

  bool Is(uint32_t number, bool bytes) const { return number_ == number && is_bytes_ == bytes; }
  std::string Text() const { return {reinterpret_cast<const char*>(bytes_), size_}; }
  int32_t Int() const { return static_cast<int32_t>(value_); }
  bool Bool() const { return value_ != 0; }
  Records Inner() const { return {begin_, bytes_, bytes_ + size_, error_}; }
  void Refuse(std::string why) { *error_ = std::move(why); }

 private:
  bool Fail(const uint8_t* at) {
    *error_ = "malformed or truncated record at byte " + std::to_string(at - begin_);
    return false;
  }

  const uint8_t* begin_;
  const uint8_t* p_;
  const uint8_t* end_;
  std::string* error_;
  uint32_t number_ = 0;
  bool is_bytes_ = false;
  uint64_t value_ = 0;
  const uint8_t* bytes_ = nullptr;
  size_t size_ = 0;
};

// Field numbers below are those of descriptor.proto's messages of the same name.
RawField ReadField(Records in) {
  RawField field;
  while (in.Next()) {
    if (in.Is(1, true)) field.name = in.Text();
    if (in.Is(2, true)) field.extendee = in.Text();
    if (in.Is(3, false)) field.number = static_cast<uint32_t>(in.Int());
    if (in.Is(4, false)) field.label = in.Int();
    if (in.Is(5, false)) field.type = in.Int();
    if (in.Is(6, true)) field.type_name = in.Text();
    if (in.Is(7, true)) field.default_value = in.Text();
    if (in.Is(9, false)) field.oneof_index = in.Int();
    if (in.Is(17, false)) field.proto3_optional = in.Bool();
    if (in.Is(8, true)) {
      for (Records options = in.Inner(); options.Next();) {
        if (options.Is(2, false)) field.packed = options.Bool();
      }
    }
  }
  return field;
}

RawEnum ReadEnum(Records in) {
  RawEnum result;
  while (in.Next()) {
    if (in.Is(1, true)) result.name = in.Text();
    if (in.Is(2, true)) {
      std::pair<std::string, int32_t> value;
      for (Records inner = in.Inner(); inner.Next();) {
        if (inner.Is(1, true)) value.first = inner.Text();
        if (inner.Is(2, false)) value.second = inner.Int();
      }
      result.values.push_back(std::move(value));
    }
  }
  return result;
}

RawMessage ReadMessage(Records in, int depth) {
  RawMessage message;
  if (depth > kMaxNesting) {
    in.Refuse("messages nested over " + std::to_string(kMaxNesting) + " levels");
    return message;
  }
  while (in.Next()) {
    if (in.Is(1, true)) message.name = in.Text();
    if (in.Is(2, true)) message.fields.push_back(ReadField(in.Inner()));
    if (in.Is(3, true)) message.messages.push_back(ReadMessage(in.Inner(), depth + 1));
    if (in.Is(4, true)) message.enums.push_back(ReadEnum(in.Inner()));
    if (in.Is(6, true)) message.extensions.push_back(ReadField(in.Inner()));
    if (in.Is(5, true)) {
      std::pair<uint32_t, uint32_t> range;
      for (Records inner = in.Inner(); inner.Next();) {
        if (inner.Is(1, false)) range.first = static_cast<uint32_t>(inner.Int());
        if (inner.Is(2, false)) range.second = static_cast<uint32_t>(inner.Int());
      }
      message.extension_ranges.push_back(range);
    }
    if (in.Is(7, true)) {
      for (Records options = in.Inner(); options.Next();) {
        if (options.Is(1, false)) message.message_set = options.Bool();
        if (options.Is(7, false)) message.map_entry = options.Bool();
      }
    }
    if (in.Is(8, true)) {
      std::string name;
      for (Records inner = in.Inner(); inner.Next();) {
        if (inner.Is(1, true)) name = inner.Text();
      }
      message.oneofs.push_back(std::move(name));
    }
  }
  return message;
}

RawFile ReadFileDescriptor(Records in) {
  RawFile file;
  while (in.Next()) {
    if (in.Is(1, true)) file.name = in.Text();
    if (in.Is(2, true)) file.package = in.Text();
    if (in.Is(3, true)) file.dependencies.push_back(in.Text());
    if (in.Is(4, true)) file.messages.push_back(ReadMessage(in.Inner(), 1));
    if (in.Is(5, true)) file.enums.push_back(ReadEnum(in.Inner()));
    if (in.Is(7, true)) file.extensions.push_back(ReadField(in.Inner()));
    if (in.Is(12, true)) file.syntax = in.Text();
  }
  return file;
}

}  // namespace

std::string ReadDescriptorSet(std::string_view bytes, std::vector<RawFile>* files) {
  std::string error;
  const auto* begin = reinterpret_cast<const uint8_t*>(bytes.data());
  Records in(begin, begin, begin + bytes.size(), &error);
  while (in.Next()) {
    if (in.Is(1, true)) files->push_back(ReadFileDescriptor(in.Inner()));
  }
  return error;
}

}  // namespace pbb::plan
