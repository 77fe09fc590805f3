#include "luacodec/index_writer.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "luacodec/wire_reader.h"
#include "wire/utf8.h"

namespace pbb::luacodec {

using plan::Kind;
using wire::WireType;

namespace {

class IndexWriter {
 public:
  IndexWriter(const uint8_t* bytes, size_t size, bool validate_utf8, FlatIndex* index)
      : index_(index),
        words_(index->words),
        bytes_(bytes),
        limit_(std::min<int64_t>(MaxIndexWords(static_cast<int64_t>(size)), INT32_MAX)),
        validate_utf8_(validate_utf8) {}

  IndexStatus Run(const IndexMessage& root, size_t size) {
    // Room for most messages at once.
    if (!Reserve(std::min<int64_t>(limit_, static_cast<int64_t>(size) + 1024))) return IndexStatus::kTooBig;
    top_ = plan::kIndexRoot;
    const int at = NewRecord(root);
    const uint8_t* const end = bytes_ + size;
    const bool done = at != 0 && Message(root, at, bytes_, end, 0, 0) != nullptr;
    index_->top = top_;
    index_->required = required_ ? 1 : 0;
    if (too_big_) return IndexStatus::kTooBig;
    return done ? IndexStatus::kOk : IndexStatus::kMalformed;
  }

 private:
  // Where the fields of a record go. `owner` is the record that unknown fields of it are kept in: another one for late
  // extensions.
  struct Scope {
    const IndexMessage& type;
    int record;
    int owner;
  };

  bool Reserve(int64_t words) {
    if (words <= index_->capacity) return true;
    if (words > limit_) return false;
    const int64_t wanted = std::min(std::max<int64_t>(words, 2 * int64_t{index_->capacity}), limit_);
    void* const grown = std::realloc(words_, static_cast<size_t>(wanted) * sizeof(int32_t));
    if (grown == nullptr) return false;
    words_ = static_cast<int32_t*>(grown);
    index_->words = words_;
    index_->capacity = static_cast<int32_t>(wanted);
    return true;
  }

  // Place of so many new words; 0, and too_big_, when there is no room.
  int Allocate(int64_t words) {
    if (top_ + words > index_->capacity && !Reserve(top_ + words)) {
      too_big_ = true;
      return 0;
    }
    const int at = top_;
    top_ += static_cast<int>(words);
    return at;
  }

  int NewRecord(const IndexMessage& type) {
    if (!type.defined) {
      too_big_ = true;
      return 0;
    }
    const int at = Allocate(type.groups[0].words);
    if (at == 0) return 0;
    words_[at] = 0;
    words_[at + 1] = 0;
    for (size_t group = 1; group < type.groups.size(); ++group) words_[at + 1 + static_cast<int>(group)] = 0;
    return at;
  }

  // Place of the record itself, or of the page that has the field.
  int PageOf(const Scope& scope, const IndexField& field) {
    if (field.group == 0) return scope.record;
    const int link = scope.record + 1 + field.group;
    if (words_[link] != 0) return words_[link];
    const int page = Allocate(scope.type.groups[static_cast<size_t>(field.group)].words);
    if (page == 0) return 0;
    words_[page] = 0;
    words_[link] = page;
    return page;
  }

  void ClearOneof(const Scope& scope, const IndexField& field) {
    for (const auto& [group, bits] : scope.type.oneofs[static_cast<size_t>(field.oneof)]) {
      const int page = group == 0 ? scope.record : words_[scope.record + 1 + group];
      if (page == 0) continue;
      words_[page] &= ~static_cast<int32_t>(group == field.group ? bits & ~field.bit : bits);
    }
  }

  // A record of a message that starts at `p`, after its tag and length: up to `end`, or to its end tag.
  const uint8_t* Message(const IndexMessage& type, int record, const uint8_t* p, const uint8_t* end, uint32_t end_tag,
                         int depth) {
    p = Fields({type, record, record}, p, end, end_tag, depth);
    if (type.may_miss && p != nullptr) CheckRequired(type, record);
    return p;
  }

  // May be wrong, as a later record may bring the field: whoever reads the flag looks at the result.
  void CheckRequired(const IndexMessage& type, int record) {
    for (size_t group = 0; group < type.groups.size(); ++group) {
      const int page = group == 0 ? record : words_[record + 1 + static_cast<int>(group)];
      const uint32_t has = page == 0 ? 0 : static_cast<uint32_t>(words_[page]);
      required_ = required_ || (type.groups[group].required & ~has) != 0;
    }
  }

