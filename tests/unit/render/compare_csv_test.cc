#include "render/compare_csv.h"

#include <clocale>
#include <locale>

#include "compare_samples.h"
#include "golden/golden.h"

namespace pbb::render {
namespace {

// Records as RFC 4180 has them: what a spreadsheet would read.
std::vector<std::vector<std::string>> ParseCsv(const std::string& text) {
  std::vector<std::vector<std::string>> records = {{""}};
  bool is_quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      records.back().back() += text[++i];
    } else if (c == '"') {
      is_quoted = !is_quoted;
    } else if (!is_quoted && c == ',') {
      records.back().emplace_back();
    } else if (!is_quoted && c == '\n') {
      records.push_back({""});
    } else {
      records.back().back() += c;
    }
  }
  records.pop_back();
  return records;
}

std::string Value(const std::vector<std::vector<std::string>>& records, size_t row, const std::string& column) {
  for (size_t i = 0; i < records[0].size(); ++i) {
    if (records[0][i] == column) return records[row][i];
  }
  return "no such column";
}

TEST(CompareCsvTest, Goldens) {
  ExpectGolden("compare-every-verdict.csv", RenderCompareCsv(EveryVerdictSample()));
  ExpectGolden("compare-foreign.csv", RenderCompareCsv(ForeignSample()));
}

TEST(CompareCsvTest, NamesWithCommasQuotesAndLineBreaksComeBackWhole) {  // google/benchmark PR 107
  auto comparisons = EveryVerdictSample();
  comparisons[0].head_name = "map<string, int32>/\"q\"";
  comparisons[0].base_name = "a\r\nb";
  const auto records = ParseCsv(RenderCompareCsv(comparisons));
  ASSERT_EQ(records.size(), 14u);
  for (const auto& record : records) EXPECT_EQ(record.size(), 24u);
  EXPECT_EQ(Value(records, 12, "head"), comparisons[0].head_name);
  EXPECT_EQ(Value(records, 12, "base"), comparisons[0].base_name);
  EXPECT_EQ(Value(records, 12, "codec"), "yours[a|b,\"q\"]/\nx");
  EXPECT_EQ(Value(records, 12, "remarks"), "a remark with, a comma, \"quotes\" and\na line break");
}

TEST(CompareCsvTest, EachOfTheFourSpecialBytesAloneIsQuoted) {
  for (const char* name : {"a,b", "a\"b", "a\rb", "a\nb"}) {
    auto comparisons = PassSample();
    comparisons[0].base_name = name;
    const std::string text = RenderCompareCsv(comparisons);
    EXPECT_EQ(text[text.find('\n') + 1], '"') << text;
    EXPECT_EQ(Value(ParseCsv(text), 1, "base"), name);
  }
}

TEST(CompareCsvTest, WhatIsNotThereIsEmptyAndNotZero) {
  const auto records = ParseCsv(RenderCompareCsv(EveryVerdictSample()));
  for (const char* column : {"head_ns", "ratio", "ratio_low", "p", "p_family", "head_launches", "limit"}) {
    EXPECT_EQ(Value(records, 8, column), "") << column;
  }
  EXPECT_EQ(Value(records, 8, "status"), "no such column");
  EXPECT_EQ(Value(records, 8, "base_ns"), "6210.9375");
  EXPECT_EQ(Value(records, 11, "base_bytes_per_op"), "");
  EXPECT_EQ(Value(records, 11, "head_bytes_per_op"), "42");
  EXPECT_EQ(Value(records, 1, "base_bytes_per_op"), "0");
}

TEST(CompareCsvTest, NumbersHaveAPointWhateverTheLocale) {
  const std::string plain = RenderCompareCsv(EveryVerdictSample());
  struct Comma : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };
  const std::locale before = std::locale::global(std::locale(std::locale(), new Comma));
  const std::string other = RenderCompareCsv(EveryVerdictSample());
  std::locale::global(before);
  EXPECT_EQ(other, plain);
}

TEST(CompareCsvTest, OneRowACellAndComparison) {
  const auto comparisons = ThreeDocumentsSample();
  const auto records = ParseCsv(RenderCompareCsv(comparisons));
  ASSERT_EQ(records.size(), 1 + comparisons[0].cells.size() + comparisons[1].cells.size());
  EXPECT_EQ(Value(records, 1, "head"), "head.json");
  EXPECT_EQ(Value(records, 14, "head"), "again.json");
}

}  // namespace
}  // namespace pbb::render
