// Whole files in, whole files out: an output is either the old file or the complete new one.
#pragma once

#include <string>
#include <string_view>

namespace pbb {

// Reads a whole file; "-" is stdin. Throws Error(kUsage) naming the path and the system's reason.
// Files over 2 GiB - 1 are refused: no protobuf message may be larger.
std::string ReadFile(const std::string& path);

// An output that is opened up front, so that a bad path fails before the work is done, written aside and renamed
// into place by Commit(). Without Commit() nothing is changed and nothing is left behind. "-" is stdout. A link stays a
// link, an existing file keeps its mode. A path that exists and is no regular file (/dev/full, a pipe) is written in
// place.
class OutputFile {
 public:
  // Throws Error(kUsage) when the folder is missing or not writable.
  explicit OutputFile(std::string path);
  ~OutputFile();
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;

  // Writes all of `content` and renames. Throws Error(kUsage) when it could not be written in full.
  void Commit(std::string_view content);
  const std::string& path() const { return path_; }
  // "-", or a name of what stdout already is (/dev/stdout, the file that the shell redirected it to).
  bool is_stdout() const;
  // The file behind symbolic links; two outputs of one target would overwrite each other.
  const std::string& target() const { return target_; }

 private:
  std::string path_;
  std::string target_;     // path_ with links resolved; empty for stdout
  std::string temporary_;  // empty when written in place
  int fd_ = -1;
};

// Writes a file atomically in one call.
void WriteFile(const std::string& path, std::string_view content);

// A fresh private folder, removed with everything in it when the object goes.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace pbb
