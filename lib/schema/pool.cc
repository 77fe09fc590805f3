// The message types of one descriptor set, as libprotobuf's DynamicMessage sees them: look-up, canonical bytes, text.
#include "schema/pool.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/text_format.h>
#include <google/protobuf/util/json_util.h>

#include <limits>
#include <map>
#include <utility>

#include "base/error.h"
#include "base/suggest.h"

namespace pbb {
namespace {

namespace pb = google::protobuf;

class BuildErrors : public pb::DescriptorPool::ErrorCollector {
 public:
  void AddError(const std::string& file, const std::string& element, const pb::Message*, ErrorLocation,
                const std::string& message) override {
    lines_.push_back(fmt::format("{}: {}: {}", file, element, message));
  }
  std::string text() const { return fmt::format("{}", fmt::join(lines_, "\n")); }

 private:
  std::vector<std::string> lines_;
};

class TextErrors : public pb::io::ErrorCollector {
 public:
  void AddError(int line, int column, const std::string& message) override {
    lines_.push_back(line < 0 ? message : fmt::format("{}:{}: {}", line + 1, column + 1, message));
  }
  std::string text() const { return fmt::format("{}", fmt::join(lines_, "\n")); }

 private:
  std::vector<std::string> lines_;
};

void AppendNames(const pb::Descriptor* message, std::vector<std::string>& names) {
  if (message->options().map_entry()) return;
  names.push_back(message->full_name());
  for (int i = 0; i < message->nested_type_count(); ++i) AppendNames(message->nested_type(i), names);
}

// Keeps the last entry of each key.
void NormalizeMap(pb::Message* message, const pb::FieldDescriptor* map) {
  const pb::Reflection* reflection = message->GetReflection();
  std::map<std::string, int> kept;  // key as text -> index
  int count = 0;
  for (int i = 0; i < reflection->FieldSize(*message, map); ++i) {
    pb::Message* entry = reflection->MutableRepeatedMessage(message, map, i);
    entry->GetReflection()->MutableUnknownFields(entry)->Clear();
    std::string key;
    pb::TextFormat::PrintFieldValueToString(*entry, map->message_type()->map_key(), -1, &key);
    const auto [place, is_new] = kept.emplace(key, count);
    reflection->SwapElements(message, map, place->second, i);
    if (is_new) ++count;
  }
  while (reflection->FieldSize(*message, map) > count) reflection->RemoveLast(message, map);
}

void NormalizeMaps(pb::Message* message) {
  const pb::Reflection* reflection = message->GetReflection();
  std::vector<const pb::FieldDescriptor*> fields;
  reflection->ListFields(*message, &fields);
  for (const pb::FieldDescriptor* field : fields) {
    if (field->cpp_type() != pb::FieldDescriptor::CPPTYPE_MESSAGE) continue;
    if (!field->is_repeated()) {
      NormalizeMaps(reflection->MutableMessage(message, field));
      continue;
    }
    if (field->is_map()) NormalizeMap(message, field);
    for (int i = 0; i < reflection->FieldSize(*message, field); ++i) {
      NormalizeMaps(reflection->MutableRepeatedMessage(message, field, i));
    }
  }
}

}  // namespace

std::string SerializeCanonical(const pb::Message& message) {
  if (!message.IsInitialized()) {
    throw UsageError(fmt::format("required field missing: {}", message.InitializationErrorString()),
                     message.GetDescriptor()->full_name());
  }
  if (message.ByteSizeLong() > static_cast<size_t>(std::numeric_limits<int>::max())) {
    throw UsageError("over 2 GiB", message.GetDescriptor()->full_name());
  }
  std::string bytes;
  {
    pb::io::StringOutputStream stream(&bytes);
    pb::io::CodedOutputStream coded(&stream);
    coded.SetSerializationDeterministic(true);
    message.SerializeWithCachedSizes(&coded);
  }
  return bytes;
}

SchemaPool::SchemaPool(std::string_view descriptor_set) {
  pb::FileDescriptorSet set;
  if (!set.ParseFromArray(descriptor_set.data(), static_cast<int>(descriptor_set.size()))) {
    throw UsageError("not a FileDescriptorSet");
  }
  for (const pb::FileDescriptorProto& file : set.file()) {
    BuildErrors errors;
    const pb::FileDescriptor* built = pool_.BuildFileCollectingErrors(file, &errors);
    if (built == nullptr) throw UsageError(errors.text());
    files_.push_back(built);
  }
}

std::vector<std::string> SchemaPool::MessageNames() const {
  std::vector<std::string> names;
  for (const pb::FileDescriptor* file : files_) {
    for (int i = 0; i < file->message_type_count(); ++i) AppendNames(file->message_type(i), names);
  }
  return names;
}

const pb::Descriptor* SchemaPool::FindMessage(const std::string& full_name) const {
  const pb::Descriptor* descriptor = pool_.FindMessageTypeByName(full_name);
  if (descriptor == nullptr) {
    throw UsageError(fmt::format("unknown message \"{}\"", full_name), {}, SuggestName(full_name, MessageNames()));
  }
  return descriptor;
}

std::unique_ptr<pb::Message> SchemaPool::NewMessage(const std::string& full_name) {
  return std::unique_ptr<pb::Message>(factory_.GetPrototype(FindMessage(full_name))->New());
}

std::unique_ptr<pb::Message> SchemaPool::ParseBytes(const std::string& full_name, std::string_view bytes) {
  std::unique_ptr<pb::Message> message = NewMessage(full_name);
  if (bytes.size() > static_cast<size_t>(std::numeric_limits<int>::max()) ||
      !message->ParsePartialFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    throw UsageError(fmt::format("{} bytes that do not parse", bytes.size()), full_name);
  }
  NormalizeMaps(message.get());
  return message;
}

std::unique_ptr<pb::Message> SchemaPool::ParseText(const std::string& full_name, const std::string& text) {
  std::unique_ptr<pb::Message> message = NewMessage(full_name);
  TextErrors errors;
  pb::TextFormat::Parser parser;
  parser.RecordErrorsTo(&errors);
  parser.AllowPartialMessage(true);  // SerializeCanonical names what is missing
  if (!parser.ParseFromString(text, message.get())) throw UsageError(errors.text(), full_name);
  NormalizeMaps(message.get());
  return message;
}

std::unique_ptr<pb::Message> SchemaPool::ParseJson(const std::string& full_name, const std::string& json) {
  std::unique_ptr<pb::Message> message = NewMessage(full_name);
  // A group's JSON name is not its type's, and required fields are SerializeCanonical's to name.
  const auto status = pb::util::JsonStringToMessage(json, message.get());
  if (!status.ok()) throw UsageError(std::string(status.message()), full_name);
  NormalizeMaps(message.get());
  return message;
}

std::string SchemaPool::TextOf(const std::string& full_name, std::string_view bytes) {
  std::string text;
  pb::TextFormat::PrintToString(*ParseBytes(full_name, bytes), &text);
  return text;
}

std::vector<std::string> MessageNames(std::string_view descriptor_set) {
  return SchemaPool(descriptor_set).MessageNames();
}

}  // namespace pbb
