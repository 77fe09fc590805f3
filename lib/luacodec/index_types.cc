#include "luacodec/index_types.h"

#include <algorithm>
#include <charconv>

namespace pbb::luacodec {

using plan::Kind;

namespace {

constexpr uint32_t kSmallNumber = 64;
constexpr uint32_t kMaxFields = UINT16_MAX - 1;

}  // namespace

// Reads the text of one message or extension.
class IndexTextReader {
 public:
  IndexTextReader(IndexTypes* types, std::string_view text) : types_(types), text_(text) {}

  bool Read(IndexMessage* message) {
    const auto flags = static_cast<unsigned>(Number());
    const int64_t count = Number();
    const int64_t oneofs = Number();
    if (count < 0 || count > kMaxFields || oneofs < 0 || oneofs > count) return false;
    message->extendable = (flags & plan::kIndexExtendable) != 0;
    message->oneofs.resize(static_cast<size_t>(oneofs));
    for (int64_t i = 0; ok_ && i < count; ++i) message->fields.push_back(Field());
    if (ok_) Place(message);
    return ok_ && text_.empty();
  }

 private:
  std::string_view Word() {
    const size_t size = std::min(text_.find_first_of(" \n"), text_.size());
    const std::string_view word = text_.substr(0, size);
    text_.remove_prefix(std::min(size + 1, text_.size()));
    ok_ = ok_ && !word.empty();
    return word;
  }

  int64_t Number() {
    const std::string_view word = Word();
    int64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    ok_ = ok_ && error == std::errc() && end == word.data() + word.size();
    return value;
  }

  IndexField Field() {
    IndexField field;
    const int64_t number = Number();
    const int64_t kind = Number();
    const auto flags = static_cast<unsigned>(Number());
    field.oneof = static_cast<int>(Number());
    const std::string_view reference = Word();
    if (!ok_ || number < 1 || number > wire::kMaxFieldNumber || kind < 1 || kind > 18) {
      ok_ = false;
      return field;
    }
    field.number = static_cast<uint32_t>(number);
    field.kind = static_cast<Kind>(kind);
    field.wire_type = plan::WireTypeOf(field.kind);
    const bool repeated = (flags & plan::kIndexRepeated) != 0;
    field.packable = repeated && plan::IsPackable(field.kind);
    field.packed = (flags & plan::kIndexPacked) != 0;
    field.required = (flags & plan::kIndexRequired) != 0;
    field.utf8 = (flags & plan::kIndexUtf8) != 0;
    field.element = TagBytes::Of(field.element_tag());
    field.tag = field.packed ? TagBytes::Of(wire::MakeTag(field.number, wire::WireType::kLen)) : field.element;
    field.width = plan::IndexValueWords(field.kind);
    field.shape = repeated ? Shape::kList : Shape::kScalar;
    if (field.kind == Kind::kMessage) field.shape = repeated ? Shape::kMessageList : Shape::kMessage;
    if (field.kind == Kind::kGroup) field.shape = repeated ? Shape::kGroupList : Shape::kGroup;
    if ((flags & plan::kIndexMap) != 0) {
      field.shape = Shape::kMap;
      field.entry.push_back(Field());
      field.entry.push_back(Field());
      field.entry[1].slot = field.entry[0].width;
      field.width = field.entry[0].width + field.entry[1].width;
    } else if (plan::IsMessage(field.kind)) {
      field.message = types_->MessageOf(reference);
    } else if (field.kind == Kind::kEnum && reference != "-") {
      field.enumeration = types_->EnumOf(reference);
    }
    return field;
  }

