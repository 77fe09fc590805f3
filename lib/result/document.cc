#include "result/document.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"

namespace pbb::result {
namespace {

constexpr std::pair<Status, std::string_view> kStatusWords[] = {
    {Status::kOk, "ok"}, {Status::kUnstable, "unstable"}, {Status::kFailed, "failed"}, {Status::kNotApplicable, "n/a"}};

// "6.1" of "6.1.0-18-amd64": patch releases of one kernel series are taken as equal.
std::string KernelMinor(const std::string& release) {
  size_t end = release.find('.');
  if (end != std::string::npos) end = release.find_first_not_of("0123456789", end + 1);
  return release.substr(0, end);
}

}  // namespace

std::string_view StatusWord(Status status) {
  return std::find_if(std::begin(kStatusWords), std::end(kStatusWords),
                      [status](const auto& entry) { return entry.first == status; })
      ->second;
}

std::optional<Status> ParseStatus(std::string_view word) {
  for (const auto& [status, known] : kStatusWords) {
    if (known == word) return status;
  }
  return std::nullopt;
}

void AddNote(Cell* cell, std::string text) {
  if (std::find(cell->notes.begin(), cell->notes.end(), text) == cell->notes.end()) {
    cell->notes.push_back(std::move(text));
  }
}

void SetFastPathShare(Cell* cell, double share) {
  cell->fast_path_share = share;
  AddNote(cell, fmt::format("fast_path_share {:.4f}", share));
}

std::vector<std::pair<std::string, std::string>> ComparableParts(const Document& document) {
  return {{"arch", document.machine.arch},
          {"cpu", document.machine.cpu},
          {"cores", fmt::format("{}", document.machine.cores)},
          {"kernel", KernelMinor(document.machine.kernel)},
          {"compiler", document.pbbench.compiler},
          {"flags", document.pbbench.compile_flags},
          {"luajit", document.runtime.luajit},
          {"libprotobuf", document.runtime.libprotobuf}};
}

std::string ComparableHash(const Document& document) {
  Sha256 hash;
  for (const auto& [name, value] : ComparableParts(document)) {
    hash.Update(fmt::format("{}={}:{}\n", name, value.size(), value));
  }
  return hash.Hex();
}

}  // namespace pbb::result
