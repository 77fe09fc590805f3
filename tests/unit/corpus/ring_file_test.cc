#include "corpus/ring_file.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "error_of.h"

namespace pbb {
namespace {

class RingFileTest : public testing::Test {
 protected:
  std::string ErrorFor(const std::string& content) {
    WriteFile(path_, content);
    const std::string text = ErrorOf([&] { ReadRingFile(path_); });
    EXPECT_EQ(text.rfind(path_ + ": ", 0), 0u) << text;
    return text.substr(path_.size() + 2);
  }

  TemporaryFolder folder_;
  std::string path_ = folder_.path() + "/ring";
};

TEST_F(RingFileTest, WritesLengthsAsVarints) {
  EXPECT_EQ(Delimited({"ab", ""}), std::string("\x02"
                                               "ab"
                                               "\x00",
                                               4));
  EXPECT_EQ(Delimited({std::string(300, 'x')}), "\xac\x02" + std::string(300, 'x'));
}

TEST_F(RingFileTest, ReadsBackWhatWasWritten) {
  const std::vector<std::string> payloads = {"ab", "", std::string("\x00\xff", 2), std::string(100'000, 'x')};
  WriteRingFile(path_, payloads);
  EXPECT_EQ(ReadRingFile(path_), payloads);
}

TEST_F(RingFileTest, RefusesTruncatedAndForeignFiles) {
  EXPECT_EQ(ErrorFor(""), "no payload in it");
  EXPECT_EQ(ErrorFor("\x02"
                     "a"),
            "payload 0 at byte 0: the file ends inside it: 2 bytes announced, 1 there");
  EXPECT_EQ(ErrorFor("\x01"
                     "a\x03"
                     "bc"),
            "payload 1 at byte 2: the file ends inside it: 3 bytes announced, 2 there");
  EXPECT_EQ(ErrorFor("\x01"
                     "a\x80"),
            "payload 1 at byte 2: the file ends inside its length");
  EXPECT_EQ(ErrorFor(std::string(11, '\xff')), "payload 0 at byte 0: bad length");
  EXPECT_EQ(ErrorFor("\x80\x80\x80\x80\x08"
                     "abc"),
            "payload 0 at byte 0: length over 2 GiB");
}

}  // namespace
}  // namespace pbb
