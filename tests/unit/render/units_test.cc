#include "render/units.h"

#include <gtest/gtest.h>

#include <vector>

namespace pbb::render {
namespace {

TEST(UnitsTest, ThreeDigits) {
  const std::pair<double, const char*> table[] = {{0, "0"},          {0.012345, "0.0123"}, {0.9999, "1.00"},
                                                  {1, "1.00"},       {4.555, "4.55"},      {9.996, "10.0"},
                                                  {45, "45.0"},      {99.96, "100"},       {999.4, "999"},
                                                  {999.5, "1000"},   {52345, "52300"},     {123456789, "123000000"},
                                                  {-4.567, "-4.57"}, {1e-5, "0.0000100"}};
  for (const auto& [value, text] : table) EXPECT_EQ(ThreeDigits(value), text) << value;
}

TEST(UnitsTest, ShortNumber) {
  const std::pair<double, const char*> table[] = {
      {0, "0"},          {999, "999"},       {999.6, "1.00k"}, {1000, "1.00k"},   {45600, "45.6k"}, {999499, "999k"},
      {999500, "1.00M"}, {2250858, "2.25M"}, {1.5e9, "1.50G"}, {1.5e12, "1500G"}, {12.3, "12.3"}};
  for (const auto& [value, text] : table) EXPECT_EQ(ShortNumber(value), text) << value;
}

TEST(UnitsTest, AmountKeepsEveryDigitOfWholeValues) {
  const std::pair<double, const char*> table[] = {
      {0, "0"},        {136, "136"},    {1000, "1,000"},   {212480, "212,480"}, {1234567, "1,234,567"},
      {12.34, "12.3"}, {999.9, "1000"}, {1234.6, "1,235"}, {-1234, "-1,234"},   {-123, "-123"}};
  for (const auto& [value, text] : table) EXPECT_EQ(Amount(value), text) << value;
}

TEST(UnitsTest, RatioAndChange) {
  EXPECT_EQ(Ratio(2.312), "2.31x");
  EXPECT_EQ(Change(100, 112.34), "+12.3 %");
  EXPECT_EQ(Change(100, 99.6), "-0.4 %");
  EXPECT_EQ(Change(100, 100), "0 %");
  EXPECT_EQ(Change(0, 0), "0 %");
  EXPECT_EQ(Change(0, 8), "from 0");
  EXPECT_EQ(Change(1, 5), "+400 %");
  EXPECT_EQ(Change(8, 0), "-100 %");
}

TEST(UnitsTest, TimesOfOneGroupShareTheScaleOfTheShortest) {
  EXPECT_EQ(TimeScaleFor(std::vector<double>{12, 34567}).unit, "ns");
  EXPECT_EQ(TimeScaleFor(std::vector<double>{2e6, 1500}).unit, "us");
  EXPECT_EQ(TimeScaleFor(std::vector<double>{2e6}).Text(2.5e6), "2.50");
  EXPECT_EQ(TimeScaleFor(std::vector<double>{2e9}).unit, "s");
  EXPECT_EQ(TimeScaleFor({}).unit, "ns");
}

TEST(UnitsTest, PrintableLetsNoNameMoveTheCursor) {
  EXPECT_EQ(Printable("a\x1b[31m\nb\x7f"), "a\\x1b[31m\\x0ab\\x7f");
  EXPECT_EQ(Printable("gr\xc3\xbc\xc3\x9f"), "gr\xc3\xbc\xc3\x9f");
}

}  // namespace
}  // namespace pbb::render
