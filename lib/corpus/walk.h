// Visits every field value of a message tree in one order that does not depend on how libprotobuf hashes maps.
#pragma once

#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/message.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "schema/pool.h"

namespace pbb {

// One value: `index` is -1 for a singular field. Map entries are messages with a key and a value.
struct ValueRef {
  google::protobuf::Message* message;
  const google::protobuf::FieldDescriptor* field;
  int index;

  bool is_in_map() const { return field->containing_type()->options().map_entry(); }
  bool is_map_key() const { return field->number() == 1 && is_in_map(); }
};

// Calls `visit(ValueRef)` for each value that is set and is no message, depth first, fields by number, map entries by
// key. A visitor may change the value; it must not add or remove any.
template <typename Visit>
void WalkValues(google::protobuf::Message* message, const Visit& visit) {
  const google::protobuf::Reflection* reflection = message->GetReflection();
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  reflection->ListFields(*message, &fields);
  for (const google::protobuf::FieldDescriptor* field : fields) {
    const bool is_message = field->cpp_type() == google::protobuf::FieldDescriptor::CPPTYPE_MESSAGE;
    if (!field->is_repeated()) {
      if (is_message) {
        WalkValues(reflection->MutableMessage(message, field), visit);
      } else {
        visit(ValueRef{message, field, -1});
      }
      continue;
    }
    const int count = reflection->FieldSize(*message, field);
    if (!is_message) {
      for (int i = 0; i < count; ++i) visit(ValueRef{message, field, i});
      continue;
    }
    std::vector<std::pair<std::string, google::protobuf::Message*>> elements;
    for (int i = 0; i < count; ++i) {
      google::protobuf::Message* element = reflection->MutableRepeatedMessage(message, field, i);
      elements.emplace_back(field->is_map() ? SerializeCanonical(*element) : std::string(), element);
    }
    if (field->is_map()) std::sort(elements.begin(), elements.end());
    for (const auto& [unused, element] : elements) WalkValues(element, visit);
  }
}

}  // namespace pbb
