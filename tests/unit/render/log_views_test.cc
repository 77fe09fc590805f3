#include "render/log_views.h"

#include "compare_samples.h"
#include "golden/golden.h"
#include "result/cell_filter.h"

namespace pbb::render {
namespace {

result::LogEntry Load(const std::string& name) {
  const std::string path = GoldenPath("log-entry-" + name + ".json");
  return result::ParseLogEntry(ReadFile(path), path);
}

class LogViewsTest : public testing::Test {
 protected:
  const result::LogEntry first_ = Load("first"), second_ = Load("continues"), third_ = Load("new-history");
  const gate::Comparison pass_ = PassSample()[0], every_ = EveryVerdictSample()[0], few_ = FewLaunchesSample()[0];
  const std::vector<LogStep> steps_ = {{&first_, &pass_}, {&second_, &every_}, {&third_, &few_}};
};

TEST_F(LogViewsTest, CellsGolden) {
  ExpectGolden("log-show.txt",
               RenderLogCells(steps_, [](const result::CellId& id) { return result::CellMatches("encode/*", id); }));
}

TEST_F(LogViewsTest, NoWantedCellShowsNothing) {
  EXPECT_EQ(RenderLogCells(steps_, [](const result::CellId&) { return false; }), "");
}

TEST_F(LogViewsTest, SummaryGolden) {
  LogSummary summary;
  result::LogEntry restart = second_;
  restart.history.kind = result::LogHistory::Kind::kNew;
  summary.kept = {&first_, &restart};
  summary.chained = gate::Chain({{pass_.base, pass_.head}, {every_.base, every_.head}});
  result::CellId gone = summary.chained[0].id;
  gone.codec = "lua-gone";
  summary.chained.push_back({gone, 0.5, 1});
  summary.means = gate::ChainMeans(summary.chained);
  summary.ends = &every_;
  const std::string text = RenderLogSummary(summary);
  ExpectGolden("log-summary.txt", text);
  EXPECT_NE(text.find("a new history starts at [fast-tags]"), std::string::npos);
}

}  // namespace
}  // namespace pbb::render
