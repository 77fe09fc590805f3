#include "schema/compile.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/timestamp.pb.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "base/error.h"
#include "base/file.h"

namespace pbb {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr char kProtoFolder[] = PBB_SOURCE_DIR "/proto";

std::string ErrorOf(const std::vector<std::string>& files, const std::vector<std::string>& include_dirs) {
  try {
    CompileProto(files, include_dirs);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kUsage);
    return error.what();
  }
  return "no error";
}

class CompileTest : public testing::Test {
 protected:
  std::string Add(const std::string& name, const std::string& text) {
    const std::filesystem::path path = std::filesystem::path(folder_.path()) / name;
    std::filesystem::create_directories(path.parent_path());
    WriteFile(path.string(), text);
    return path.string();
  }
  std::string root() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
};

TEST_F(CompileTest, WritesTheBytesThatProtocWrites) {
  for (const std::string name : {"hello.proto", "proto2_basic.proto"}) {
    const std::string expected = root() + "/expected.desc";
    const std::string command =
        fmt::format("{} -I {} --include_imports --descriptor_set_out={} {}", PBB_PROTOC, kProtoFolder, expected, name);
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
    const CompiledSchema compiled = CompileProto({kProtoFolder + ("/" + name)}, {kProtoFolder});
    EXPECT_EQ(compiled.descriptor_set, ReadFile(expected)) << name;
    EXPECT_THAT(compiled.files, ElementsAre(name));
  }
}

TEST_F(CompileTest, PutsEveryFileAfterItsImportsAndOnce) {
  Add("c.proto", "syntax = 'proto3'; message C {}");
  Add("b.proto", "syntax = 'proto3'; import 'c.proto'; message B { C c = 1; }");
  const std::string a =
      Add("a.proto", "syntax = 'proto3'; import 'b.proto'; import 'c.proto'; message A { B b = 1; C c = 2; }");
  const CompiledSchema compiled = CompileProto({a, root() + "/c.proto"}, {root()});
  google::protobuf::FileDescriptorSet set;
  ASSERT_TRUE(set.ParseFromString(compiled.descriptor_set));
  std::vector<std::string> names;
  for (const auto& file : set.file()) names.push_back(file.name());
  EXPECT_THAT(names, ElementsAre("c.proto", "b.proto", "a.proto"));
  EXPECT_THAT(compiled.files, ElementsAre("a.proto", "c.proto"));
}

TEST_F(CompileTest, FindsWellKnownTypesWithoutACopyOnDisk) {
  const std::string path = Add(
      "t.proto",
      "syntax = 'proto3'; import 'google/protobuf/timestamp.proto'; message T { google.protobuf.Timestamp t = 1; }");
  google::protobuf::FileDescriptorSet set;
  ASSERT_TRUE(set.ParseFromString(CompileProto({path}, {root()}).descriptor_set));
  ASSERT_EQ(set.file_size(), 2);
  google::protobuf::FileDescriptorProto timestamp;
  google::protobuf::Timestamp::descriptor()->file()->CopyTo(&timestamp);
  google::protobuf::Timestamp::descriptor()->file()->CopyJsonNameTo(&timestamp);
  EXPECT_EQ(set.file(0).SerializeAsString(), timestamp.SerializeAsString());
}

TEST_F(CompileTest, AnIncludeFoldersOwnCopyOfAWellKnownTypeWins) {
  Add("google/protobuf/timestamp.proto",
      "syntax = 'proto3'; package google.protobuf; message Timestamp { int32 mine = 7; }");
  const std::string path = Add(
      "t.proto",
      "syntax = 'proto3'; import 'google/protobuf/timestamp.proto'; message T { google.protobuf.Timestamp t = 1; }");
  google::protobuf::FileDescriptorSet set;
  ASSERT_TRUE(set.ParseFromString(CompileProto({path}, {root()}).descriptor_set));
  EXPECT_EQ(set.file(0).message_type(0).field(0).name(), "mine");
}

