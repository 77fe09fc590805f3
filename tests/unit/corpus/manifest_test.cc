#include "corpus/manifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "error_of.h"

namespace pbb {
namespace {

using nlohmann::json;
using testing::HasSubstr;

json Good() {
  return json::parse(R"({
    "manifest_version": "1.0",
    "rings": [{"name": "repeat", "description": "one"}],
    "default_ring": "repeat",
    "schemas": [{"name": "a.B", "proto": "a.proto", "sizes": [
      {"label": "s", "bytes": 2, "sha256": "0000000000000000000000000000000000000000000000000000000000000000",
       "payload": ["x: 1", {"repeat": 2, "text": "y: ${i}"}]}]}]})");
}

// What is said about the good manifest after one value was replaced or added.
std::string ErrorAt(const std::string& pointer, const json& value) {
  json document = Good();
  document[json::json_pointer(pointer)] = value;
  return ErrorOf([&] { ParseManifest(document.dump(), "m.json"); });
}

TEST(ManifestTest, ReadsAll) {
  const Manifest manifest = ParseManifest(Good().dump(), "m.json");
  EXPECT_EQ(manifest.default_ring, "repeat");
  ASSERT_EQ(manifest.rings.size(), 1u);
  EXPECT_EQ(manifest.rings[0].description, "one");
  ASSERT_EQ(manifest.schemas.size(), 1u);
  EXPECT_EQ(manifest.schemas[0].proto, "a.proto");
  const SizeEntry& size = manifest.schemas[0].sizes.at(0);
  EXPECT_EQ(size.label, "s");
  EXPECT_EQ(size.bytes, 2u);
  ASSERT_EQ(size.payload.size(), 2u);
  EXPECT_EQ(size.payload[0].repeat, 1u);
  EXPECT_EQ(size.payload[1].repeat, 2u);
  EXPECT_EQ(size.payload[1].text, "y: ${i}");
}

TEST(ManifestTest, ErrorsNameTheFileAndThePlace) {
  EXPECT_EQ(ErrorAt("/schemas/0/sizes/0/bytes", -1),
            "m.json: /schemas/0/sizes/0/bytes: whole number expected, not negative");
  EXPECT_EQ(ErrorAt("/schemas/0/sizes/0/sha256", "AB"),
            "m.json: /schemas/0/sizes/0/sha256: 64 lower-case hex digits expected");
  EXPECT_EQ(ErrorAt("/schemas/0/sizes", json::array()),
            "m.json: /schemas/0/sizes: array with at least one element expected");
  EXPECT_EQ(ErrorAt("/schemas/0/size", "x"), "m.json: /schemas/0: unknown key \"size\" | did you mean \"sizes\"?");
  EXPECT_EQ(ErrorAt("/schemas/0/sizes/0/payload/1", json::object({{"text", "x"}})),
            "m.json: /schemas/0/sizes/0/payload/1: key \"repeat\" is missing");
  EXPECT_EQ(ErrorAt("/schemas/0/name", ""), "m.json: /schemas/0/name: string expected, not empty");
  EXPECT_EQ(ErrorAt("/schemas/0", 5), "m.json: /schemas/0: object expected");
  EXPECT_EQ(ErrorAt("/default_ring", "unique"), "m.json: /default_ring: is not one of the rings");
  EXPECT_EQ(ErrorAt("/manifest_version", "2.0"),
            "m.json: /manifest_version: version 2.0 is not one that this program reads (1.x)");
}

TEST(ManifestTest, RefusesNamesThatCannotBePartsOfAnId) {
  EXPECT_EQ(ErrorAt("/schemas/0/sizes/0/label", "a/b"),
            "m.json: /schemas/0/sizes/0/label: \"a/b\" has a slash, which separates the parts of an id");
  EXPECT_EQ(ErrorAt("/rings/1", Good()["rings"][0]), "m.json: /rings/1/name: \"repeat\" is there twice");
  EXPECT_EQ(ErrorAt("/schemas/1", Good()["schemas"][0]), "m.json: /schemas/1/name: \"a.B\" is there twice");
}

TEST(ManifestTest, BrokenJsonIsAUsageErrorWithItsPlace) {
  EXPECT_THAT(ErrorOf([] { ParseManifest("{\"a\": ", "m.json"); }), HasSubstr("m.json: "));
  EXPECT_THAT(ErrorOf([] { ParseManifest("{\"a\": ", "m.json"); }), HasSubstr("line 1, column 7"));
}

}  // namespace
}  // namespace pbb
