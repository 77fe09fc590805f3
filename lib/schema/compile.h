// .proto files -> descriptor-set bytes, by libprotobuf's own parser and with protoc's error texts.
#pragma once

#include <string>
#include <vector>

namespace pbb {

struct CompiledSchema {
  // A serialised google.protobuf.FileDescriptorSet: the files asked for and all that they import, each after its own
  // imports, byte for byte what `protoc --include_imports --descriptor_set_out` writes.
  std::string descriptor_set;
  // The names of the files asked for as the set has them, i.e. relative to an include folder: "hello.proto".
  std::vector<std::string> files;
};

// Compiles `files`: paths on disk, or names below an include folder. As with protoc's -I, a path is named relative to
// the first of `include_dirs` that it is in, and imports are looked up in their order. Without include folders, each
// file's own folder is one. google/protobuf/*.proto is found in libprotobuf itself where no include folder has it.
// Throws Error(kUsage): every error as `path:line:column: message`, one a line (line and column from 1, as protoc
// prints them); a file that is missing, outside every include folder, or shadowed by an earlier folder's.
CompiledSchema CompileProto(const std::vector<std::string>& files, const std::vector<std::string>& include_dirs);

}  // namespace pbb
