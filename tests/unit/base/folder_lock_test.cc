#include "base/folder_lock.h"

#include <gtest/gtest.h>

#include <optional>

#include "base/error.h"
#include "base/file.h"

namespace pbb {
namespace {

TEST(FolderLockTest, SecondWriterIsRefusedUntilTheFirstHasGone) {
  const TemporaryFolder folder;
  std::optional<FolderLock> first(folder.path());
  EXPECT_THROW(FolderLock{folder.path()}, Error);
  first.reset();
  EXPECT_NO_THROW(FolderLock{folder.path()});
}

TEST(FolderLockTest, FolderMustBeThere) { EXPECT_THROW(FolderLock{"/nosuch/folder"}, Error); }

}  // namespace
}  // namespace pbb
