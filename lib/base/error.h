// The one exception that ends a command. What a hot path or a cell can fail with is a value instead.
#pragma once

#include <exception>
#include <string>
#include <utility>

namespace pbb {

// Exit codes of pbbench (DESIGN section 7). A count is never an exit code.
enum class ExitCode : int {
  kOk = 0,
  kFailed = 1,         // a gate failed, a codec was wrong, or a cell of the baseline is missing
  kUsage = 2,          // usage, or a file, schema or baseline that can't be used
  kInconclusive = 3,   // inconclusive, or no common cell
  kMissingTool = 4,    // a peer or tool that was required is missing
  kInternal = 70,      // internal error
  kInterrupted = 130,  // interrupted; what is done is written
};

// Thrown anywhere in lib, caught only in apps, which print `what()` to stderr and exit with `code()`.
class Error : public std::exception {
 public:
  // `what`: what went wrong; `where`: file, flag or cell, may be empty; `way_out`: what the user can do, may be empty.
  Error(ExitCode code, std::string what, std::string where = {}, std::string way_out = {})
      : code_(code), text_(where.empty() ? std::move(what) : where + ": " + what), way_out_(std::move(way_out)) {}

  const char* what() const noexcept override { return text_.c_str(); }
  ExitCode code() const noexcept { return code_; }
  const std::string& way_out() const noexcept { return way_out_; }

 private:
  ExitCode code_;
  std::string text_;
  std::string way_out_;
};

inline Error UsageError(std::string what, std::string where = {}, std::string way_out = {}) {
  return Error(ExitCode::kUsage, std::move(what), std::move(where), std::move(way_out));
}

}  // namespace pbb