TEST_F(CompileTest, NamesFilesBelowTheIncludeFolderThatTheyAreIn) {
  const std::string path = Add("deep/er/x.proto", "syntax = 'proto3';");
  EXPECT_THAT(CompileProto({path}, {root()}).files, ElementsAre("deep/er/x.proto"));
  EXPECT_THAT(CompileProto({path}, {root() + "/deep/"}).files, ElementsAre("er/x.proto"));
  EXPECT_THAT(CompileProto({path}, {root() + "/deep/../deep/er"}).files, ElementsAre("x.proto"));
  EXPECT_THAT(CompileProto({path}, {}).files, ElementsAre("x.proto"));
  EXPECT_THAT(CompileProto({"er/x.proto"}, {root() + "/deep"}).files, ElementsAre("er/x.proto"));
}

TEST_F(CompileTest, ReportsEveryErrorWithFileLineAndColumn) {
  const std::string path = Add("bad.proto",
                               "syntax = 'proto3';\n"
                               "message M {\n"
                               "  int32 a = 1;\n"
                               "  Missing b = 2;\n"
                               "}\n"
                               "message N { Gone g = 1; }\n");
  EXPECT_EQ(ErrorOf({path}, {root()}),
            path + ":4:3: \"Missing\" is not defined.\n" + path + ":6:13: \"Gone\" is not defined.");
}

TEST_F(CompileTest, ReportsASyntaxErrorInsideAnImportWithTheImportsOwnPath) {
  const std::string imported = Add("imported.proto", "syntax = 'proto3';\nmessage {}\n");
  const std::string path = Add("top.proto", "syntax = 'proto3';\nimport 'imported.proto';\n");
  const std::string text = ErrorOf({path}, {root()});
  EXPECT_THAT(text, HasSubstr(imported + ":2:9: Expected message name."));
  EXPECT_THAT(text, HasSubstr(path + ":2:1: Import \"imported.proto\" was not found or had errors."));
}

TEST_F(CompileTest, ReportsTheErrorsOfAllFilesNotOnlyOfTheFirst) {
  const std::string a = Add("a.proto", "syntax = 'proto3'; message {}");
  const std::string b = Add("b.proto", "syntax = 'proto3'; message {}");
  const std::string text = ErrorOf({a, b}, {root()});
  EXPECT_THAT(text, HasSubstr(a + ":1:"));
  EXPECT_THAT(text, HasSubstr(b + ":1:"));
}

TEST_F(CompileTest, ReportsAnImportThatIsNotThere) {
  const std::string path = Add("top.proto", "syntax = 'proto3';\n\nimport 'nowhere.proto';\n");
  const std::string text = ErrorOf({path}, {root()});
  EXPECT_THAT(text, HasSubstr("nowhere.proto: File not found."));
  EXPECT_THAT(text, HasSubstr(path + ":3:1: Import \"nowhere.proto\" was not found or had errors."));
}

TEST_F(CompileTest, ASchemaLinkedIntoTheProgramDoesNotAnswerForAFile) {
  const std::string path = Add("top.proto", "syntax = 'proto3'; import 'google/protobuf/compiler/plugin.proto';");
  EXPECT_THAT(ErrorOf({path}, {root()}), HasSubstr("google/protobuf/compiler/plugin.proto: File not found."));
}

TEST_F(CompileTest, RefusesFilesThatAreNotThereOrOutsideOrShadowed) {
  EXPECT_EQ(ErrorOf({root() + "/none.proto"}, {root()}), root() + "/none.proto: no such file");
  EXPECT_EQ(ErrorOf({root()}, {root()}), root() + ": is a folder, not a .proto file");
  EXPECT_EQ(ErrorOf({}, {root()}), "no .proto file to compile");
  const std::string first = Add("one/x.proto", "syntax = 'proto3';");
  const std::string second = Add("two/x.proto", "syntax = 'proto3';");
  EXPECT_EQ(ErrorOf({second}, {root() + "/one"}), second + ": is in none of the include folders (" + root() + "/one)");
  EXPECT_EQ(ErrorOf({second}, {root() + "/one", root() + "/two"}),
            second + ": shadowed by " + first + ", which an earlier include folder has under the same name");
}

}  // namespace
}  // namespace pbb
