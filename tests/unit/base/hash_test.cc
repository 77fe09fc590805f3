#include "base/hash.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"

namespace pbb {
namespace {

TEST(Sha256Test, KnownAnswers) {  // FIPS 180-2, appendix B
  EXPECT_EQ(Sha256Hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(Sha256Hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(HashTreeTest, ChangesWithContentAndWithNames) {
  TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() + "/sub");
  WriteFile(folder.path() + "/sub/a", "1");
  const std::string first = HashTree(folder.path());
  EXPECT_EQ(first, HashTree(folder.path()));
  WriteFile(folder.path() + "/sub/a", "2");
  const std::string second = HashTree(folder.path());
  EXPECT_NE(first, second);
  std::filesystem::rename(folder.path() + "/sub/a", folder.path() + "/sub/b");
  EXPECT_NE(second, HashTree(folder.path()));
}

}  // namespace
}  // namespace pbb
