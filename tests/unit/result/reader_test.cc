#include "result/reader.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/file.h"
#include "result/cell_index.h"
#include "result/writer.h"
#include "samples.h"

namespace pbb::result {
namespace {

using nlohmann::json;

// The text of the error with which `text` is refused, or "accepted".
std::string Refusal(const std::string& text) {
  try {
    ParseDocument(text, "old.json");
    return "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kUsage);
    return error.what();
  }
}

json Sample() { return json::parse(WriteDocument(FullSample())); }

// FullSample with the value at a JSON pointer replaced.
std::string With(const char* pointer, const json& value) {
  json document = Sample();
  document[json::json_pointer(pointer)] = value;
  return document.dump();
}

std::string Without(const char* parent, const char* key) {
  json document = Sample();
  document[json::json_pointer(parent)].erase(key);
  return document.dump();
}

TEST(ReaderTest, ReadsWhatTheWriterWrote) {
  const Document document = ParseDocument(WriteDocument(FullSample()), "x");
  EXPECT_TRUE(document.complete);
  EXPECT_EQ(document.config.seed, 42u);
  EXPECT_EQ(document.config.flags["launches"], 10);
  EXPECT_EQ(document.machine.memory_bytes, 8589934592u);
  EXPECT_EQ(document.state_before->steal_s, 1.5);
  const CellIndex cells(document);
  const Cell* cell = cells.Find({"hello.Person", "10B", "unique", "decode", "lua-full"});
  ASSERT_NE(cell, nullptr);
  EXPECT_EQ(cell->ns_per_op->launches.size(), 10u);
  EXPECT_EQ(cell->alloc->kinds.at("tables"), 2);
  EXPECT_EQ(cell->fast_path_share, 1);
  EXPECT_EQ(cell->jit->read, "on");
  EXPECT_EQ(cells.Find(cell->id, "lua-mine"), nullptr);
  EXPECT_EQ(cells.Find({"hello.Person", "1KB", "unique", "decode", "lua-mine"})->failure->byte, 212u);
}

TEST(ReaderTest, BaselineCutAtAnyByteIsRefusedWithTheOffset) {
  const std::string text = WriteDocument(QuickSample());
  const size_t last = text.rfind('}');
  for (size_t size = 0; size <= last; ++size) EXPECT_NE(Refusal(text.substr(0, size)), "accepted") << size;
  EXPECT_EQ(Refusal(text.substr(0, 100)), "old.json: is cut off: JSON ends at byte 100");
}

TEST(ReaderTest, EmptyOrForeignFilesAreRefusedWithTheReason) {  // gate case B32
  EXPECT_EQ(Refusal(""), "old.json: is empty");
  EXPECT_EQ(Refusal("\n \t"), "old.json: is empty");
  EXPECT_EQ(Refusal("<!DOCTYPE html>"), "old.json: is no JSON: broken at byte 0");
  EXPECT_EQ(Refusal("{}"), "old.json: is no pbbench result document: no schema_version and cells in it");
  EXPECT_EQ(Refusal("[]"), "old.json: is no pbbench result document: no object");
  EXPECT_EQ(Refusal(R"({"context": {}, "benchmarks": []})"),
            "old.json: is no pbbench result document: no schema_version and cells in it");
  EXPECT_EQ(Refusal(R"({"cells": NaN})"), "old.json: is no JSON: broken at byte 10");
  EXPECT_EQ(Refusal(R"({"cells": 1e999})"), "old.json: is no JSON we can read: a number is out of range");
  EXPECT_EQ(Refusal(WriteDocument(QuickSample()) + "x").substr(0, 36), "old.json: is no JSON: broken at byte");
}

TEST(ReaderTest, NewerMajorIsRefusedNewerMinorIsRead) {
  EXPECT_EQ(Refusal(With("/schema_version", "2.0")),
            "old.json: schema_version: 2.0 is of a newer pbbench; this one reads 1.x");
  json newer = json::parse(With("/schema_version", "1.7"));
  newer["not_known_yet"] = 1;
  EXPECT_EQ(Refusal(newer.dump()), "accepted");
  for (const char* version : {"", "x", "1", "0.9", "-1.0"}) {
    EXPECT_EQ(Refusal(With("/schema_version", version)),
              "old.json: schema_version: \"" + std::string(version) + "\" is no version");
  }
  EXPECT_EQ(Refusal(With("/schema_version", 1)), "old.json: schema_version: string expected, got number");
}

TEST(ReaderTest, DuplicateCellIdsAreRefused) {
  json document = Sample();
  document["cells"].push_back(document["cells"][0]);
  EXPECT_EQ(Refusal(document.dump()), "old.json: cells[18].id: hello.Person/10B/unique/encode/protobuf is there twice");
}

TEST(ReaderTest, StructureIsRefusedWithItsPlace) {
  EXPECT_EQ(Refusal(Without("", "machine")), "old.json: machine: missing");
  EXPECT_EQ(Refusal(With("/machine", json::array())), "old.json: machine: object expected, got array");
  EXPECT_EQ(Refusal(With("/machine/cores", -2)), "old.json: machine.cores: whole number from 0 expected, got number");
  EXPECT_EQ(Refusal(With("/complete", "yes")), "old.json: complete: boolean expected, got string");
  EXPECT_EQ(Refusal(With("/cells", json::object())), "old.json: cells: array expected, got object");
  EXPECT_EQ(Refusal(With("/cells/2", nullptr)), "old.json: cells[2]: object expected, got null");
  EXPECT_EQ(Refusal(Without("/cells/2", "codec")), "old.json: cells[2].codec: missing");
  EXPECT_EQ(Refusal(With("/cells/2/id", "a/b")),
            "old.json: cells[2].id: a/b is not what its parts say: hello.Person/10B/unique/encode/lua-concat");
}

TEST(ReaderTest, BadValueCostsOnlyItsOwnFigureAndSaysWhy) {  // gate case B04
  const struct {
    const char* pointer;
    json value;
    const char* problem;
  } table[] = {
      {"/cells/1/ns_per_op/median", 0, "ns_per_op.median: 0, a time is above 0"},
      {"/cells/1/ns_per_op/median", -3.5, "ns_per_op.median: -3.5, a time is above 0"},
      {"/cells/1/ns_per_op/median", nullptr, "ns_per_op.median: number expected, got null"},
      {"/cells/1/ns_per_op/median", "", "ns_per_op.median: number expected, got string"},
      {"/cells/1/ns_per_op/median", 1e300, "ns_per_op.median: 1e+300 ns can't have been measured"},
      {"/cells/1/ns_per_op/median", 1e-9, "ns_per_op.median: 1e-09 ns can't have been measured"},
      {"/cells/1/ns_per_op/median", 5000, "ns_per_op.median: 5000 lies outside its own interval"},
      {"/cells/1/ns_per_op", 7, "ns_per_op: object expected, got number"},
      {"/cells/1/ns_per_op/launches/0/slots/0", 0, "ns_per_op.launches: a slot is no time: 0"},
      {"/cells/1/ns_per_op/launches/0", 5, "ns_per_op.launches: a launch has no list of slots"},
      {"/cells/1/alloc/bytes_per_op", -1, "alloc.bytes_per_op: -1, an amount is not negative"},
      {"/cells/1/alloc/kinds/strings", "1", "alloc.kinds.strings: number expected, got string"},
      {"/cells/1/mb_per_s", "12%", "mb_per_s: number expected, got string"},
      {"/cells/1/wire_bytes", 1.5, "wire_bytes: 1.5, a count is a whole number from 0"},
      {"/cells/1/fast_path_share", 1.5, "fast_path_share: 1.5, a share is from 0 to 1"},
      {"/cells/1/status", "failed", "ns_per_op: a failed cell has no time"},
      {"/cells/1/status", "fine", "status: \"fine\" is none we know"},
      {"/cells/1/note", 1, "note: string expected, got number"},
  };
  for (const auto& row : table) {
    const Document document = ParseDocument(With(row.pointer, row.value), "old.json");
    ASSERT_EQ(document.cells[1].bad_values.size(), 1u) << row.problem;
    EXPECT_EQ(document.cells[1].bad_values[0], row.problem);
    EXPECT_TRUE(document.cells[0].bad_values.empty());
  }
}

TEST(ReaderTest, BadMedianLeavesNoTimeToDivideBy) {
  const Document document = ParseDocument(With("/cells/1/ns_per_op/median", 0), "old.json");
  EXPECT_FALSE(document.cells[1].ns_per_op);
  const Document missing = ParseDocument(Without("/cells/1/ns_per_op", "median"), "old.json");
  EXPECT_FALSE(missing.cells[1].ns_per_op);
  EXPECT_EQ(missing.cells[1].bad_values[0], "ns_per_op.median: missing");
}

TEST(ReaderTest, LoadsAFileAndNamesAMissingOne) {
  TemporaryFolder folder;
  WriteFile(folder.path() + "/a.json", WriteDocument(BareSample()));
  EXPECT_FALSE(LoadDocument(folder.path() + "/a.json").complete);
  EXPECT_THROW(LoadDocument(folder.path() + "/b.json"), Error);
}

}  // namespace
}  // namespace pbb::result
