// The records of a message in another order that means the same: ring `shuffled`.
#include "corpus/shuffle.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

#include <map>
#include <utility>
#include <vector>

#include "base/error.h"

namespace pbb {
namespace {

namespace pb = google::protobuf;
using pb::FieldDescriptor;
using pb::internal::WireFormatLite;

struct Record {
  int line;  // records of one line keep their order: a field's number, minus a oneof's number, kUnknown
  std::string bytes;
};

constexpr int kUnknown = 0;

const FieldDescriptor* FieldOf(const pb::Descriptor* type, int number) {
  const FieldDescriptor* field = type->FindFieldByNumber(number);
  return field != nullptr ? field : type->file()->pool()->FindExtensionByNumber(type, number);
}

int LineOf(const FieldDescriptor* field) {
  if (field == nullptr) return kUnknown;
  const pb::OneofDescriptor* oneof = field->real_containing_oneof();
  return oneof != nullptr ? -1 - oneof->index() : field->number();
}

// One record from `input`, the message inside it shuffled.
std::string TakeRecord(std::string_view bytes, pb::io::CodedInputStream* input, const FieldDescriptor* field,
                       uint32_t tag, size_t start, SplitMix64* random) {
  const auto position = [&] { return static_cast<size_t>(input->CurrentPosition()); };
  const bool is_message = field != nullptr && field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
  const auto wire_type = WireFormatLite::GetTagWireType(tag);
  if (is_message && wire_type == WireFormatLite::WIRETYPE_LENGTH_DELIMITED) {
    uint32_t length = 0;
    if (!input->ReadVarint32(&length)) throw UsageError("a record that ends too early");
    const size_t body = position();
    if (length > bytes.size() - body || !input->Skip(static_cast<int>(length)))
      throw UsageError("a record that ends too early");
    return std::string(bytes.substr(start, body - start)) +
           ShuffleRecords(bytes.substr(body, length), field->message_type(), random);
  }
  const size_t body = position();
  if (!WireFormatLite::SkipField(input, tag)) throw UsageError("a record that can't be read");
  const size_t end = position();
  if (!is_message || wire_type != WireFormatLite::WIRETYPE_START_GROUP)
    return std::string(bytes.substr(start, end - start));
  const size_t tag_bytes = pb::io::CodedOutputStream::VarintSize32(tag);
  return std::string(bytes.substr(start, body - start)) +
         ShuffleRecords(bytes.substr(body, end - tag_bytes - body), field->message_type(), random) +
         std::string(bytes.substr(end - tag_bytes, tag_bytes));
}

std::vector<Record> Split(std::string_view bytes, const pb::Descriptor* type, SplitMix64* random) {
  pb::io::CodedInputStream input(reinterpret_cast<const uint8_t*>(bytes.data()), static_cast<int>(bytes.size()));
  std::vector<Record> records;
  while (true) {
    const auto start = static_cast<size_t>(input.CurrentPosition());
    if (start == bytes.size()) return records;
    const uint32_t tag = input.ReadTag();
    if (tag == 0) throw UsageError("a record without a tag");
    const FieldDescriptor* field = FieldOf(type, WireFormatLite::GetTagFieldNumber(tag));
    std::string record = TakeRecord(bytes, &input, field, tag, start, random);
    records.push_back({LineOf(field), std::move(record)});
  }
}

}  // namespace

std::string ShuffleRecords(std::string_view bytes, const pb::Descriptor* type, SplitMix64* random) {
  const std::vector<Record> records = Split(bytes, type, random);
  // Shuffled are places for lines; each line's records then take its places in their own order.
  std::vector<int> lines;
  std::map<int, std::vector<const Record*>> by_line;
  for (const Record& record : records) {
    lines.push_back(record.line);
    by_line[record.line].push_back(&record);
  }
  for (size_t i = lines.size(); i > 1; --i) std::swap(lines[i - 1], lines[random->Next() % i]);
  std::map<int, size_t> taken;
  std::string out;
  for (const int line : lines) out += by_line[line][taken[line]++]->bytes;
  return out;
}

}  // namespace pbb