  const uint8_t* Fields(const Scope& scope, const uint8_t* p, const uint8_t* end, uint32_t end_tag, int depth) {
    const IndexMessage& type = scope.type;
    // Canonical encoders write fields in number order, so the field after the last one is tried before anything is
    // looked up.
    const IndexField* predicted = type.fields.data();
    while (p < end) {
      const uint8_t* const record = p;
      const IndexField* field = predicted;
      uint32_t tag = 0;
      if (end - p >= 8 && (Load<uint64_t>(p) & field->tag.mask) == field->tag.word) {
        p += field->tag.size;
        p = Value(scope, *field, field->packed, record, p, end, depth);
      } else {
        p = ReadTag(p, end, &tag);
        if (p == nullptr) return nullptr;
        if (static_cast<WireType>(tag & 7) == WireType::kEndGroup) return tag == end_tag ? p : nullptr;
        field = type.Find(tag >> 3);
        if (field == nullptr || !Takes(*field, tag)) {
          p = Other(scope, tag, record, p, end, depth);
          if (p == nullptr) return nullptr;
          continue;
        }
        p = Value(scope, *field, IsPackedRun(*field, tag), record, p, end, depth);
      }
      if (p == nullptr) return nullptr;
      predicted = field + 1;
    }
    return end_tag == 0 ? p : nullptr;
  }

  static bool IsPackedRun(const IndexField& field, uint32_t tag) {
    return field.packable && static_cast<WireType>(tag & 7) == WireType::kLen;
  }
  static bool Takes(const IndexField& field, uint32_t tag) {
    return static_cast<WireType>(tag & 7) == field.wire_type || IsPackedRun(field, tag);
  }

  // A record that is no field of the message: a late extension, or unknown.
  const uint8_t* Other(const Scope& scope, uint32_t tag, const uint8_t* record, const uint8_t* p, const uint8_t* end,
                       int depth) {
    if (scope.type.extendable) {
      const auto late = scope.type.late.find(tag >> 3);
      if (late != scope.type.late.end() && Takes(late->second.holder->fields[0], tag)) {
        const IndexMessage& holder = *late->second.holder;
        const int at = LateRecord(scope.owner, late->second);
        if (at == 0) return nullptr;
        const IndexField& field = holder.fields[0];
        return Value({holder, at, scope.owner}, field, IsPackedRun(field, tag), record, p, end, depth);
      }
    }
    p = Skip(p, end, tag, depth);
    return p != nullptr && KeepUnknown(scope.owner, record, p) ? p : nullptr;
  }

  int RareBlock(int owner) {
    if (words_[owner + 1] != 0) return words_[owner + 1];
    const int block = Allocate(plan::kIndexRareWords);
    if (block == 0) return 0;
    std::fill_n(words_ + block, plan::kIndexRareWords, 0);
    words_[owner + 1] = block;
    return block;
  }

  int LateRecord(int owner, const IndexExtension& extension) {
    const int block = RareBlock(owner);
    if (block == 0) return 0;
    int link = block + 2;
    for (int at = words_[link]; at != 0; at = words_[link]) {
      if (words_[at + 1] == extension.id) return at + 2;
      link = at;
    }
    const int at = Allocate(2 + extension.holder->groups[0].words);
    if (at == 0) return 0;
    words_[at] = 0;
    words_[at + 1] = extension.id;
    words_[at + 2] = 0;
    words_[at + 3] = 0;
    words_[link] = at;
    return at + 2;
  }

  bool KeepUnknown(int owner, const uint8_t* from, const uint8_t* to) {
    const int block = RareBlock(owner);
    if (block == 0) return false;
    const auto offset = static_cast<int32_t>(from - bytes_);
    const auto size = static_cast<int32_t>(to - from);
    const int count = words_[block];
    if (count > 0) {
      int32_t* const last = words_ + words_[block + 1] + 2 * (count - 1);
      if (last[0] >= 0 && last[0] + last[1] == offset) {
        last[1] += size;
        return true;
      }
    }
    return KeepSegment(block, offset, size);
  }

  bool KeepSegment(int block, int32_t offset, int32_t size) {
    const int at = Append(block, words_[block] == 0, 2, 1);
    if (at == 0) return false;
    words_[at] = offset;
    words_[at + 1] = size;
    return true;
  }

