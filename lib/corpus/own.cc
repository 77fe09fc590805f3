// A user's own message: its schema and its payloads from files (ring `own`).
#include "corpus/own.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "schema/compile.h"
#include "schema/pool.h"

namespace pbb {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> FilesIn(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return {path};
  std::vector<std::string> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(path, error)) {
    const bool hidden = entry.path().filename().string().front() == '.';
    if (!hidden && entry.is_regular_file(error)) files.push_back(entry.path().string());
  }
  if (error) throw UsageError(error.message(), path);
  if (files.empty()) throw UsageError("the folder holds no payloads", path);
  std::sort(files.begin(), files.end());
  return files;
}

PayloadFormat FormatOf(const std::string& file, PayloadFormat asked) {
  if (asked != PayloadFormat::kByName) return asked;
  const std::string ending = fs::path(file).extension().string();
  if (ending == ".json") return PayloadFormat::kJson;
  const bool text = ending == ".txt" || ending == ".textproto" || ending == ".txtpb" || ending == ".pbtxt";
  return text ? PayloadFormat::kText : PayloadFormat::kBinary;
}

const char* NameOf(PayloadFormat format) {
  return format == PayloadFormat::kJson ? "JSON" : format == PayloadFormat::kText ? "text format" : "wire bytes";
}

std::string ReadPayload(SchemaPool* pool, const std::string& message, const std::string& file, PayloadFormat asked) {
  const std::string content = ReadFile(file);
  const PayloadFormat format = FormatOf(file, asked);
  try {
    const auto parsed = format == PayloadFormat::kJson   ? pool->ParseJson(message, content)
                        : format == PayloadFormat::kText ? pool->ParseText(message, content)
                                                         : pool->ParseBytes(message, content);
    return SerializeCanonical(*parsed);
  } catch (const Error& error) {
    throw UsageError(fmt::format("as {}: {}", NameOf(format), error.what()), file,
                     asked == PayloadFormat::kByName ? "say --payload-format binary, json or text if it is another one"
                                                     : error.way_out());
  }
}

}  // namespace

OwnMessage LoadOwnMessage(const OwnRequest& request) {
  OwnMessage own;
  own.descriptor_set = request.protos.empty() ? ReadFile(request.descriptor_set)
                                              : CompileProto(request.protos, request.includes).descriptor_set;
  Ring& ring = own.ring;
  try {
    SchemaPool pool(own.descriptor_set);
    own.proto_file = pool.FindMessage(request.message)->file()->name();
    uint64_t total = 0;
    for (const std::string& path : request.payloads) {
      for (const std::string& file : FilesIn(path)) {
        ring.payloads.push_back(ReadPayload(&pool, request.message, file, request.format));
        total += ring.payloads.back().size();
        if (ring.payloads.size() <= kMaxRingPayloads && total <= kMaxRingBytes) continue;
        throw UsageError(fmt::format("more than {} payloads or {} MiB", kMaxRingPayloads, kMaxRingBytes >> 20), file,
                         "name fewer files");
      }
    }
  } catch (const Error& error) {
    if (request.protos.empty() && ring.payloads.empty() && own.proto_file.empty()) {
      throw UsageError(error.what(), request.descriptor_set, error.way_out());
    }
    throw;
  }
  if (ring.payloads.empty()) throw UsageError("no payload is named", "--payload");
  ring.schema = request.message;
  ring.ring = "own";
  ring.Finish();
  ring.size = fmt::format("{:.0f}B", std::round(ring.bytes_mean));
  return own;
}

}  // namespace pbb
