#include "codec/bench_schemas.h"

#include "hello.pb.h"
#include "proto2_basic.pb.h"

namespace pbb::codec {

void LinkBenchSchemas() {
  hello::Person::descriptor();
  proto2_basic::BenchPayload::descriptor();
}

}  // namespace pbb::codec