  // A number that a closed enum lacks becomes an unknown varint record.
  bool KeepEnum(int owner, const IndexField& field, int32_t number) {
    uint8_t record[16] = {};
    uint8_t* end = wire::WriteVarint(record, wire::MakeTag(field.number, WireType::kVarint));
    end = wire::WriteVarint(end, static_cast<uint64_t>(static_cast<int64_t>(number)));
    const int block = RareBlock(owner);
    const int at = block == 0 ? 0 : Allocate(4);
    if (at == 0) return false;
    std::memcpy(words_ + at, record, sizeof record);
    return KeepSegment(block, -1 - at, static_cast<int32_t>(end - record));
  }

  // Place for one more element of the list whose count and place stand at `slot`; its block starts after a word that
  // holds the number of elements it has room for. `expected` elements will come in a row.
  int Append(int slot, bool first, int width, int expected) {
    const int count = first ? 0 : words_[slot];
    int block = first ? 0 : words_[slot + 1];
    if (first || count == words_[block - 1]) {
      if (!first && block + count * width == top_) {  // the last thing in the index: it just grows
        if (Allocate(int64_t{width} * expected) == 0) return 0;
        words_[block - 1] = count + expected;
      } else {
        const int64_t room = int64_t{count} + std::max(count, expected);
        block = Allocate(1 + width * room);
        if (block == 0) return 0;
        words_[block++] = static_cast<int32_t>(room);
        if (count > 0) std::memcpy(words_ + block, words_ + words_[slot + 1], sizeof(int32_t) * count * width);
        words_[slot + 1] = block;
      }
    }
    words_[slot] = count + 1;
    return block + count * width;
  }

  const uint8_t* Value(const Scope& scope, const IndexField& field, bool packed, const uint8_t* record,
                       const uint8_t* p, const uint8_t* end, int depth) {
    const int page = PageOf(scope, field);
    if (page == 0) return nullptr;
    switch (field.shape) {
      case Shape::kScalar:
        return Singular(scope, field, page, p, end);
      case Shape::kMessage:
      case Shape::kGroup:
        return SubMessage(scope, field, page, p, end, depth + 1);
      case Shape::kList:
        return packed ? Packed(scope, field, page, p, end) : List(scope, field, page, p, end);
      case Shape::kMessageList:
      case Shape::kGroupList:
        return MessageList(field, page, p, end, depth + 1);
      case Shape::kMap:
        return Map(scope, field, page, record, p, end, depth + 1);
    }
    return nullptr;
  }

  bool Declared(const IndexField& field, uint64_t bits) const {
    return field.enumeration == nullptr || field.enumeration->plan.Has(static_cast<int32_t>(bits));
  }

  const uint8_t* Singular(const Scope& scope, const IndexField& field, int page, const uint8_t* p, const uint8_t* end) {
    if (field.enumeration != nullptr) {
      uint64_t bits = 0;
      const uint8_t* const after = ReadVarint(p, end, &bits);
      if (after == nullptr) return nullptr;
      if (!Declared(field, bits)) return KeepEnum(scope.owner, field, static_cast<int32_t>(bits)) ? after : nullptr;
    }
    if (field.oneof >= 0) ClearOneof(scope, field);
    words_[page] |= static_cast<int32_t>(field.bit);
    return Read(field, page + field.slot, p, end);
  }

  void Put64(int at, uint64_t bits) { std::memcpy(words_ + at, &bits, 8); }
  void PutDouble(int at, double value) {
    if (std::isnan(value)) value = std::numeric_limits<double>::quiet_NaN();
    std::memcpy(words_ + at, &value, 8);
  }

