#include "render/compare_junit.h"

#include <clocale>

#include "compare_samples.h"
#include "golden/golden.h"
#include "render/xml_text.h"

namespace pbb::render {
namespace {

size_t CountOf(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// check_junit.py parses these with a real XML parser and holds them against the JSON of the same comparisons.
TEST(CompareJunitTest, Goldens) {
  ExpectGolden("compare-every-verdict.xml", RenderCompareJunit(EveryVerdictSample()));
  ExpectGolden("compare-pass.xml", RenderCompareJunit(PassSample()));
  ExpectGolden("compare-foreign.xml", RenderCompareJunit(ForeignSample()));
  ExpectGolden("compare-few-launches.xml", RenderCompareJunit(FewLaunchesSample()));
  ExpectGolden("compare-three-documents.xml", RenderCompareJunit(ThreeDocumentsSample()));
  ExpectGolden("compare-nothing-compared.xml", RenderCompareJunit(NothingComparedSample()));
}

TEST(CompareJunitTest, AWaivedOrAdvisoryLossIsNoFailureButIsTold) {
  auto sample = EveryVerdictSample();
  std::erase_if(sample[0].cells,
                [](const auto& cell) { return cell.fails || cell.verdict != gate::Verdict::kRegressed; });
  ASSERT_EQ(sample[0].cells.size(), 2u);
  sample[0].outcome = gate::Outcome::kPass;
  const std::string text = RenderCompareJunit(sample);
  EXPECT_EQ(CountOf(text, "<failure"), 0u);
  EXPECT_NE(text.find("worse, waived: keeps unknown fields now"), std::string::npos) << text;
  EXPECT_NE(text.find("worse, advisory"), std::string::npos) << text;
}

TEST(CompareJunitTest, WhatComparesNothingIsNotGreen) {  // jimhester/libvroom issue 470, gate case of an empty overlap
  gate::Comparison nothing;
  nothing.outcome = gate::Outcome::kNothingCompared;
  nothing.sentence = "nothing compared: no cell is in both documents";
  const std::string text = RenderCompareJunit({nothing});
  EXPECT_NE(text.find("tests=\"1\" failures=\"0\" errors=\"1\""), std::string::npos) << text;
  EXPECT_NE(text.find("message=\"nothing compared: no cell is in both documents\""), std::string::npos) << text;
}

TEST(CompareJunitTest, ACellWithoutTimeHasNoTimeNotZero) {
  auto sample = PassSample();
  sample[0].cells.resize(1);
  EXPECT_EQ(CountOf(RenderCompareJunit(sample), " time=\"0.000000046789\""), 1u) << RenderCompareJunit(sample);
  sample[0].cells[0].head = nullptr;
  EXPECT_EQ(CountOf(RenderCompareJunit(sample), " time="), 0u);
}

TEST(CompareJunitTest, NumbersHaveAPointWhateverTheLocale) {
  const std::string text = RenderCompareJunit(EveryVerdictSample());
  for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"}) {
    if (std::setlocale(LC_ALL, name) != nullptr) break;
  }
  EXPECT_EQ(RenderCompareJunit(EveryVerdictSample()), text);
  std::setlocale(LC_ALL, "C");
}

TEST(XmlTextTest, MarkupInANameIsNoMarkup) {  // haskell/criterion issue 235
  EXPECT_EQ(XmlText("map<string, int32>/\"q\" & 'x'"), "map&lt;string, int32&gt;/&quot;q&quot; &amp; 'x'");
}

TEST(XmlTextTest, WhatXmlForbidsIsReplaced) {
  EXPECT_EQ(XmlText(std::string("a\0b\x1b[31m\x7f", 9)),
            "a\xef\xbf\xbd"
            "b\xef\xbf\xbd[31m\x7f");
  EXPECT_EQ(XmlText("\t\n\r"), "&#9;&#10;&#13;") << "an attribute would lose them";
  EXPECT_EQ(XmlText("\xef\xbf\xbe\xef\xbf\xbf"), std::string(XmlText("\xff\xff\xff")) + XmlText("\xff\xff\xff"));
}

TEST(XmlTextTest, BytesThatAreNoUtf8AreReplaced) {
  const std::string replaced = "\xef\xbf\xbd";
  for (const char* one : {"\xff", "\x80", "\xc3", "\xc1"}) EXPECT_EQ(XmlText(one), replaced);
  EXPECT_EQ(XmlText("\xc0\x80"), replaced + replaced) << "overlong";
  EXPECT_EQ(XmlText("\xed\xa0\x80"), replaced + replaced + replaced) << "surrogate";
  EXPECT_EQ(XmlText("\xf4\x90\x80\x80"), replaced + replaced + replaced + replaced) << "beyond U+10FFFF";
  EXPECT_EQ(XmlText("\xe0\x9f\xbf"), replaced + replaced + replaced) << "overlong";
  for (const char* whole : {"\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xef\xbf\xbd", "\xed\x9f\xbf"}) {
    EXPECT_EQ(XmlText(whole), whole);
  }
}

}  // namespace
}  // namespace pbb::render
