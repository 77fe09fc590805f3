#include "wire/varint.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace pbb::wire {
namespace {

using Bytes = std::vector<uint8_t>;

bool Read(const Bytes& bytes, uint64_t* value) {
  return ReadVarint(bytes.data(), bytes.data() + bytes.size(), value) == bytes.data() + bytes.size();
}

TEST(VarintTest, RoundTripsAtEverySizeBoundary) {
  for (int bits = 0; bits <= 64; ++bits) {
    for (const int64_t delta : {-1, 0, 1}) {
      const uint64_t value = (bits == 64 ? 0 : uint64_t{1} << bits) + static_cast<uint64_t>(delta);
      uint8_t buffer[kMaxVarintBytes];
      const uint8_t* end = WriteVarint(buffer, value);
      EXPECT_EQ(end - buffer, VarintSize(value)) << value;
      uint64_t back = 0;
      ASSERT_EQ(ReadVarint(buffer, end, &back), end);
      EXPECT_EQ(back, value);
    }
  }
}

TEST(VarintTest, PaddedToTenBytesIsTakenElevenIsNot) {
  uint64_t value = 1;
  Bytes padded(9, 0x80);
  padded.push_back(0);
  EXPECT_TRUE(Read(padded, &value));
  EXPECT_EQ(value, 0U);
  Bytes longer(10, 0x80);
  longer.push_back(0);
  EXPECT_FALSE(Read(longer, &value));
}

TEST(VarintTest, BitsOver64AreDropped) {
  uint64_t value = 1;
  Bytes bytes(9, 0x80);
  bytes.push_back(2);
  EXPECT_TRUE(Read(bytes, &value));
  EXPECT_EQ(value, 0U);
}

TEST(VarintTest, CutIsRefused) {
  uint64_t value = 0;
  EXPECT_FALSE(Read({0x80, 0x80}, &value));
  EXPECT_FALSE(Read({0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80}, &value));
}

TEST(ZigZagTest, Extremes) {
  EXPECT_EQ(ZigZagDecode32(0xffffffffU), INT32_MIN);
  EXPECT_EQ(ZigZagDecode32(0xfffffffeU), INT32_MAX);
  EXPECT_EQ(ZigZagEncode64(INT64_MIN), UINT64_MAX);
  for (const int64_t v : {int64_t{0}, int64_t{-1}, int64_t{1}, INT64_MIN, INT64_MAX}) {
    EXPECT_EQ(ZigZagDecode64(ZigZagEncode64(v)), v);
  }
}

TEST(TagTest, RefusesWhatTheConformanceSuiteRefuses) {
  struct Case {
    Bytes bytes;
    bool taken;
  };
  const Case cases[] = {
      {{0x08}, true},
      {{0x88, 0x00}, true},                           // padded to 2
      {{0x88, 0x80, 0x80, 0x80, 0x00}, true},         // padded to 5
      {{0x88, 0x80, 0x80, 0x80, 0x80, 0x00}, false},  // padded to 6
      {{0xf8, 0xff, 0xff, 0xff, 0x0f}, true},         // the largest field number
      {{0x88, 0x80, 0x80, 0x80, 0x40}, false},        // bit 34
      {{0x00}, false},                                // field number 0
      {{0x0e}, false},                                // wire type 6
      {{0x0f}, false},                                // wire type 7
      {{0x88}, false},                                // cut
  };
  for (const Case& c : cases) {
    uint32_t tag = 0;
    EXPECT_EQ(ReadTag(c.bytes.data(), c.bytes.data() + c.bytes.size(), &tag) != nullptr, c.taken) << c.bytes.size();
  }
}

TEST(LengthTest, NeverPassesWhatIsLeftAndNeverWraps) {
  const std::vector<std::pair<Bytes, bool>> cases = {
      {{0x01, 0x00}, true},
      {{0x02, 0x00}, false},
      {{0x81, 0x80, 0x80, 0x80, 0x00, 0x00}, true},                           // padded to 5
      {{0x81, 0x80, 0x80, 0x80, 0x80, 0x00, 0x00}, false},                    // padded to 6
      {{0xff, 0xff, 0xff, 0xff, 0x07}, false},                                // 2^31 - 1
      {{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01}, false},  // 2^64 - 1
      {{0xf1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f}, false},        // near 2^63
  };
  for (const auto& [bytes, taken] : cases) {
    size_t length = 0;
    EXPECT_EQ(ReadLength(bytes.data(), bytes.data() + bytes.size(), &length) != nullptr, taken) << bytes.size();
  }
}

}  // namespace
}  // namespace pbb::wire
