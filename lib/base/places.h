// Where the binary finds what belongs to it: in the build tree it was made in, or below the prefix it was installed to.
#pragma once

#include <string>

namespace pbb {

// The folder that holds corpus/ and proto/. PBBENCH_ROOT when set; else the repository around the build tree; else
// share/pbbench beside the binary's bin/. Throws Error(kUsage) when none of them holds corpus/manifest.json.
std::string FindRoot();

// The codec tree that was built with this binary: codecs/ beside its bin/, or lib/pbbench/codecs below the prefix.
std::string DefaultCodecTree();

}  // namespace pbb
