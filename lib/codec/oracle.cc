#include "codec/oracle.h"

#include <fmt/format.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/stubs/common.h>
#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/util/message_differencer.h>

#include <algorithm>

#include "base/error.h"
#include "base/suggest.h"
#include "codec/bench_schemas.h"

namespace pbb::codec {
namespace {

namespace pb = google::protobuf;

// Whether the binary's own descriptor of `file` says the same as the set's: a user's altered hello.proto must not be
// judged by the generated code of ours.
bool SameFile(const pb::FileDescriptor& ours, const pb::FileDescriptor& theirs) {
  pb::FileDescriptorProto a;
  pb::FileDescriptorProto b;
  ours.CopyTo(&a);
  ours.CopyJsonNameTo(&a);  // compilers put them into a set, generated code leaves them out
  theirs.CopyTo(&b);
  theirs.CopyJsonNameTo(&b);
  return a.SerializeAsString() == b.SerializeAsString();
}

void CollectMessageNames(const pb::Descriptor& message, std::vector<std::string>* names) {
  names->push_back(message.full_name());
  for (int i = 0; i < message.nested_type_count(); ++i) CollectMessageNames(*message.nested_type(i), names);
}

// Path of the first difference, e.g. "emails[2]"; MessageDifferencer reports in field order.
class FirstPath : public pb::util::MessageDifferencer::Reporter {
 public:
  using Fields = std::vector<pb::util::MessageDifferencer::SpecificField>;
  void ReportAdded(const pb::Message&, const pb::Message&, const Fields& path) override { Note(path); }
  void ReportDeleted(const pb::Message&, const pb::Message&, const Fields& path) override { Note(path); }
  void ReportModified(const pb::Message&, const pb::Message&, const Fields& path) override { Note(path); }
  const std::string& path() const { return path_; }

 private:
  void Note(const Fields& path) {
    if (!path_.empty()) return;
    for (const auto& step : path) {
      if (!path_.empty()) path_ += '.';
      if (step.field == nullptr) {
        path_ += fmt::format("(unknown field {})", step.unknown_field_number);
        continue;
      }
      path_ += step.field->is_extension() ? "(" + step.field->full_name() + ")" : step.field->name();
      if (step.field->is_repeated() && step.index >= 0) path_ += fmt::format("[{}]", step.index + 1);
    }
  }
  std::string path_;
};

}  // namespace

Oracle::Oracle(std::string_view descriptor_set, const std::string& type) {
  LinkBenchSchemas();
  pb::FileDescriptorSet set;
  if (!set.ParseFromArray(descriptor_set.data(), static_cast<int>(descriptor_set.size()))) {
    throw UsageError("is no FileDescriptorSet", "descriptor set");
  }
  std::vector<std::string> names;
  for (const pb::FileDescriptorProto& file : set.file()) {
    const pb::FileDescriptor* built = pool_.BuildFile(file);
    if (built == nullptr) throw UsageError("libprotobuf refuses the file", file.name());
    for (int i = 0; i < built->message_type_count(); ++i) CollectMessageNames(*built->message_type(i), &names);
  }
  const pb::Descriptor* descriptor = pool_.FindMessageTypeByName(type);
  if (descriptor == nullptr) {
    throw UsageError(fmt::format("unknown message type \"{}\"", type), "descriptor set", SuggestName(type, names));
  }
  descriptor_ = descriptor;
  factory_ = std::make_unique<pb::DynamicMessageFactory>(&pool_);
  const pb::Descriptor* linked = pb::DescriptorPool::generated_pool()->FindMessageTypeByName(type);
  generated_ = linked != nullptr && SameFile(*linked->file(), *descriptor->file());
  prototype_ =
      generated_ ? pb::MessageFactory::generated_factory()->GetPrototype(linked) : factory_->GetPrototype(descriptor);
}

const pb::Message& Oracle::DynamicPrototype() const { return *factory_->GetPrototype(descriptor_); }

std::unique_ptr<pb::Message> Oracle::New() const { return std::unique_ptr<pb::Message>(prototype_->New()); }

std::string Oracle::Canonical(const pb::Message& message) {
  std::string bytes;
  {
    pb::io::StringOutputStream stream(&bytes);
    pb::io::CodedOutputStream output(&stream);
    output.SetSerializationDeterministic(true);
    message.SerializePartialToCodedStream(&output);
  }
  return bytes;
}

bool Oracle::Canonicalize(std::string_view bytes, std::string* canonical) const {
  const auto message = New();
  if (!message->ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return false;
  *canonical = Canonical(*message);
  return true;
}

std::optional<Mismatch> Oracle::Compare(std::string_view bytes, std::string_view payload) const {
  const auto message = New();
  if (!message->ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return Mismatch{"the oracle refuses the encoded bytes", {}, {}, {}};
  }
  const std::string canonical = Canonical(*message);
  if (canonical == payload) return std::nullopt;
  // Most payloads are canonical; those of ring `shuffled` are not.
  const auto reference = New();
  if (!reference->ParseFromArray(payload.data(), static_cast<int>(payload.size()))) {
    return Mismatch{"the oracle refuses the payload", {}, {}, {}};
  }
  const std::string expected = Canonical(*reference);
  if (canonical == expected) return std::nullopt;
  Mismatch mismatch{"re-encoded bytes differ", {}, {}, {}};
  const auto ends = std::mismatch(canonical.begin(), canonical.end(), expected.begin(), expected.end());
  mismatch.byte = static_cast<size_t>(ends.first - canonical.begin());
  FirstPath reporter;
  pb::util::MessageDifferencer differencer;
  differencer.ReportDifferencesTo(&reporter);
  differencer.Compare(*reference, *message);
  mismatch.path = reporter.path();
  return mismatch;
}

void SilenceLibprotobuf() { pb::SetLogHandler(nullptr); }

std::string LibprotobufVersion() { return pb::internal::VersionString(GOOGLE_PROTOBUF_VERSION); }

}  // namespace pbb::codec
