// Cells chosen by pattern and by conditions on their parts.
#include "result/cell_filter.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace pbb::result {
namespace {

const CellId kId{"hello.Person", "1KB", "unique", "decode", "lua-full[jit=off]"};

Document With(const std::vector<std::string>& codecs) {
  Document document;
  for (const std::string& codec : codecs) {
    Cell cell;
    cell.id = kId;
    cell.id.codec = codec;
    document.cells.push_back(cell);
  }
  return document;
}

bool Matches(const std::vector<std::string>& conditions) {
  return CellFilter::Parse(conditions, "--filter").Matches(kId);
}

std::string Refusal(const std::vector<std::string>& conditions, const Document& document) {
  try {
    CellFilter::Parse(conditions, "--filter").Check({&document}, "--filter");
    return "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kUsage);
    return std::string(error.what()) + " | " + error.way_out();
  }
}

TEST(CellMatches, WholeNameOrItsLastParts) {
  for (const char* pattern :
       {"*", "hello.Person/*", "*/decode/*", "decode/*", "decode/lua-full*", "1KB/unique/decode/*",
        "lua-full[[]jit=off]", "lua-full[jit=off]", "decode/lua-full[jit=off]"}) {
    EXPECT_TRUE(CellMatches(pattern, kId)) << pattern;
  }
  for (const char* pattern : {"", "lua-full", "encode/*", "KB/unique/decode/*", "ecode/*", "decode", "hello.Person"}) {
    EXPECT_FALSE(CellMatches(pattern, kId)) << pattern;
  }
}

TEST(CellFilter, AllConditionsHoldAndOneValueIsEnough) {
  EXPECT_TRUE(Matches({"op=decode"}));
  EXPECT_TRUE(Matches({"op=encode,decode", "size=1*"}));
  EXPECT_FALSE(Matches({"op=decode", "size=10B"}));
  EXPECT_TRUE(Matches({"codec=lua-full[jit=off]"}));
  EXPECT_TRUE(Matches({}));
}

TEST(CellFilter, NegationExcludesEveryValue) {
  EXPECT_FALSE(Matches({"op!=decode"}));
  EXPECT_FALSE(Matches({"op!=encode,decode"}));
  EXPECT_TRUE(Matches({"codec!=lua-concat,protobuf*"}));
}

TEST(CellFilter, TypingErrorsAreRefusedWithTheNearestName) {
  EXPECT_EQ(Refusal({"nosuch"}, With({"a"})),
            "--filter: \"nosuch\" is no condition | write PART=VALUES or PART!=VALUES");
  EXPECT_EQ(Refusal({"codecs=a"}, With({"a"})), "--filter: a cell has no part \"codecs\" | did you mean \"codec\"?");
  EXPECT_EQ(Refusal({"codec=lua-ful"}, With({"lua-full", "protobuf"})),
            "--filter: codec \"lua-ful\" matches no cell | did you mean \"lua-full\"?");
  EXPECT_EQ(Refusal({"codec!=lua-ful"}, With({"lua-full"})),
            "--filter: codec \"lua-ful\" matches no cell | did you mean \"lua-full\"?");
  EXPECT_EQ(Refusal({"codec=["}, With({"a"})), "--filter: codec \"[\" matches no cell | known: a");
  EXPECT_EQ(Refusal({"codec="}, With({"a"})), "--filter: \"codec=\" names nothing | ");
  EXPECT_EQ(Refusal({"codec=a", "codec!=a"}, With({"a"})), "--filter: leaves no cell | loosen one of the conditions");
}

TEST(CellFilter, ValueThatOneDocumentHasIsEnough) {
  const Document one = With({"a", "b"}), other = With({"b", "c"});
  EXPECT_NO_THROW(CellFilter::Parse({"codec=a,c"}, "--filter").Check({&one, &other}, "--filter"));
  EXPECT_THROW(CellFilter::Parse({"codec=a,d"}, "--filter").Check({&one, &other}, "--filter"), Error);
  EXPECT_NO_THROW(CellFilter::Parse({}, "--filter").Check({&one}, "--filter"));
}

}  // namespace
}  // namespace pbb::result
