#include "base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/error.h"

namespace pbb {
namespace {

constexpr size_t kMaxFileBytes = 0x7fffffff;

[[noreturn]] void Fail(const std::string& path, const char* doing) {
  throw UsageError(fmt::format("can't {}: {}", doing, std::strerror(errno)), path);
}

std::string ReadAll(int fd, const std::string& path) {
  std::string content;
  char block[1 << 16];
  for (;;) {
    const ssize_t n = read(fd, block, sizeof block);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) Fail(path, "read");
    if (n == 0) return content;
    content.append(block, static_cast<size_t>(n));
    if (content.size() > kMaxFileBytes) throw UsageError("is over 2 GiB", path);
  }
}

bool IsStdout(const std::string& path) {
  struct stat ours {};
  struct stat theirs {};
  return fstat(STDOUT_FILENO, &ours) == 0 && stat(path.c_str(), &theirs) == 0 && !S_ISCHR(theirs.st_mode) &&
         ours.st_dev == theirs.st_dev && ours.st_ino == theirs.st_ino;
}

// There is no way to read it without setting it.
mode_t CurrentUmask() {
  const mode_t mask = umask(0);
  umask(mask);
  return mask;
}

}  // namespace

std::string ReadFile(const std::string& path) {
  if (path == "-") return ReadAll(STDIN_FILENO, "stdin");
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) Fail(path, "open");
  try {
    std::string content = ReadAll(fd, path);
    close(fd);
    return content;
  } catch (...) {
    close(fd);
    throw;
  }
}

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  if (path_.empty()) throw UsageError("a file name is empty");
  if (path_ == "-" || IsStdout(path_)) {
    fd_ = STDOUT_FILENO;
    return;
  }
  if (std::filesystem::is_directory(path_)) throw UsageError("is a folder, a file is wanted", path_);
  std::error_code error;
  target_ = std::filesystem::weakly_canonical(std::filesystem::absolute(path_), error).string();
  if (error) target_ = path_;
  struct stat info {};
  const bool exists = stat(target_.c_str(), &info) == 0;
  if (exists && !S_ISREG(info.st_mode)) {
    fd_ = open(target_.c_str(), O_WRONLY | O_CLOEXEC);
  } else if (exists && access(target_.c_str(), W_OK) != 0) {
    Fail(path_, "open for writing");
  } else {
    temporary_ = target_ + ".XXXXXX";
    fd_ = mkostemp(temporary_.data(), O_CLOEXEC);
    if (fd_ >= 0) fchmod(fd_, exists ? info.st_mode & 07777 : 0666 & ~CurrentUmask());
  }
  if (fd_ < 0) {
    temporary_.clear();
    Fail(path_, "open for writing");
  }
}

bool OutputFile::is_stdout() const { return target_.empty(); }

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      fd_(std::exchange(other.fd_, -1)) {}

OutputFile::~OutputFile() {
  if (fd_ >= 0 && !is_stdout()) close(fd_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void OutputFile::Commit(std::string_view content) {
  while (!content.empty()) {
    const ssize_t n = write(fd_, content.data(), content.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) Fail(path_, "write");
    content.remove_prefix(static_cast<size_t>(n));
  }
  if (is_stdout()) return;
  const int fd = fd_;
  fd_ = -1;
  if (close(fd) != 0) Fail(path_, "write");
  if (temporary_.empty()) return;
  if (rename(temporary_.c_str(), target_.c_str()) != 0) Fail(path_, "rename into place");
  temporary_.clear();
}

void WriteFile(const std::string& path, std::string_view content) { OutputFile(path).Commit(content); }

TemporaryFolder::TemporaryFolder() {
  const char* base = std::getenv("TMPDIR");
  path_ = std::string(base != nullptr && *base != '\0' ? base : "/tmp") + "/pbbench.XXXXXX";
  if (mkdtemp(path_.data()) == nullptr) Fail(path_, "make a temporary folder");
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace pbb
