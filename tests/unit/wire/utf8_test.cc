#include "wire/utf8.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace pbb::wire {
namespace {

using std::string_view_literals::operator""sv;

bool Valid(std::string_view s) { return IsValidUtf8(reinterpret_cast<const uint8_t*>(s.data()), s.size()); }

// Edge table of the reference behaviour: every form at every distance from an eight-byte block.
TEST(Utf8Test, EdgeTableAtEveryAlignment) {
  const std::string_view good[] = {""sv,
                                   "a"sv,
                                   "\0"sv,
                                   "\xed\x9f\xbf"sv,
                                   "\xee\x80\x80"sv,
                                   "\xef\xbb\xbf"sv,
                                   "\xef\xbf\xbe"sv,
                                   "\xef\xbf\xbf"sv,
                                   "\xf4\x8f\xbf\xbf"sv,
                                   "\xc2\x80"sv,
                                   "\xe0\xa0\x80"sv,
                                   "\xf0\x90\x80\x80"sv,
                                   "\xe4\xb8\xad\xe6\x96\x87"sv};
  const std::string_view bad[] = {"\x80"sv,
                                  "\xc0\x80"sv,
                                  "\xc1\xbf"sv,
                                  "\xe0\x80\x80"sv,
                                  "\xf0\x80\x80\x80"sv,
                                  "\xed\xa0\x80"sv,
                                  "\xed\xa0\xbd\xed\xb8\x81"sv,
                                  "\xf4\x90\x80\x80"sv,
                                  "\xf5\x80\x80\x80"sv,
                                  "\xfe"sv,
                                  "\xff"sv,
                                  "\xe2\x82"sv,
                                  "\xe2\x82\x61"sv,
                                  "\xf0\x9f\x98"sv,
                                  "\xa0\xb0\xc0\xd0"sv};
  for (size_t lead = 0; lead <= 17; ++lead) {
    for (size_t trail = 0; trail <= 9; ++trail) {
      for (const std::string_view s : good)
        EXPECT_TRUE(Valid(std::string(lead, 'x') + std::string(s) + std::string(trail, 'y')));
      for (const std::string_view s : bad)
        EXPECT_FALSE(Valid(std::string(lead, 'x') + std::string(s) + std::string(trail, 'y')));
    }
  }
}

}  // namespace
}  // namespace pbb::wire
