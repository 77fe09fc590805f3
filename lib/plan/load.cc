// Resolves what descriptor.h read: names become indices, fields are sorted, reachability is worked out.
#include <algorithm>
#include <unordered_map>

#include "plan/descriptor.h"
#include "plan/plan.h"

namespace pbb::plan {
namespace {

class Loader {
 public:
  LoadResult Run(std::vector<RawFile> files) {
    KeepLastOfEachName(&files);
    for (const RawFile& raw : files) DeclareFile(raw);
    size_t file = 0;
    for (const RawFile& raw : files) ResolveFile(raw, static_cast<int>(file++));
    if (error_.empty()) FinishMessages();
    if (error_.empty()) MarkRequired();
    LoadResult result;
    if (error_.empty()) {
      result.plan = std::move(plan_);
    } else {
      result.error = std::move(error_);
    }
    return result;
  }

 private:
  static void KeepLastOfEachName(std::vector<RawFile>* files) {
    std::vector<RawFile> kept;
    std::unordered_map<std::string, size_t> place;
    for (RawFile& file : *files) {
      const auto [it, fresh] = place.emplace(file.name, kept.size());
      if (fresh) {
        kept.push_back(std::move(file));
      } else {
        kept[it->second] = std::move(file);
      }
    }
    *files = std::move(kept);
  }

  void Fail(const std::string& where, const std::string& what) {
    if (error_.empty()) error_ = where + ": " + what;
  }

  static std::string Scoped(const std::string& scope, const std::string& name) {
    return scope.empty() ? name : scope + "." + name;
  }

  // First pass: every message and enum gets its index, so that forward references resolve.
  void DeclareFile(const RawFile& raw) {
    const int index = static_cast<int>(plan_.files.size());
    File& file = plan_.files.emplace_back();
    file.name = raw.name;
    file.package = raw.package;
    file.proto3 = raw.syntax == "proto3";
    file.dependencies = raw.dependencies;
    if (!raw.syntax.empty() && raw.syntax != "proto2" && raw.syntax != "proto3") {
      Fail(raw.name, "syntax \"" + raw.syntax + "\" is not supported, proto2 and proto3 are");
    }
    for (const RawEnum& inner : raw.enums) DeclareEnum(inner, raw.package, index);
    for (const RawMessage& inner : raw.messages) DeclareMessage(inner, raw.package, "", index);
  }

  void DeclareMessage(const RawMessage& raw, const std::string& scope, const std::string& local_scope, int file) {
    const int index = static_cast<int>(plan_.messages.size());
    Message& message = plan_.messages.emplace_back();
    message.full_name = Scoped(scope, raw.name);
    message.local_name = local_scope.empty() ? raw.name : local_scope + "_" + raw.name;
    message.file = file;
    message.is_map_entry = raw.map_entry;
    message.message_set = raw.message_set;
    plan_.files[file].messages.push_back(index);
    if (!plan_.message_index.emplace(message.full_name, index).second) Fail(message.full_name, "is defined twice");
    const std::string full_name = message.full_name;
    const std::string local_name = message.local_name;
    for (const RawEnum& inner : raw.enums) DeclareEnum(inner, full_name, file);
    for (const RawMessage& inner : raw.messages) DeclareMessage(inner, full_name, local_name, file);
  }

  void DeclareEnum(const RawEnum& raw, const std::string& scope, int file) {
    const int index = static_cast<int>(plan_.enums.size());
    Enum& result = plan_.enums.emplace_back();
    result.full_name = Scoped(scope, raw.name);
    result.file = file;
    result.closed = !plan_.files[file].proto3;
    for (const auto& [name, number] : raw.values) result.values.push_back({name, number});
    plan_.files[file].enums.push_back(index);
    if (raw.values.empty()) Fail(result.full_name, "has no value");
    if (!enum_index_.emplace(result.full_name, index).second) Fail(result.full_name, "is defined twice");
  }

  void ResolveFile(const RawFile& raw, int file) {
    for (const RawMessage& inner : raw.messages) ResolveMessage(inner, raw.package, file);
    for (const RawField& extension : raw.extensions) AddExtension(extension, raw.package, file);
  }

  void ResolveMessage(const RawMessage& raw, const std::string& scope, int file) {
    const std::string full_name = Scoped(scope, raw.name);
    const int index = plan_.FindMessage(full_name);
    std::vector<Field> fields;
    std::vector<Oneof> oneofs;
    std::vector<int> real_oneof(raw.oneofs.size(), kNone);
    for (const RawField& field : raw.fields) {
      if (field.oneof_index < 0 || field.proto3_optional) continue;
      if (static_cast<size_t>(field.oneof_index) >= raw.oneofs.size()) {
        Fail(full_name + "." + field.name, "its oneof does not exist");
        return;
      }
      int& real = real_oneof[field.oneof_index];
      if (real == kNone) {
        real = static_cast<int>(oneofs.size());
        oneofs.push_back({raw.oneofs[field.oneof_index], {}});
      }
    }
    for (const RawField& field : raw.fields) {
      Field resolved = ResolveField(field, full_name, file);
      if (field.oneof_index >= 0 && !field.proto3_optional) resolved.oneof = real_oneof[field.oneof_index];
      if (resolved.oneof != kNone) resolved.presence = true;
      fields.push_back(std::move(resolved));
    }
    std::sort(fields.begin(), fields.end(), [](const Field& a, const Field& b) { return a.number < b.number; });
    Message& message = plan_.messages[index];
    for (size_t i = 0; i < fields.size(); ++i) {
      if (i > 0 && fields[i].number == fields[i - 1].number) {
        Fail(full_name, "field number " + std::to_string(fields[i].number) + " is used twice");
      }
      if (fields[i].oneof != kNone) oneofs[fields[i].oneof].members.push_back(static_cast<int>(i));
    }
    message.fields = std::move(fields);
    message.oneofs = std::move(oneofs);
    for (const auto& [first, end] : raw.extension_ranges) {
      if (first == 0 || end <= first) {
        Fail(full_name, "has an empty extension range");
      } else {
        message.extension_ranges.push_back({first, end - 1});
      }
    }
    std::sort(message.extension_ranges.begin(), message.extension_ranges.end(),
              [](const ExtensionRange& a, const ExtensionRange& b) { return a.first < b.first; });
    for (const RawField& extension : raw.extensions) AddExtension(extension, full_name, file);
    for (const RawMessage& inner : raw.messages) ResolveMessage(inner, full_name, file);
  }

