#include "render/footnotes.h"

#include <gtest/gtest.h>

namespace pbb::render {
namespace {

using result::Cell;

TEST(FootnotesTest, EqualRemarksShareANumber) {
  Cell one, two, plain;
  one.warm_capped = two.warm_capped = true;
  two.notes = {"second"};
  Footnotes footnotes;
  EXPECT_EQ(footnotes.References(one), "[1]");
  EXPECT_EQ(footnotes.References(plain), "");
  EXPECT_EQ(footnotes.References(two), "[1] [2]");
  EXPECT_EQ(footnotes.texts().size(), 2u);
}

TEST(FootnotesTest, FullFastPathIsNoRemarkALowerShareIs) {
  Cell all, some;
  result::SetFastPathShare(&all, 1);
  result::SetFastPathShare(&some, 0.99);
  EXPECT_TRUE(Remarks(all).empty());
  EXPECT_EQ(Remarks(some), std::vector<std::string>{"fast_path_share 0.9900"});
}

TEST(FootnotesTest, JitReadBackOtherwiseThanAskedIsSaid) {
  Cell cell;
  cell.jit = result::JitState{"on", "off"};
  EXPECT_EQ(Remarks(cell), std::vector<std::string>{"JIT was asked to be on and is off"});
}

TEST(FootnotesTest, EveryStatusButOkHasAReason) {
  Cell cell;
  cell.status = result::Status::kFailed;
  EXPECT_EQ(Remarks(cell), std::vector<std::string>{"failed: no reason is recorded"});
  cell.status = result::Status::kNotApplicable;
  EXPECT_EQ(Remarks(cell), std::vector<std::string>{"n/a: the codec can't do this"});
}

}  // namespace
}  // namespace pbb::render
