// File names and quoted strings of generated Lua.
#include "luagen/names.h"

#include <gtest/gtest.h>

namespace pbb::luagen {
namespace {

TEST(Names, ModuleOfAFile) {
  EXPECT_EQ(ModulePath("hello.proto"), "hello_pb.lua");
  EXPECT_EQ(ModulePath("a/b.proto"), "a/b_pb.lua");
  EXPECT_EQ(ModuleName("google/protobuf/timestamp.proto"), "google.protobuf.timestamp_pb");
}

TEST(Names, ADotInAFileNameIsNoFolder) {
  EXPECT_EQ(ModulePath("a/b.c.proto"), "a/b_c_pb.lua");
  EXPECT_EQ(ModuleName("a/b.c.proto"), "a.b_c_pb");
}

TEST(Names, QuoteEscapesWhatLuaOrATerminalWouldTakeOtherwise) {
  EXPECT_EQ(Quote("end"), "\"end\"");
  EXPECT_EQ(Quote("a\"b\\c"), "\"a\\\"b\\\\c\"");
  EXPECT_EQ(Quote(std::string_view("\0\n\xff"
                                   "1",
                                   4)),
            "\"\\000\\010\\2551\"");
}

}  // namespace
}  // namespace pbb::luagen
