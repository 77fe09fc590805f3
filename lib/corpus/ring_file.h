// A ring as one file: each payload's length as a varint, then its bytes.
#pragma once

#include <string>
#include <vector>

namespace pbb {

// The file's content, which is also what Ring::sha256 is over.
std::string Delimited(const std::vector<std::string>& payloads);

// Writes atomically. Throws Error(kUsage) as WriteFile does.
void WriteRingFile(const std::string& path, const std::vector<std::string>& payloads);

// Throws Error(kUsage) with the path, the payload's number (from 0) and the offset: a file that ends inside a length or
// a payload, a length over 2 GiB or overlong, a file without payloads.
std::vector<std::string> ReadRingFile(const std::string& path);

}  // namespace pbb
