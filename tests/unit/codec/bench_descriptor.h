// Descriptor sets of the bench schemas for tests, from the generated code.
#pragma once

#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>

#include <set>
#include <string>

#include "codec/bench_schemas.h"

namespace pbb::codec {

inline void AddWithImports(const google::protobuf::FileDescriptor* file, std::set<std::string>* done,
                           google::protobuf::FileDescriptorSet* set) {
  if (!done->insert(file->name()).second) return;
  for (int i = 0; i < file->dependency_count(); ++i) AddWithImports(file->dependency(i), done, set);
  file->CopyTo(set->add_file());
}

inline std::string DescriptorSetOf(const std::string& type) {
  LinkBenchSchemas();
  google::protobuf::FileDescriptorSet set;
  std::set<std::string> done;
  AddWithImports(google::protobuf::DescriptorPool::generated_pool()->FindMessageTypeByName(type)->file(), &done, &set);
  return set.SerializeAsString();
}

}  // namespace pbb::codec
