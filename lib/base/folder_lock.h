// One writer at a time in a folder: for files that are read, changed and written back as a whole.
#pragma once

#include <string>

namespace pbb {

// Held until the object goes, or the process ends in whatever way: nothing is left behind.
class FolderLock {
 public:
  // `folder`: "" is the current one. Throws Error(kUsage) at once when another process holds it, or when it can't be
  // opened.
  explicit FolderLock(const std::string& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int fd_;
};

}  // namespace pbb
