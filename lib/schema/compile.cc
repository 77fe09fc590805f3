// .proto files -> descriptor-set bytes, by libprotobuf's own parser and with protoc's error texts.
#include "schema/compile.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <google/protobuf/any.pb.h>
#include <google/protobuf/api.pb.h>
#include <google/protobuf/compiler/importer.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/descriptor_database.h>
#include <google/protobuf/duration.pb.h>
#include <google/protobuf/empty.pb.h>
#include <google/protobuf/field_mask.pb.h>
#include <google/protobuf/source_context.pb.h>
#include <google/protobuf/struct.pb.h>
#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/timestamp.pb.h>
#include <google/protobuf/type.pb.h>
#include <google/protobuf/wrappers.pb.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "base/error.h"

namespace pbb {
namespace {

namespace fs = std::filesystem;
namespace pb = google::protobuf;

// The well-known types as libprotobuf carries them: no machine needs a copy on disk. Not all of its generated pool,
// which would also answer for schemas that happen to be linked into the program.
void AddWellKnownTypes(pb::SimpleDescriptorDatabase* database) {
  for (const pb::Descriptor* descriptor :
       {pb::Any::descriptor(), pb::Api::descriptor(), pb::FileDescriptorProto::descriptor(), pb::Duration::descriptor(),
        pb::Empty::descriptor(), pb::FieldMask::descriptor(), pb::SourceContext::descriptor(), pb::Struct::descriptor(),
        pb::Timestamp::descriptor(), pb::Type::descriptor(), pb::Int32Value::descriptor()}) {
    pb::FileDescriptorProto file;
    descriptor->file()->CopyTo(&file);
    database->Add(file);
  }
}

// The file on disk that `name` stands for, or "".
std::string OnDisk(pb::compiler::DiskSourceTree& tree, const std::string& name) {
  std::string path;
  return tree.VirtualFileToDiskFile(name, &path) ? path : std::string();
}

class ErrorList : public pb::compiler::MultiFileErrorCollector {
 public:
  explicit ErrorList(pb::compiler::DiskSourceTree* tree) : tree_(tree) {}

  // libprotobuf counts from 0 and gives a negative line for an error that has no place.
  void AddError(const std::string& name, int line, int column, const std::string& message) override {
    const std::string path = OnDisk(*tree_, name);
    const std::string& where = path.empty() ? name : path;
    std::string text = line < 0 ? fmt::format("{}: {}", where, message)
                                : fmt::format("{}:{}:{}: {}", where, line + 1, std::max(column, 0) + 1, message);
    if (std::find(lines_.begin(), lines_.end(), text) == lines_.end()) lines_.push_back(std::move(text));
  }

  const std::vector<std::string>& lines() const { return lines_; }

 private:
  pb::compiler::DiskSourceTree* tree_;
  std::vector<std::string> lines_;
};

// `file` relative to `folder`, or "" when it is not below it. By name alone: a symbolic link is where it stands.
std::string NameBelow(const fs::path& folder, const fs::path& file) {
  const fs::path relative =
      fs::absolute(file).lexically_normal().lexically_relative(fs::absolute(folder).lexically_normal());
  if (relative.empty() || *relative.begin() == "..") return {};
  return relative.generic_string();
}

// The name of `file` in the descriptor set.
std::string VirtualName(const std::string& file, const std::vector<std::string>& folders,
                        pb::compiler::DiskSourceTree& tree) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) {
    if (!OnDisk(tree, file).empty()) return file;
    throw UsageError("no such file", file);
  }
  if (fs::is_directory(file, ignored)) throw UsageError("is a folder, not a .proto file", file);
  for (const std::string& folder : folders) {
    std::string name = NameBelow(folder, file);
    if (name.empty()) continue;
    const std::string found = OnDisk(tree, name);
    if (!found.empty() && !fs::equivalent(found, file, ignored)) {
      throw UsageError(fmt::format("shadowed by {}, which an earlier include folder has under the same name", found),
                       file, "name that folder later, or compile the other file");
    }
    return name;
  }
  throw UsageError(fmt::format("is in none of the include folders ({})", fmt::join(folders, ", ")), file,
                   "name the folder that its imports are relative to as an include folder");
}

// `file` after all that it imports, each file once.
void Append(const pb::FileDescriptor* file, std::set<std::string>& seen, pb::FileDescriptorSet* set) {
  if (!seen.insert(file->name()).second) return;
  for (int i = 0; i < file->dependency_count(); ++i) Append(file->dependency(i), seen, set);
  pb::FileDescriptorProto* proto = set->add_file();
  file->CopyTo(proto);
  file->CopyJsonNameTo(proto);
}

}  // namespace

CompiledSchema CompileProto(const std::vector<std::string>& files, const std::vector<std::string>& include_dirs) {
  if (files.empty()) throw UsageError("no .proto file to compile");
  std::vector<std::string> folders = include_dirs;
  if (folders.empty()) {
    for (const std::string& file : files) {
      const fs::path parent = fs::path(file).parent_path();
      folders.push_back(parent.empty() ? "." : parent.string());
    }
  }
  // A file without a syntax line is proto2 and fine; libprotobuf would log about it.
  const pb::LogSilencer silencer;
  pb::compiler::DiskSourceTree tree;
  for (const std::string& folder : folders) tree.MapPath("", folder);
  pb::SimpleDescriptorDatabase well_known;
  AddWellKnownTypes(&well_known);
  ErrorList errors(&tree);
  pb::compiler::SourceTreeDescriptorDatabase database(&tree, &well_known);
  database.RecordErrorsTo(&errors);
  pb::DescriptorPool pool(&database, database.GetValidationErrorCollector());
  pool.EnforceWeakDependencies(true);  // as protoc does: a missing weak import is an error
  CompiledSchema compiled;
  pb::FileDescriptorSet set;
  std::set<std::string> seen;
  for (const std::string& file : files) {
    const std::string name = VirtualName(file, folders, tree);
    compiled.files.push_back(name);
    if (const pb::FileDescriptor* descriptor = pool.FindFileByName(name)) Append(descriptor, seen, &set);
  }
  if (!errors.lines().empty()) throw UsageError(fmt::format("{}", fmt::join(errors.lines(), "\n")));
  compiled.descriptor_set = set.SerializeAsString();
  return compiled;
}

}  // namespace pbb
