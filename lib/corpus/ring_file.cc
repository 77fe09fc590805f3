// A ring as one file: each payload's length as a varint, then its bytes.
#include "corpus/ring_file.h"

#include <fmt/format.h>
#include <google/protobuf/io/coded_stream.h>

#include <cstdint>
#include <limits>

#include "base/error.h"
#include "base/file.h"

namespace pbb {
namespace {

namespace pb = google::protobuf;

}  // namespace

std::string Delimited(const std::vector<std::string>& payloads) {
  std::string bytes;
  for (const std::string& payload : payloads) {
    uint8_t length[10];
    const uint8_t* end = pb::io::CodedOutputStream::WriteVarint64ToArray(payload.size(), length);
    bytes.append(reinterpret_cast<const char*>(length), static_cast<size_t>(end - length));
    bytes += payload;
  }
  return bytes;
}

void WriteRingFile(const std::string& path, const std::vector<std::string>& payloads) {
  WriteFile(path, Delimited(payloads));
}

std::vector<std::string> ReadRingFile(const std::string& path) {
  const std::string content = ReadFile(path);
  std::vector<std::string> payloads;
  size_t at = 0;
  while (at < content.size()) {
    const auto fail = [&](const std::string& what) {
      throw UsageError(fmt::format("payload {} at byte {}: {}", payloads.size(), at, what), path);
    };
    pb::io::CodedInputStream input(reinterpret_cast<const uint8_t*>(content.data()) + at,
                                   static_cast<int>(content.size() - at));
    uint64_t length = 0;
    if (!input.ReadVarint64(&length)) fail(content.size() - at < 10 ? "the file ends inside its length" : "bad length");
    if (length > static_cast<uint64_t>(std::numeric_limits<int>::max())) fail("length over 2 GiB");
    const size_t start = at + static_cast<size_t>(input.CurrentPosition());
    if (length > content.size() - start) {
      fail(fmt::format("the file ends inside it: {} bytes announced, {} there", length, content.size() - start));
    }
    payloads.push_back(content.substr(start, length));
    at = start + length;
  }
  if (payloads.empty()) throw UsageError("no payload in it", path);
  return payloads;
}

}  // namespace pbb
