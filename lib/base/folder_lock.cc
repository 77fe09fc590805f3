#include "base/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/error.h"

namespace pbb {

FolderLock::FolderLock(const std::string& folder)
    : fd_(open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  const std::string name = folder.empty() ? "." : folder;
  if (fd_ < 0) throw UsageError(std::string("can't open the folder: ") + std::strerror(errno), name);
  if (flock(fd_, LOCK_EX | LOCK_NB) == 0) return;
  const int reason = errno;
  close(fd_);
  if (reason == EWOULDBLOCK) throw UsageError("another pbbench is writing here", name, "wait until it has ended");
  throw UsageError(std::string("can't lock the folder: ") + std::strerror(reason), name);
}

FolderLock::~FolderLock() { close(fd_); }

}  // namespace pbb