  // Reads one value of a plain kind into the words at `at`.
  const uint8_t* Read(const IndexField& field, int at, const uint8_t* p, const uint8_t* end) {
    uint64_t bits = 0;
    size_t size = 0;
    switch (field.kind) {
      case Kind::kString:
      case Kind::kBytes:
        p = ReadLength(p, end, &size);
        if (p == nullptr || (field.utf8 && validate_utf8_ && !wire::IsValidUtf8(p, size))) return nullptr;
        words_[at] = static_cast<int32_t>(p - bytes_);
        words_[at + 1] = static_cast<int32_t>(size);
        return p + size;
      case Kind::kInt32:
      case Kind::kUint32:
      case Kind::kEnum:
        p = ReadVarint(p, end, &bits);
        words_[at] = static_cast<int32_t>(bits);
        return p;
      case Kind::kSint32:
        p = ReadVarint(p, end, &bits);
        words_[at] = wire::ZigZagDecode32(static_cast<uint32_t>(bits));
        return p;
      case Kind::kBool:
        p = ReadVarint(p, end, &bits);
        words_[at] = bits != 0 ? 1 : 0;
        return p;
      case Kind::kInt64:
      case Kind::kUint64:
        p = ReadVarint(p, end, &bits);
        Put64(at, bits);
        return p;
      case Kind::kSint64:
        p = ReadVarint(p, end, &bits);
        Put64(at, static_cast<uint64_t>(wire::ZigZagDecode64(bits)));
        return p;
      case Kind::kFixed64:
      case Kind::kSfixed64:
        if (end - p < 8) return nullptr;
        Put64(at, Load<uint64_t>(p));
        return p + 8;
      case Kind::kFixed32:
      case Kind::kSfixed32:
        if (end - p < 4) return nullptr;
        words_[at] = Load<int32_t>(p);
        return p + 4;
      case Kind::kDouble:
        if (end - p < 8) return nullptr;
        PutDouble(at, Load<double>(p));
        return p + 8;
      case Kind::kFloat:
        if (end - p < 4) return nullptr;
        PutDouble(at, Load<float>(p));
        return p + 4;
      case Kind::kMessage:
      case Kind::kGroup:
        break;
    }
    return nullptr;
  }

  const uint8_t* SubMessage(const Scope& scope, const IndexField& field, int page, const uint8_t* p, const uint8_t* end,
                            int depth) {
    if (depth > wire::kMaxDepth) return nullptr;
    if (field.oneof >= 0) ClearOneof(scope, field);
    if ((words_[page] & static_cast<int32_t>(field.bit)) == 0) {
      const int at = NewRecord(*field.message);
      if (at == 0) return nullptr;
      words_[page] |= static_cast<int32_t>(field.bit);
      words_[page + field.slot] = at;
    }
    return Body(field, words_[page + field.slot], p, end, depth);
  }

  // One record of a message: with a length or as a group, as its field is declared. `depth` is the message's own level.
  const uint8_t* Body(const IndexField& field, int record, const uint8_t* p, const uint8_t* end, int depth) {
    if (field.wire_type == WireType::kStartGroup) {
      return Message(*field.message, record, p, end, wire::MakeTag(field.number, WireType::kEndGroup), depth);
    }
    size_t size = 0;
    p = ReadLength(p, end, &size);
    return p == nullptr ? nullptr : Message(*field.message, record, p, p + size, 0, depth);
  }

  bool IsFirst(const IndexField& field, int page) const {
    return (words_[page] & static_cast<int32_t>(field.bit)) == 0;
  }

  // Reads one element of a list; a number that a closed enum lacks is kept among the unknown fields.
  const uint8_t* Element(const Scope& scope, const IndexField& field, int page, const uint8_t* p, const uint8_t* end,
                         int expected) {
    if (field.enumeration != nullptr) {
      uint64_t bits = 0;
      const uint8_t* const after = ReadVarint(p, end, &bits);
      if (after == nullptr) return nullptr;
      if (!Declared(field, bits)) return KeepEnum(scope.owner, field, static_cast<int32_t>(bits)) ? after : nullptr;
    }
    const int at = Append(page + field.slot, IsFirst(field, page), field.width, expected);
    if (at == 0) return nullptr;
    words_[page] |= static_cast<int32_t>(field.bit);
    return Read(field, at, p, end);
  }

  const uint8_t* List(const Scope& scope, const IndexField& field, int page, const uint8_t* p, const uint8_t* end) {
    for (;;) {
      p = Element(scope, field, page, p, end, 1);
      if (p == nullptr || !Matches(field.element, p, end)) return p;
      p += field.element.size;
    }
  }

  const uint8_t* Packed(const Scope& scope, const IndexField& field, int page, const uint8_t* p, const uint8_t* end) {
    size_t size = 0;
    p = ReadLength(p, end, &size);
    if (p == nullptr) return nullptr;
    const uint8_t* const run_end = p + size;
    while (p < run_end) {
      p = Element(scope, field, page, p, run_end, 1);
      if (p == nullptr) return nullptr;
    }
    return p;
  }

  const uint8_t* MessageList(const IndexField& field, int page, const uint8_t* p, const uint8_t* end, int depth) {
    if (depth > wire::kMaxDepth) return nullptr;
    // The records come between the elements, so those are counted first. Groups have no length: counting them would
    // mean to walk them, once more on every level.
    int expected = field.wire_type == WireType::kLen ? CountRun(field.element, field.wire_type, p, end) : 4;
    for (;;) {
      const int at = Append(page + field.slot, IsFirst(field, page), 1, std::max(expected--, 1));
      if (at == 0) return nullptr;
      const int record = NewRecord(*field.message);
      if (record == 0) return nullptr;
      words_[page] |= static_cast<int32_t>(field.bit);
      words_[at] = record;
      p = Body(field, record, p, end, depth);
      if (p == nullptr || !Matches(field.tag, p, end)) return p;
      p += field.tag.size;
    }
  }

