#include "answer.h"

#include <fmt/format.h>
#include <google/protobuf/descriptor.pb.h>

#include <string>
#include <string_view>

#include "base/error.h"
#include "luagen/generate.h"
#include "plan/plan.h"

namespace pbb {
namespace {

using google::protobuf::compiler::CodeGeneratorRequest;
using google::protobuf::compiler::CodeGeneratorResponse;

// protoc joins what stands before the colon of --pblua_out and every --pblua_opt with commas.
luagen::Mode ReadParameter(std::string_view parameter) {
  luagen::Mode mode = luagen::Mode::kFull;
  while (!parameter.empty()) {
    const size_t comma = parameter.find(',');
    const std::string_view item = parameter.substr(0, comma);
    parameter = comma == std::string_view::npos ? "" : parameter.substr(comma + 1);
    if (item.empty()) continue;
    const size_t equals = item.find('=');
    if (equals == std::string_view::npos || item.substr(0, equals) != "mode") {
      throw UsageError(fmt::format("unknown parameter \"{}\" (mode=full and mode=concat are known)", item));
    }
    const std::string_view value = item.substr(equals + 1);
    const auto known = luagen::ParseMode(value);
    if (!known) throw UsageError(fmt::format("unknown mode \"{}\" (full and concat are known)", value));
    mode = *known;
  }
  return mode;
}

std::string SetOf(const CodeGeneratorRequest& request) {
  google::protobuf::FileDescriptorSet set;
  *set.mutable_file() = request.proto_file();
  return set.SerializeAsString();
}

}  // namespace

CodeGeneratorResponse Answer(const CodeGeneratorRequest& request) {
  CodeGeneratorResponse response;
  response.set_supported_features(CodeGeneratorResponse::FEATURE_PROTO3_OPTIONAL);
  try {
    const luagen::Mode mode = ReadParameter(request.parameter());
    const plan::LoadResult loaded = plan::Load(SetOf(request));
    if (!loaded.ok()) throw UsageError(loaded.error);
    for (luagen::GeneratedFile& generated : luagen::Generate(loaded.plan, {}, mode)) {
      CodeGeneratorResponse::File* file = response.add_file();
      file->set_name(std::move(generated.path));
      file->set_content(std::move(generated.content));
    }
  } catch (const Error& error) {
    response.clear_file();
    response.set_error(error.what() + (error.way_out().empty() ? "" : "; " + error.way_out()));
  }
  return response;
}

}  // namespace pbb
