// What the plugin answers protoc: the modules that `pbbench gen` would write, or why there are none.
#pragma once

#include <google/protobuf/compiler/plugin.pb.h>

namespace pbb {

// Modules of the files asked for and of all that they import, as generated code requires those. A request that can't be
// served (unknown parameter, editions, two files for one module) is answered by `error`, which protoc prints.
google::protobuf::compiler::CodeGeneratorResponse Answer(
    const google::protobuf::compiler::CodeGeneratorRequest& request);

}  // namespace pbb
