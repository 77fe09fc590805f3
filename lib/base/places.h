// Where the binary finds what belongs to it: in the build tree it was made in, or below the prefix it was installed to.
#pragma once

#include <string>

namespace pbb {

// The folder that holds corpus/ and proto/. PBBENCH_ROOT when set; else share/pbbench beside the binary's bin/, which
// an installation has; else the repository around the build tree. Throws Error(kUsage) when none of them holds
// corpus/manifest.json.
std::string FindRoot();

// The codec tree that was built with this binary: lib/pbbench/codecs below its prefix, or codecs/ beside its bin/.
std::string DefaultCodecTree();

}  // namespace pbb