  // Gives every field its place, and makes what is found by number or oneof.
  void Place(IndexMessage* message) {
    std::vector<bool> is_repeated;
    std::vector<Kind> kinds;
    for (const IndexField& field : message->fields) {
      const bool ascends = kinds.empty() || message->fields[kinds.size() - 1].number < field.number;
      if (!ascends || field.oneof >= static_cast<int>(message->oneofs.size())) {
        ok_ = false;
        return;
      }
      kinds.push_back(field.kind);
      is_repeated.push_back(field.shape != Shape::kScalar && field.shape != Shape::kMessage &&
                            field.shape != Shape::kGroup);
    }
    const plan::IndexLayout layout = plan::LayOutIndex(is_repeated, kinds);
    for (const int words : layout.words) message->groups.push_back({words, 0});
    for (size_t i = 0; i < kinds.size(); ++i) {
      IndexField& field = message->fields[i];
      field.group = layout.slots[i].group;
      field.bit = uint32_t{1} << layout.slots[i].bit;
      field.slot = layout.slots[i].offset;
      if (field.required) message->groups[static_cast<size_t>(field.group)].required |= field.bit;
      message->may_miss = message->may_miss || field.required;
      if (field.oneof >= 0) AddMember(&message->oneofs[static_cast<size_t>(field.oneof)], field);
      if (field.number < std::max<size_t>(kSmallNumber, 4 * kinds.size())) {
        message->by_number.resize(field.number + 1);
        message->by_number[field.number] = static_cast<uint16_t>(i + 1);
      }
    }
    message->field_count = static_cast<uint32_t>(kinds.size());
    message->fields.emplace_back();
  }

  static void AddMember(std::vector<std::pair<int, uint32_t>>* members, const IndexField& field) {
    if (members->empty() || members->back().first != field.group) members->emplace_back(field.group, 0);
    members->back().second |= field.bit;
  }

  IndexTypes* types_;
  std::string_view text_;
  bool ok_ = true;
};

const IndexField* IndexMessage::Find(uint32_t number) const {
  if (number < by_number.size()) return by_number[number] == 0 ? nullptr : &fields[by_number[number] - 1U];
  const IndexField* const end = fields.data() + field_count;
  const IndexField* const found =
      std::lower_bound(fields.data(), end, number, [](const IndexField& f, uint32_t n) { return f.number < n; });
  return found != end && found->number == number ? found : nullptr;
}

IndexMessage* IndexTypes::MessageOf(std::string_view name) {
  const auto it = ids_.find(name);
  if (it != ids_.end()) return messages_[static_cast<size_t>(it->second)].get();
  auto message = std::make_unique<IndexMessage>();
  message->name = name;
  messages_.push_back(std::move(message));
  ids_.emplace(name, static_cast<int>(messages_.size()) - 1);
  return messages_.back().get();
}

const IndexEnum* IndexTypes::EnumOf(std::string_view name) {
  const auto it = enums_.find(name);
  if (it != enums_.end()) return it->second.get();
  return enums_.emplace(name, std::make_unique<IndexEnum>()).first->second.get();
}

int IndexTypes::DefineMessage(std::string_view name, std::string_view text) {
  IndexMessage* const message = MessageOf(name);
  IndexMessage fresh;
  if (!IndexTextReader(this, text).Read(&fresh)) return -1;
  fresh.name = name;
  fresh.defined = true;
  fresh.late = std::move(message->late);  // registered for the name, not for what it meant
  *message = std::move(fresh);
  return ids_.find(name)->second;
}

int IndexTypes::DefineExtension(std::string_view extendee, std::string_view text) {
  IndexExtension extension;
  extension.holder = std::make_unique<IndexMessage>();
  if (!IndexTextReader(this, text).Read(extension.holder.get()) || extension.holder->field_count != 1) return -1;
  extension.id = ++extensions_;
  const uint32_t number = extension.holder->fields[0].number;
  MessageOf(extendee)->late[number] = std::move(extension);
  return extensions_;
}

void IndexTypes::DefineEnum(std::string_view name, const int32_t* numbers, size_t count, int32_t first) {
  IndexEnum fresh;
  fresh.plan.numbers.assign(numbers, numbers + count);
  std::sort(fresh.plan.numbers.begin(), fresh.plan.numbers.end());
  for (const int32_t number : fresh.plan.numbers) {
    if (number >= 0 && number < 64) fresh.plan.low |= uint64_t{1} << number;
  }
  fresh.first = first;
  EnumOf(name);
  *enums_.find(name)->second = std::move(fresh);
}

const IndexMessage* IndexTypes::Message(int id) const {
  return id >= 0 && static_cast<size_t>(id) < messages_.size() ? messages_[static_cast<size_t>(id)].get() : nullptr;
}

}  // namespace pbb::luacodec
