// The worker's side of a run, behind the hidden subcommand `pbbench worker`: makes codecs, checks them and times them
// as the host asks (lib/peer/protocol.h).
#pragma once

#include <functional>

#include "codec/registry.h"

namespace pbb::measure {

using CodecFactory = std::function<codec::MadeCodec(const codec::CodecSpec&)>;

// Serves stdin and stdout until the input ends or `bye`. From then on the process's own stdout is its stderr, so that
// a `print` somewhere in a codec can't break the protocol. Returns the exit code.
int ServeWorker(const CodecFactory& make_codec = codec::MakeCodec);

}  // namespace pbb::measure
