#include "corpus/recipe.h"

#include <gtest/gtest.h>

#include "error_of.h"

namespace pbb {
namespace {

TEST(RecipeTest, RepeatsAndCountsFromOne) {
  EXPECT_EQ(ExpandRecipe({{1, "a: 1"}, {3, "b: '${i:4}-${i}'"}, {0, "c: 1"}}),
            "a: 1\nb: '0001-1'\nb: '0002-2'\nb: '0003-3'\n");
}

TEST(RecipeTest, ANumberWiderThanItsPaddingIsWhole) { EXPECT_EQ(ExpandRecipe({{1, "${i:0}"}}), "1\n"); }

TEST(RecipeTest, RefusesPlaceholdersThatItDoesNotKnow) {
  for (const std::string bad : {"", "j", "i:", "i:x", "i:4x", "i:21", "i:100", "i4"}) {
    EXPECT_EQ(ErrorOf([&] {
                ExpandRecipe({{1, "n: ${" + bad + "}"}});
              }),
              "unknown placeholder ${" + bad + "} | there are ${i} and ${i:WIDTH}");
  }
  EXPECT_EQ(ErrorOf([] { ExpandRecipe({{1, "n: ${i"}}); }), "placeholder without its closing brace: ${i");
}

}  // namespace
}  // namespace pbb
