// `floor-copy`: memcpy of the payload into memory that is there already. No codec reads or writes these bytes faster.
#pragma once

#include "codec/registry.h"

namespace pbb::codec {

// Applicable to every schema and both ops.
MadeCodec MakeFloorCopy(const CodecSpec& spec);

}  // namespace pbb::codec