  // `depth` is the level of the entries; `record` is where the first entry's tag stands.
  const uint8_t* Map(const Scope& scope, const IndexField& field, int page, const uint8_t* record, const uint8_t* p,
                     const uint8_t* end, int depth) {
    if (depth > wire::kMaxDepth) return nullptr;
    int expected = CountRun(field.tag, WireType::kLen, p, end);
    for (;;) {
      size_t size = 0;
      p = ReadLength(p, end, &size);
      if (p == nullptr) return nullptr;
      const bool first = IsFirst(field, page);
      const int at = Append(page + field.slot, first, field.width, std::max(expected--, 1));
      if (at == 0) return nullptr;
      bool undeclared = false;
      if (!Entry(field, at, p, p + size, depth, &undeclared)) return nullptr;
      p += size;
      if (undeclared) {
        --words_[page + field.slot];
        if (words_[page + field.slot] == 0) words_[page] &= ~static_cast<int32_t>(field.bit);
        if (!KeepUnknown(scope.owner, record, p)) return nullptr;
      } else {
        words_[page] |= static_cast<int32_t>(field.bit);
      }
      if (!Matches(field.tag, p, end)) return p;
      record = p;
      p += field.tag.size;
    }
  }

  // One map entry into the words at `at`: parts missing, in any order, more than once, unknown ones between.
  bool Entry(const IndexField& field, int at, const uint8_t* p, const uint8_t* end, int depth, bool* undeclared) {
    const IndexField& key = field.entry[0];
    const IndexField& value = field.entry[1];
    bool has_key = false;
    bool has_value = false;
    while (p < end) {
      uint32_t tag = 0;
      p = ReadTag(p, end, &tag);
      if (p == nullptr) return false;
      if (tag == key.element_tag()) {
        has_key = true;
        p = Read(key, at, p, end);
      } else if (tag == value.element_tag() && value.message != nullptr) {
        if (depth + 1 > wire::kMaxDepth || (!has_value && !EmptyMessage(value, at + value.slot))) return false;
        has_value = true;
        p = Body(value, words_[at + value.slot], p, end, depth + 1);
      } else if (tag == value.element_tag()) {
        has_value = true;
        p = Read(value, at + value.slot, p, end);
        *undeclared = p != nullptr && !Declared(value, static_cast<uint32_t>(words_[at + value.slot]));
      } else {
        p = Skip(p, end, tag, depth);
      }
      if (p == nullptr) return false;
    }
    if (!has_key) std::fill_n(words_ + at, key.width, 0);
    return has_value || DefaultValue(value, at + value.slot);
  }

  bool EmptyMessage(const IndexField& field, int at) {
    const int record = NewRecord(*field.message);
    words_[at] = record;
    return record != 0;
  }

  bool DefaultValue(const IndexField& field, int at) {
    if (field.message != nullptr) {
      if (!EmptyMessage(field, at)) return false;
      if (field.message->may_miss) CheckRequired(*field.message, words_[at]);
      return true;
    }
    std::fill_n(words_ + at, field.width, 0);
    if (field.enumeration != nullptr) words_[at] = field.enumeration->first;
    return true;
  }

  FlatIndex* const index_;
  int32_t* words_;
  const uint8_t* const bytes_;
  const int64_t limit_;
  const bool validate_utf8_;
  int top_ = 0;
  bool too_big_ = false;
  bool required_ = false;
};

}  // namespace

IndexStatus WriteIndex(const IndexMessage& root, const uint8_t* bytes, size_t size, bool validate_utf8,
                       FlatIndex* index) {
  if (size > wire::kMaxLength) return IndexStatus::kTooBig;
  if (index->capacity > kKeepIndexWords && MaxIndexWords(static_cast<int64_t>(size)) < index->capacity / 4) {
    ReleaseIndex(index);
  }
  index->input = bytes;
  return IndexWriter(bytes, size, validate_utf8, index).Run(root, size);
}

void ReleaseIndex(FlatIndex* index) {
  std::free(index->words);
  index->words = nullptr;
  index->capacity = 0;
}

}  // namespace pbb::luacodec
