// libprotobuf itself as a codec under measurement: `protobuf`, `protobuf-fresh`, `protobuf-arena`,
// `protobuf-dynamic`.
#pragma once

#include <memory>

#include "codec/codec.h"
#include "codec/registry.h"

namespace pbb::codec {

// `protobuf` and `protobuf-dynamic` parse into and serialise to objects they use again; `protobuf-fresh` takes a fresh
// message or string each time, `protobuf-arena` a fresh arena or string, and frees it when its sink entry is
// overwritten, timed. All but `protobuf-dynamic` are not applicable where only DynamicMessage knows the schema.
MadeCodec MakeProtobufCodec(const CodecSpec& spec);

}  // namespace pbb::codec
