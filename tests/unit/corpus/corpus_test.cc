#include "corpus/corpus.h"

#include <gmock/gmock.h>
#include <google/protobuf/descriptor.pb.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"
#include "base/hash.h"
#include "error_of.h"

namespace pbb {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

class CorpusTest : public testing::Test {
 protected:
  std::string Payload(const std::string& schema, const std::string& size) {
    return corpus_.Payload(corpus_.FindSchema(schema), size);
  }

  Corpus corpus_{PBB_SOURCE_DIR};
};

// The public benchmark's sizes, and the start of the bytes read off its field table by hand.
TEST_F(CorpusTest, PayloadsAreThePublicBenchmarksToTheByte) {
  EXPECT_EQ(Payload("hello.Person", "10B"), std::string("\x0a\x06"
                                                        "alicia"
                                                        "\x10\x2a",
                                                        10));
  EXPECT_EQ(Payload("hello.Person", "100B"), "\x0a\x5a" + std::string(90, 'a') + "\x10\x2a");
  EXPECT_EQ(Payload("proto2_basic.BenchPayload", "min"), std::string("\x08\x07\xa0\x06\x2a", 5));

  std::string person =
      "\x0a\x06"
      "alicia"
      "\x10\x2a";
  for (int i = 1; i <= 26; ++i) {
    person +=
        "\x1a\x20"
        "eeeeeeeeeeeeeeeeeeeeeeeeeeee00";
    person += static_cast<char>('0' + i / 10);
    person += static_cast<char>('0' + i % 10);
  }
  person +=
      "\x2a\x1b"
      "\x0a\x09"
      "1 Main St"
      "\x12\x0b"
      "Springfield"
      "\x18\xb9\x60"
      "\x3a\x05\x07\x0d\x15\x2a\x63";
  EXPECT_EQ(Payload("hello.Person", "1KB"), person);
  EXPECT_EQ(person.size(), 930u);

  const std::string ten = Payload("hello.Person", "10KB");
  EXPECT_EQ(ten.size(), 9634u);
  EXPECT_THAT(ten, StartsWith(person.substr(0, 10 + 26 * 34)));
  EXPECT_THAT(ten, HasSubstr("\x1a\x20"
                             "eeeeeeeeeeeeeeeeeeeeeeeeeeee0282\x2a"));
  const std::string hundred = Payload("hello.Person", "100KB");
  EXPECT_EQ(hundred.size(), 96'674u);
  EXPECT_THAT(hundred, HasSubstr("\x1a\x20"
                                 "eeeeeeeeeeeeeeeeeeeeeeeeeeee2842\x2a"));

  std::string mid =
      "\x08\x07\x12\x05"
      "bench"
      "\x18\x09\x22\x10";
  for (int i = 1001; i <= 1008; ++i) {
    mid += static_cast<char>((i & 0x7f) | 0x80);
    mid += static_cast<char>(i >> 7);
  }
  for (int i = 1; i <= 16; ++i) {
    mid +=
        "\x2a\x1e"
        "tttttttttttttttttttttttttttt";
    mid += static_cast<char>('0' + i / 10);
    mid += static_cast<char>('0' + i % 10);
  }
  mid +=
      "\x32\x14\x0a\x10"
      "kkkkkkkkkkkkkkkk"
      "\x10\x03"
      "\x3b\x40\x87\xad\x4b\x48\x04\x3c";
  mid +=
      "\xa0\x06\x63\xaa\x06\x20"
      "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";
  EXPECT_EQ(Payload("proto2_basic.BenchPayload", "mid"), mid);
  EXPECT_EQ(mid.size(), 609u);
}

TEST_F(CorpusTest, SizesAndHashesOfTheManifestAreThoseOfThePayloads) {
  std::vector<std::string> labels;
  for (const SchemaEntry& schema : corpus_.schemas()) {
    for (const SizeEntry& size : schema.sizes) {
      labels.push_back(schema.name + "/" + size.label);
      const auto message = corpus_.Pool(schema).ParseText(schema.name, ExpandRecipe(size.payload));
      const std::string bytes = SerializeCanonical(*message);
      EXPECT_EQ(bytes.size(), size.bytes) << labels.back();
      EXPECT_EQ(Sha256Hex(bytes), size.sha256) << labels.back();
    }
  }
  EXPECT_THAT(labels,
              ElementsAre("hello.Person/10B", "hello.Person/100B", "hello.Person/1KB", "hello.Person/10KB",
                          "hello.Person/100KB", "proto2_basic.BenchPayload/min", "proto2_basic.BenchPayload/mid"));
}

TEST_F(CorpusTest, GivesTheSchemasDescriptorSet) {
  const SchemaEntry& schema = corpus_.FindSchema("hello.Person");
  google::protobuf::FileDescriptorSet set;
  ASSERT_TRUE(set.ParseFromString(corpus_.DescriptorSet(schema)));
  EXPECT_EQ(set.file(set.file_size() - 1).name(), "hello.proto");
  EXPECT_EQ(set.file_size(), 8);
  EXPECT_THAT(corpus_.ProtoFiles(schema), ElementsAre("hello.proto"));
}

TEST_F(CorpusTest, UnknownNamesGetASuggestion) {
  EXPECT_EQ(ErrorOf([&] { corpus_.FindSchema("hello.Persn"); }),
            "unknown schema \"hello.Persn\" | did you mean \"hello.Person\"?");
  EXPECT_EQ(ErrorOf([&] { Payload("hello.Person", "1kb "); }),
            "unknown size of hello.Person \"1kb \" | did you mean \"1KB\"?");
  EXPECT_EQ(ErrorOf([&] { Payload("hello.Person", "huge"); }),
            "unknown size of hello.Person \"huge\" | known: 10B, 100B, 1KB, 10KB, 100KB");
  EXPECT_EQ(ErrorOf([&] { corpus_.MakeRing(corpus_.FindSchema("hello.Person"), "1KB", "uniqe", 1); }),
            "unknown ring \"uniqe\" | did you mean \"unique\"?");
}

TEST_F(CorpusTest, IdsNameOnePayload) {
  const PayloadId id = corpus_.ParseId("hello.Person/1KB/unique/17");
  EXPECT_EQ(id.schema, "hello.Person");
  EXPECT_EQ(id.size, "1KB");
  EXPECT_EQ(id.ring, "unique");
  EXPECT_EQ(id.index, 17u);
  EXPECT_EQ(corpus_.ParseId("hello.Person/1KB/repeat").index, 0u);
  EXPECT_THAT(ErrorOf([&] { corpus_.ParseId("hello.Person/1KB"); }),
              StartsWith("hello.Person/1KB: SCHEMA/SIZE/RING or SCHEMA/SIZE/RING/NUMBER expected"));
  EXPECT_EQ(ErrorOf([&] { corpus_.ParseId("hello.Person/1KB/unique/x"); }),
            "hello.Person/1KB/unique/x: \"x\" is not the number of a payload");
  EXPECT_EQ(ErrorOf([&] { corpus_.ParseId("hello.Person/1KB/unique/"); }),
            "hello.Person/1KB/unique/: \"\" is not the number of a payload");
  EXPECT_THAT(ErrorOf([&] { corpus_.ParseId("hello.Person/1KB/unique/99999999999999999999"); }),
              HasSubstr("is not the number of a payload"));
  EXPECT_THAT(ErrorOf([&] { corpus_.ParseId("hello.Person/1kB9/unique"); }), HasSubstr("unknown size"));
}

TEST_F(CorpusTest, ShowsOnePayloadAsText) {
  EXPECT_EQ(corpus_.TextOf(corpus_.ParseId("hello.Person/10B/repeat"), 1), "name: \"alicia\"\nage: 42\n");
  EXPECT_EQ(corpus_.TextOf(corpus_.ParseId("proto2_basic.BenchPayload/min/repeat"), 1),
            "id: 7\n[proto2_basic.ext_count]: 42\n");
  const SchemaEntry& schema = corpus_.FindSchema("hello.Person");
  const Ring ring = corpus_.MakeRing(schema, "1KB", "unique", 5);
  EXPECT_EQ(corpus_.TextOf(corpus_.ParseId("hello.Person/1KB/unique/17"), 5),
            corpus_.Pool(schema).TextOf(schema.name, ring.payloads[17]));
  EXPECT_EQ(ErrorOf([&] { corpus_.TextOf(corpus_.ParseId("hello.Person/100KB/unique/173"), 1); }),
            "hello.Person/100KB/unique: has no payload 173, its last is 172");
  EXPECT_EQ(ErrorOf([&] { corpus_.TextOf(corpus_.ParseId("hello.Person/10B/repeat/18446744073709551615"), 1); }),
            "hello.Person/10B/repeat: has no payload 18446744073709551615, its last is 0");
}

TEST_F(CorpusTest, ListsEverySchemaSizeAndRing) {
  const std::vector<CorpusRow> rows = corpus_.List();
  ASSERT_EQ(rows.size(), 35u);
  EXPECT_EQ(rows[11].schema, "hello.Person");
  EXPECT_EQ(rows[11].size, "1KB");
  EXPECT_EQ(rows[11].ring, "unique");
  EXPECT_EQ(rows[11].bytes, 930u);
  EXPECT_EQ(rows[11].sha256, Sha256Hex(Payload("hello.Person", "1KB")));
}

// A root of its own, for what must be refused.
class CorpusRootTest : public testing::Test {
 protected:
  CorpusRootTest() {
    std::filesystem::create_directories(folder_.path() + "/corpus");
    std::filesystem::create_directories(folder_.path() + "/proto");
    WriteFile(folder_.path() + "/proto/a.proto", "syntax = 'proto3'; package a; message B { int32 x = 1; }");
  }

  std::string ErrorFor(const std::string& ring, const std::string& proto, const std::string& name,
                       const std::string& bytes, const std::string& payload) {
    WriteFile(manifest_, R"({"manifest_version": "1.0", "rings": [{"name": ")" + ring +
                             R"(", "description": "d"}], "default_ring": ")" + ring + R"(", "schemas": [{"name": ")" +
                             name + R"(", "proto": ")" + proto + R"(", "sizes": [{"label": "s", "bytes": )" + bytes +
                             R"(, "sha256": "c3aefc14ee1131201d705d4da641e4729e40fcd15a0d80015a9deba1164959f9",)"
                             R"( "payload": [")" +
                             payload + R"("]}]}]})");
    return ErrorOf([&] {
      Corpus corpus(folder_.path());
      corpus.MakeRing(corpus.FindSchema(name), "s", ring, 1);
    });
  }

  TemporaryFolder folder_;
  std::string manifest_ = folder_.path() + "/corpus/manifest.json";
};

