// libprotobuf itself as a codec under measurement: `protobuf` and `protobuf-fresh`.
#pragma once

#include <memory>

#include "codec/codec.h"
#include "codec/registry.h"

namespace pbb::codec {

// `protobuf` parses into and serialises to objects it uses again; `protobuf-fresh` takes a fresh message or string each
// time and frees it when its sink entry is overwritten, timed. Not applicable where only DynamicMessage knows the
// schema.
MadeCodec MakeProtobufCodec(const CodecSpec& spec);

}  // namespace pbb::codec
