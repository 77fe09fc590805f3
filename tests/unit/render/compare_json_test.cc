#include "render/compare_json.h"

#include <limits>
#include <nlohmann/json.hpp>

#include "compare_samples.h"
#include "golden/golden.h"

namespace pbb::render {
namespace {

using nlohmann::json;

TEST(CompareJsonTest, Goldens) {
  ExpectGolden("compare-every-verdict.json", RenderCompareJson(EveryVerdictSample()));
  ExpectGolden("compare-pass.json", RenderCompareJson(PassSample()));
  ExpectGolden("compare-foreign.json", RenderCompareJson(ForeignSample()));
  ExpectGolden("compare-few-launches.json", RenderCompareJson(FewLaunchesSample()));
  ExpectGolden("compare-three-documents.json", RenderCompareJson(ThreeDocumentsSample()));
  ExpectGolden("compare-nothing-compared.json", RenderCompareJson(NothingComparedSample()));
}

TEST(CompareJsonTest, NamesComeBackByteForByte) {  // google/benchmark issue 745
  auto sample = PassSample();
  sample[0].cells[0].id.codec = "C:\\tmp\\\"x\".bin, \n\x1b";
  sample[0].head_name = "\"\\h";
  const json out = json::parse(RenderCompareJson(sample))["comparisons"][0];
  EXPECT_EQ(out["cells"][0]["codec"], sample[0].cells[0].id.codec);
  EXPECT_EQ(out["cells"][0]["id"], sample[0].cells[0].id.Text());
  EXPECT_EQ(out["head"]["name"], "\"\\h");
}

TEST(CompareJsonTest, BytesThatAreNoUtf8AreNoCrash) {
  auto sample = PassSample();
  sample[0].cells[0].id.codec = "\xff\xc0";
  sample[0].remarks = {"\xff"};
  EXPECT_TRUE(json::accept(RenderCompareJson(sample)));
}

// Every figure of every kind made not finite, one at a time: google/benchmark issues 784 and 2039.
TEST(CompareJsonTest, NoFigureCanMakeTheJsonInvalid) {
  using gate::Comparison;
  using Setter = void (*)(Comparison*, double);
  const Setter setters[] = {[](Comparison* c, double v) { c->alpha = v; },
                            [](Comparison* c, double v) { c->cells[0].time->base_ns = v; },
                            [](Comparison* c, double v) { c->cells[0].time->head_ns = v; },
                            [](Comparison* c, double v) { c->cells[0].time->ratio = v; },
                            [](Comparison* c, double v) { c->cells[0].time->interval->low = v; },
                            [](Comparison* c, double v) { c->cells[0].time->interval->high = v; },
                            [](Comparison* c, double v) { c->cells[0].time->interval->coverage = v; },
                            [](Comparison* c, double v) { c->cells[0].time->p = v; },
                            [](Comparison* c, double v) { c->cells[0].time->p_family = v; },
                            [](Comparison* c, double v) { c->cells[0].time->limit = v; },
                            [](Comparison* c, double v) { c->cells[0].time->oracle_ratio = v; },
                            [](Comparison* c, double v) { c->cells[0].time->smallest_caught = v; },
                            [](Comparison* c, double v) { c->cells[2].exact[0].ratio = v; },
                            [](Comparison* c, double v) { c->geomeans[0].ratio = v; },
                            [](Comparison* c, double v) { c->geomeans[0].low = v; },
                            [](Comparison* c, double v) { c->geomeans[0].worst_ratio = v; }};
  for (const Setter set : setters) {
    for (const double value : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
      auto sample = EveryVerdictSample();
      set(&sample[0], value);
      const std::string text = RenderCompareJson(sample);
      EXPECT_TRUE(json::accept(text));
      EXPECT_EQ(text.find("null"), std::string::npos);
    }
  }
}

TEST(CompareJsonTest, SharesAreNumbers) {  // google/benchmark issue 300
  auto sample = EveryVerdictSample();
  sample[0].cells[2].exact[0].limit = 0.005;
  const json cell = json::parse(RenderCompareJson(sample))["comparisons"][0]["cells"][2];
  EXPECT_EQ(cell["exact"][0]["limit"], 0.005);
  EXPECT_EQ(cell["time"]["limit"], 0.1);
}

TEST(CompareJsonTest, CountsHaveEveryVerdictAndAddUp) {
  for (const auto& sample : {EveryVerdictSample(), PassSample(), NothingComparedSample()}) {
    const json out = json::parse(RenderCompareJson(sample))["comparisons"][0];
    size_t sum = 0;
    for (const auto& [word, count] : out["counts"].items()) sum += count.get<size_t>();
    EXPECT_EQ(out["counts"].size(), 7u);
    EXPECT_EQ(sum, out["cells"].size());
  }
}

TEST(CompareJsonTest, NothingAtAllIsStillADocument) {
  EXPECT_EQ(json::parse(RenderCompareJson({}))["comparisons"].size(), 0u);
  EXPECT_TRUE(json::accept(RenderCompareJson({gate::Comparison{}})));
}

}  // namespace
}  // namespace pbb::render