TEST_F(CorpusRootTest, ANewMessageNeedsNoCode) {
  // printf '\10\7' | sha256sum
  EXPECT_EQ(ErrorFor("unique", "a.proto", "a.B", "2", "x: 7"), "no error");
}

TEST_F(CorpusRootTest, APayloadThatIsNotWhatTheManifestSaysIsRefused) {
  EXPECT_THAT(ErrorFor("repeat", "a.proto", "a.B", "3", "x: 7"),
              StartsWith(manifest_ + ": a.B/s: the payload is 2 bytes with SHA-256 "));
  EXPECT_THAT(ErrorFor("repeat", "a.proto", "a.B", "2", "x: 8"), HasSubstr("the manifest says 2 and "));
}

TEST_F(CorpusRootTest, ErrorsOfAPayloadNameIt) {
  EXPECT_THAT(ErrorFor("repeat", "a.proto", "a.B", "2", "y: 7"), StartsWith(manifest_ + ": a.B/s: a.B: 1:"));
  EXPECT_EQ(ErrorFor("repeat", "a.proto", "a.C", "2", "x: 7"),
            manifest_ + ": a.C/s: unknown message \"a.C\" | did you mean \"a.B\"?");
  EXPECT_EQ(ErrorFor("repeat", "b.proto", "a.B", "2", "x: 7"), folder_.path() + "/proto/b.proto: no such file");
  EXPECT_EQ(ErrorFor("mixt", "a.proto", "a.B", "2", "x: 7"),
            manifest_ + ": no payloads can be made for ring \"mixt\" | known: repeat, unique, mixed, shuffled, dup:P");
}

TEST_F(CorpusRootTest, AMissingManifestIsNamed) {
  std::filesystem::remove_all(folder_.path() + "/corpus");
  EXPECT_THAT(ErrorOf([&] { Corpus corpus(folder_.path()); }), HasSubstr(manifest_));
}

}  // namespace
}  // namespace pbb
