#include "result/writer.h"

#include <clocale>
#include <limits>

#include "golden/golden.h"
#include "result/reader.h"
#include "samples.h"

namespace pbb::result {
namespace {

TEST(WriterTest, GoldenDocuments) {
  ExpectGolden("result-full.json", WriteDocument(FullSample()));
  ExpectGolden("result-baseline.json", WriteDocument(BaselineSample()));
  ExpectGolden("result-quick.json", WriteDocument(QuickSample()));
  ExpectGolden("result-bare.json", WriteDocument(BareSample()));
  ExpectGolden("result-odd-names.json", WriteDocument(OddNamesSample()));
}

TEST(WriterTest, WhatWasReadIsWrittenAgainByteForByte) {
  for (const Document& sample : {FullSample(), BaselineSample(), QuickSample(), BareSample(), OddNamesSample()}) {
    const std::string text = WriteDocument(sample);
    EXPECT_EQ(WriteDocument(ParseDocument(text, "sample")), text);
  }
}

TEST(WriterTest, BackslashesAndQuotesComeBackByteForByte) {  // google/benchmark issue 745
  const Document back = ParseDocument(WriteDocument(OddNamesSample()), "sample");
  EXPECT_EQ(back.cells[0].id.codec, "yours|C:\\tmp\\\"x\".bin");
  EXPECT_EQ(back.cells[0].notes[0], "text with \\h, a \x1b[31mcolour\x1b[0m, a\ttab and a\nline");
  EXPECT_EQ(back.cells[0].notes[1], "no UTF-8: \xef\xbf\xbd\xef\xbf\xbd");
}

// Every figure of every kind made not finite, one at a time: google/benchmark issues 784 and 2039.
TEST(WriterTest, NoFigureCanMakeTheJsonInvalid) {
  using Setter = void (*)(Cell*, double);
  const Setter setters[] = {[](Cell* c, double v) { c->payload->bytes_mean = v; },
                            [](Cell* c, double v) { c->ns_per_op->median_ns = v; },
                            [](Cell* c, double v) { c->ns_per_op->low_ns = v; },
                            [](Cell* c, double v) { c->ns_per_op->high_ns = v; },
                            [](Cell* c, double v) { c->ns_per_op->coverage = v; },
                            [](Cell* c, double v) { c->ns_per_op->worst_launch_ns = v; },
                            [](Cell* c, double v) { c->ns_per_op->launches[3].slots_ns[1] = v; },
                            [](Cell* c, double v) { c->mb_per_s = v; },
                            [](Cell* c, double v) { c->msgs_per_s = v; },
                            [](Cell* c, double v) { c->empty_loop_ns = v; },
                            [](Cell* c, double v) { c->alloc->bytes_per_op = v; },
                            [](Cell* c, double v) { c->alloc->objects_per_op = v; },
                            [](Cell* c, double v) { c->alloc->kinds["strings"] = v; },
                            [](Cell* c, double v) { c->instructions_per_op = v; },
                            [](Cell* c, double v) { c->fast_path_share = v; }};
  for (const Setter set : setters) {
    for (const double value : {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
                               std::numeric_limits<double>::quiet_NaN()}) {
      Document document = FullSample();
      set(&document.cells[1], value);
      const std::string text = WriteDocument(document);
      EXPECT_EQ(text.find("null"), std::string::npos);
      const Document back = ParseDocument(text, "sample");
      EXPECT_EQ(back.cells[1].bad_values, std::vector<std::string>()) << "left out, not written badly";
      ASSERT_FALSE(back.cells[1].notes.empty());
      EXPECT_NE(back.cells[1].notes.back().find("was not finite and is left out"), std::string::npos);
    }
  }
}

TEST(WriterTest, NumbersHaveAPointWhateverTheLocale) {
  const std::string text = WriteDocument(FullSample());
  const char* chosen = nullptr;
  for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"}) {
    if (chosen == nullptr) chosen = std::setlocale(LC_ALL, name);
  }
  EXPECT_EQ(WriteDocument(FullSample()), text);
  EXPECT_EQ(WriteDocument(ParseDocument(text, "sample")), text);
  std::setlocale(LC_ALL, "C");
}

TEST(WriterTest, WhatWasNotMeasuredIsAbsent) {
  const std::string text = WriteDocument(BareSample());
  for (const char* name : {"ns_per_op", "alloc", "payload", "note", "check", "traces", "warm_capped", "jit\": {"}) {
    EXPECT_EQ(text.find(name), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace pbb::result
