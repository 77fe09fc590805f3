#include "result/ablation.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "result/reader.h"
#include "result/summary.h"
#include "result/writer.h"
#include "samples.h"

namespace pbb::result {
namespace {

// Like the n-th cell of the sample, of another codec, with its launches `factor` times as slow.
Cell Like(const Document& sample, size_t n, const std::string& codec, double factor) {
  Cell cell = sample.cells[n];
  cell.id.codec = codec;
  cell.ns_per_op->median_ns *= factor;
  for (Launch& launch : cell.ns_per_op->launches) {
    for (double& slot : launch.slots_ns) slot *= factor;
  }
  return cell;
}

Document Sample() {
  Document document = FullSample();
  size_t timed = 0;
  while (!document.cells[timed].ns_per_op) ++timed;
  const Cell with = Like(document, timed, "lua-concat", 1), without = Like(document, timed, "lua-concat[2ri=off]", 1.3);
  document.cells = {with, without};
  return document;
}

const AblationPair kPair{"2ri", false, "lua-concat", "lua-concat[2ri=off]", "on"};

TEST(AblationTest, RatioIsTimeWithoutOverTimeWith) {
  const auto rows = AblationsOf(Sample(), {kPair});
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_DOUBLE_EQ(rows[0].ratio, 1.3);
  EXPECT_EQ(rows[0].launches_with, 10U);
  EXPECT_EQ(rows[0].cell.codec, "lua-concat");
  ASSERT_TRUE(rows[0].low && rows[0].high);
  EXPECT_LE(*rows[0].low, 1.3);
  EXPECT_GE(*rows[0].high, 1.3);
}

TEST(AblationTest, CellWithoutATimeOnEitherSideHasNoRow) {
  for (const size_t lacking : {0, 1}) {
    Document document = Sample();
    document.cells[lacking].ns_per_op.reset();
    EXPECT_TRUE(AblationsOf(document, {kPair}).empty());
  }
}

TEST(AblationTest, OneLaunchHasNoInterval) {
  Document document = Sample();
  for (Cell& cell : document.cells) cell.ns_per_op->launches.resize(1);
  const auto rows = AblationsOf(document, {kPair});
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_FALSE(rows[0].low);
}

TEST(AblationTest, ReaderReadsWhatTheWriterWrote) {
  Document document = Sample();
  AblationPair then = kPair;
  then.history = true;
  document.ablations = AblationsOf(document, {kPair, then});
  const Document read = ParseDocument(WriteDocument(document), "x");
  ASSERT_EQ(read.ablations.size(), 2U);
  EXPECT_TRUE(read.ablations[1].pair.history);
  EXPECT_EQ(read.ablations[1].pair.without, "lua-concat[2ri=off]");
  EXPECT_EQ(read.ablations[1].cell, document.ablations[1].cell);
  EXPECT_EQ(read.ablations[1].ratio, document.ablations[1].ratio);
  EXPECT_EQ(read.ablations[1].low, document.ablations[1].low);
}

TEST(AblationTest, BadRatioIsRefusedByPlace) {
  Document document = Sample();
  document.ablations = AblationsOf(document, {kPair});
  document.ablations[0].ratio = -1;
  try {
    ParseDocument(WriteDocument(document), "x.json");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("x.json: ablations[0]"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace pbb::result
