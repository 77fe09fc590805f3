#include "base/file.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/error.h"

namespace pbb {
namespace {

TEST(OutputFileTest, KeepsTheOldFileUntilCommit) {
  TemporaryFolder folder;
  const std::string path = folder.path() + "/out.json";
  WriteFile(path, "old");
  {
    OutputFile output(path);
    EXPECT_EQ(ReadFile(path), "old");
  }
  EXPECT_EQ(ReadFile(path), "old");
  OutputFile output(path);
  output.Commit("new");
  EXPECT_EQ(ReadFile(path), "new");
}

TEST(OutputFileTest, LeavesNothingBehindWithoutCommit) {
  TemporaryFolder folder;
  { OutputFile output(folder.path() + "/out.json"); }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(OutputFileTest, MissingFolderFailsUpFrontWithThePath) {
  try {
    OutputFile output("/nonexistent/out.json");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kUsage);
    EXPECT_STREQ(error.what(), "/nonexistent/out.json: can't open for writing: No such file or directory");
  }
}

TEST(OutputFileTest, FullDeviceIsAnErrorNotASilentSuccess) {
  OutputFile output("/dev/full");
  EXPECT_THROW(output.Commit("x"), Error);
}

TEST(ReadFileTest, MissingFileNamesPathAndReason) {
  try {
    ReadFile("/nonexistent");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "/nonexistent: can't open: No such file or directory");
  }
}

}  // namespace
}  // namespace pbb