  Field ResolveField(const RawField& raw, const std::string& scope, int file) {
    Field field;
    field.name = raw.name;
    field.full_name = Scoped(scope, raw.name);
    field.number = raw.number;
    field.default_value = raw.default_value;
    if (raw.number == 0 || raw.number > wire::kMaxFieldNumber) Fail(field.full_name, "field number is out of range");
    if (raw.type < 1 || raw.type > 18) {
      Fail(field.full_name, "field type is missing or unknown");
      return field;
    }
    const bool proto3 = plan_.files[file].proto3;
    field.kind = static_cast<Kind>(raw.type);
    field.repeated = raw.label == 3;
    field.required = raw.label == 2;
    field.packed = field.repeated && IsPackable(field.kind) && raw.packed.value_or(proto3);
    field.presence = !field.repeated && (!proto3 || raw.proto3_optional || IsMessage(field.kind));
    field.utf8 = field.kind == Kind::kString && proto3;
    if (IsMessage(field.kind)) {
      field.message = Find(plan_.message_index, raw.type_name, field.full_name);
    } else if (field.kind == Kind::kEnum) {
      field.enumeration = Find(enum_index_, raw.type_name, field.full_name);
    }
    return field;
  }

  template <typename Index>
  int Find(const Index& index, const std::string& type_name, const std::string& where) {
    const auto it = type_name.empty() ? index.end() : index.find(type_name.substr(1));
    if (it != index.end() && type_name[0] == '.') return it->second;
    Fail(where, "unknown type \"" + type_name + "\"");
    return kNone;
  }

  void AddExtension(const RawField& raw, const std::string& scope, int file) {
    Extension extension;
    extension.field = ResolveField(raw, scope, file);
    extension.field.extension = true;
    extension.field.presence = !extension.field.repeated;  // proto3 extensions of options have it too
    extension.file = file;
    extension.extendee = Find(plan_.message_index, raw.extendee, extension.field.full_name);
    if (extension.extendee == kNone) return;
    const int index = static_cast<int>(plan_.extensions.size());
    plan_.files[file].extensions.push_back(index);
    plan_.messages[extension.extendee].extensions.push_back(index);
    plan_.extensions.push_back(std::move(extension));
  }

  void FinishMessages() {
    for (Message& message : plan_.messages) {
      std::sort(message.extensions.begin(), message.extensions.end(),
                [this](int a, int b) { return plan_.extensions[a].field.number < plan_.extensions[b].field.number; });
      CheckExtensions(message);
      if (message.is_map_entry &&
          (message.fields.size() != 2 || message.fields[0].number != 1 || message.fields[1].number != 2 ||
           message.fields[0].repeated || message.fields[1].repeated)) {
        Fail(message.full_name, "is no map entry: fields key = 1 and value = 2 are wanted");
      }
      for (Field& field : message.fields) {
        field.is_map = field.repeated && field.kind == Kind::kMessage && plan_.messages[field.message].is_map_entry;
      }
    }
  }

  void CheckExtensions(const Message& message) {
    uint32_t previous = 0;
    for (const int index : message.extensions) {
      const Field& field = plan_.extensions[index].field;
      const bool inside =
          std::any_of(message.extension_ranges.begin(), message.extension_ranges.end(),
                      [&](const ExtensionRange& r) { return r.first <= field.number && field.number <= r.last; });
      if (!inside) Fail(field.full_name, "is outside the extension ranges of " + message.full_name);
      if (field.number == previous) {
        Fail(field.full_name,
             "extension number " + std::to_string(previous) + " of " + message.full_name + " is used twice");
      }
      previous = field.number;
    }
  }

  // To the fixed point: a message needs the check when one of its own fields, or of what it can hold, is required.
  void MarkRequired() {
    bool changed = true;
    const auto needs = [this](const Field& field) {
      return field.required || (field.message != kNone && plan_.messages[field.message].needs_required_check);
    };
    while (changed) {
      changed = false;
      for (Message& message : plan_.messages) {
        if (message.needs_required_check) continue;
        message.needs_required_check = std::any_of(message.fields.begin(), message.fields.end(), needs) ||
                                       std::any_of(message.extensions.begin(), message.extensions.end(),
                                                   [&](int i) { return needs(plan_.extensions[i].field); });
        changed = changed || message.needs_required_check;
      }
    }
  }

  Plan plan_;
  std::map<std::string, int, std::less<>> enum_index_;
  std::string error_;
};

}  // namespace

LoadResult Load(std::string_view descriptor_set) { return Load(std::vector<std::string>{std::string(descriptor_set)}); }

LoadResult Load(const std::vector<std::string>& descriptor_sets) {
  std::vector<RawFile> files;
  for (const std::string& set : descriptor_sets) {
    std::string error = ReadDescriptorSet(set, &files);
    if (!error.empty()) return {{}, std::move(error)};
  }
  return Loader().Run(std::move(files));
}

}  // namespace pbb::plan
