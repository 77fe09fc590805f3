#include "saving.h"

#include <fmt/format.h>

#include <exception>
#include <filesystem>

#include "base/error.h"
#include "result/baselines.h"
#include "result/writer.h"

namespace pbb {

Saving::Saving(const std::string& json, const std::string& name) {
  if (!json.empty()) json_.emplace(json);
  if (name.empty()) return;
  const std::string path = result::BaselinePath(name, "--save");
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
  if (error) throw UsageError(fmt::format("can't make its folder: {}", error.message()), path);
  baseline_.emplace(path);
  RefuseSameTarget(Outputs());
}

std::vector<AskedOutput> Saving::Outputs() const {
  std::vector<AskedOutput> outputs;
  if (json_) outputs.push_back({"--json", &*json_});
  if (baseline_) outputs.push_back({"--save", &*baseline_});
  return outputs;
}

void Saving::Write(const result::Document& document) {
  std::exception_ptr first;
  const std::string text = result::WriteDocument(document);
  const auto attempt = [&](std::optional<OutputFile>* file) {
    if (!*file) return;
    try {
      (*file)->Commit(text);
    } catch (const Error&) {
      if (!first) first = std::current_exception();
    }
  };
  attempt(&json_);
  if (document.complete) {
    attempt(&baseline_);
  } else if (baseline_) {
    WriteStderr(fmt::format("pbbench: {} is left as it was: the run was interrupted\n", baseline_->path()));
  }
  if (first) std::rethrow_exception(first);
}

}  // namespace pbb
