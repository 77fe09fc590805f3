// libprotobuf's generated code for the bench schemas, linked into this library.
#pragma once

namespace pbb::codec {

// Refers to the generated code, so that the linker keeps it and its registration runs.
void LinkBenchSchemas();

}  // namespace pbb::codec
