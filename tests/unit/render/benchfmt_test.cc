#include "render/benchfmt.h"

#include <limits>

#include "golden/golden.h"
#include "result/benchfmt_reader.h"
#include "result/reader.h"
#include "result/summary.h"

namespace pbb::render {
namespace {

using result::Cell;
using result::Document;
using Documents = std::vector<std::pair<std::string, Document>>;

Document Load(const std::string& name) { return result::LoadDocument(GoldenPath("result-" + name + ".json")); }

std::string Write(const Documents& documents) {
  std::vector<std::pair<std::string, const Document*>> pointers;
  for (const auto& [name, document] : documents) pointers.emplace_back(name, &document);
  return WriteBenchfmt(pointers);
}

Documents Again(const Documents& documents) { return result::ParseBenchfmt(Write(documents), "text"); }

void ExpectSameCell(const Cell& back, const Cell& cell) {
  SCOPED_TRACE(cell.id.Text());
  EXPECT_EQ(back.id, cell.id);
  EXPECT_EQ(back.status, cell.status);
  EXPECT_EQ(back.options, cell.options);
  EXPECT_EQ(back.check, cell.check);
  EXPECT_EQ(back.wire_bytes, cell.wire_bytes);
  EXPECT_EQ(back.bad_values, cell.bad_values);
  ASSERT_EQ(back.ns_per_op.has_value(), cell.ns_per_op.has_value());
  if (cell.ns_per_op) {
    EXPECT_EQ(result::LaunchMedians(*back.ns_per_op), result::LaunchMedians(*cell.ns_per_op));
    EXPECT_EQ(back.ns_per_op->median_ns, cell.ns_per_op->median_ns);
    EXPECT_EQ(back.ns_per_op->low_ns, cell.ns_per_op->low_ns);
    EXPECT_EQ(back.mb_per_s, cell.mb_per_s);
    for (size_t i = 0; i < cell.ns_per_op->launches.size(); ++i) {
      EXPECT_EQ(back.ns_per_op->launches[i].seed, cell.ns_per_op->launches[i].seed);
    }
  }
  ASSERT_EQ(back.alloc.has_value(), cell.alloc.has_value());
  if (cell.alloc) {
    EXPECT_EQ(back.alloc->bytes_per_op, cell.alloc->bytes_per_op);
    EXPECT_EQ(back.alloc->objects_per_op, cell.alloc->objects_per_op);
  }
  ASSERT_EQ(back.payload.has_value(), cell.payload.has_value());
  if (cell.payload) {
    EXPECT_EQ(back.payload->sha256, cell.payload->sha256);
  }
  ASSERT_EQ(back.traces.has_value(), cell.traces.has_value());
  if (cell.traces) {
    EXPECT_EQ(back.traces->compiled, cell.traces->compiled);
    EXPECT_EQ(back.traces->bridges, cell.traces->bridges);
    EXPECT_EQ(back.traces->abort_reasons, cell.traces->abort_reasons);
  }
  ASSERT_EQ(back.jit.has_value(), cell.jit.has_value());
  if (cell.jit) {
    EXPECT_EQ(back.jit->read, cell.jit->read);
  }
  ASSERT_EQ(back.failure.has_value(), cell.failure.has_value());
  if (cell.failure) {
    EXPECT_EQ(back.failure->what, cell.failure->what);
  }
}

void ExpectSameDocument(const Document& back, const Document& document) {
  EXPECT_EQ(result::ComparableParts(back), result::ComparableParts(document));
  EXPECT_EQ(back.complete, document.complete);
  EXPECT_EQ(back.measured_at, document.measured_at);
  EXPECT_EQ(back.codec_tree.sha256, document.codec_tree.sha256);
  EXPECT_EQ(back.codec_tree.dirty, document.codec_tree.dirty);
  EXPECT_EQ(back.machine.kernel, document.machine.kernel);
  EXPECT_EQ(back.machine.memory_bytes, document.machine.memory_bytes);
  EXPECT_EQ(back.pbbench.version, document.pbbench.version);
  EXPECT_EQ(back.config.seed, document.config.seed);
  EXPECT_EQ(back.config.flags, document.config.flags);
  ASSERT_EQ(back.cells.size(), document.cells.size());
  for (size_t i = 0; i < document.cells.size(); ++i) ExpectSameCell(back.cells[i], document.cells[i]);
}

TEST(BenchfmtTest, Goldens) {
  ExpectGolden("benchfmt-quick.txt", Write({{"quick.json", Load("quick")}}));
  ExpectGolden("benchfmt-two.txt", Write({{"baseline.json", Load("baseline")}, {"head.json", Load("full")}}));
  ExpectGolden("benchfmt-odd-names.txt", Write({{" odd\n% name ", Load("odd-names")}}));
}

TEST(BenchfmtTest, WhatWasWrittenIsReadBackTheSame) {
  Documents documents;
  for (const char* name : {"full", "odd-names", "baseline", "quick", "bare"}) documents.emplace_back(name, Load(name));
  documents[0].second.codec_tree.dirty = true;
  documents[0].second.cells[1].traces->abort_reasons = {{"NYI: bytecode 51=x", 3}, {"leaving loop", 1}};
  documents[0].second.cells[2].bad_values = {"mb_per_s: -1, a rate is not negative"};
  const Documents back = Again(documents);
  ASSERT_EQ(back.size(), documents.size());
  for (size_t i = 0; i < documents.size(); ++i) {
    SCOPED_TRACE(documents[i].first);
    EXPECT_EQ(back[i].first, documents[i].first);
    ExpectSameDocument(back[i].second, documents[i].second);
  }
  EXPECT_EQ(Write(back), Write(Again(back)));
}

TEST(BenchfmtTest, NamesWithAnyByteComeBack) {
  std::string all;
  for (int byte = 1; byte < 256; ++byte) all += static_cast<char>(byte);
  for (const std::string& name :
       {all, std::string("lua-8"), std::string("lua-full[jit=off]"), std::string("a b"), std::string("50%"),
        std::string("%20"), std::string("/"), std::string("x/codec=y-1"), std::string("\r"), std::string("\xc2\xa0")}) {
    Document document = Load("quick");
    for (auto part : {&result::CellId::schema, &result::CellId::codec}) document.cells[0].id.*part = name;
    document.machine.cpu = name;
    document.cells[0].check = name;
    const Documents back = Again({{name, document}});
    EXPECT_EQ(back[0].first, name);
    ExpectSameDocument(back[0].second, document);
  }
}

// Go ends a name at any space of Unicode.
TEST(BenchfmtTest, ANameInALineIsPrintableAscii) {
  Document document = Load("quick");
  document.cells.resize(1);
  document.cells[0].id.codec = "a\xc2\xa0\xe3\x80\x80\x7f\t\n b";
  const std::string text = Write({{"a", document}});
  const std::string line = text.substr(text.find("\nBenchmark") + 1);
  EXPECT_EQ(
      line.substr(0, line.find(' ')),
      "BenchmarkPbbench/schema=hello.Person/size=10B/ring=unique/op=encode/codec=a%C2%A0%E3%80%80%7F%09%0A%20b-1");
}

TEST(BenchfmtTest, AnInterruptedDocumentDoesNotComeBackAsComplete) {
  EXPECT_FALSE(Again({{"bare", Load("bare")}})[0].second.complete);
}

TEST(BenchfmtTest, TheSameDocumentTwiceIsTwoDocuments) {
  const Documents back = Again({{"a", Load("quick")}, {"a", Load("quick")}});
  ASSERT_EQ(back.size(), 2u);
  EXPECT_EQ(back[1].first, "a (2)");
  EXPECT_EQ(back[1].second.cells[0].ns_per_op->launches.size(), 1u);
}

TEST(BenchfmtTest, NoValueOfAnEarlierDocumentHoldsForALaterOne) {
  Document second = Load("quick");
  second.machine.cpu.clear();
  second.codec_tree = {};
  const Documents back = Again({{"a", Load("quick")}, {"b", second}});
  EXPECT_EQ(back[1].second.machine.cpu, "");
  EXPECT_EQ(back[1].second.codec_tree.sha256, "");
}

TEST(BenchfmtTest, ABaselineCutAtAnyByteIsRefused) {
  const std::string text = Write({{"a", Load("quick")}, {"b", Load("quick")}});
  for (size_t size = 0; size + 1 < text.size(); ++size) {  // without its last line end it is whole
    EXPECT_THROW(result::ParseBenchfmt(text.substr(0, size), "cut"), Error) << size;
  }
}

TEST(BenchfmtTest, FiguresThatAreNotFiniteAreLeftOut) {
  Document document = Load("quick");
  document.cells[0].ns_per_op->launches[0].slots_ns = {std::numeric_limits<double>::quiet_NaN()};
  document.cells[1].alloc->bytes_per_op = std::numeric_limits<double>::infinity();
  const std::string text = Write({{"a", document}});
  EXPECT_EQ(text.find("nan"), std::string::npos);
  EXPECT_EQ(text.find(" inf"), std::string::npos);
  EXPECT_TRUE(result::ParseBenchfmt(text, "text")[0].second.cells[1].ns_per_op);
}

// benchstat puts what differs in a configuration line into another table, so two codec trees would never be compared.
TEST(BenchfmtTest, DocumentsOfOneMachineDifferInNoConfigurationLineButTheirName) {
  Document other = Load("quick");
  other.codec_tree.sha256 = std::string(64, 'b');
  other.measured_at = "2024-06-01T12:00:00Z";
  other.config.seed = 7;
  other.cells[0].check = "other";
  const auto config = [](const std::string& text) {
    std::vector<std::string> lines;
    for (size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
      if (std::islower(static_cast<unsigned char>(text[at])) != 0)
        lines.push_back(text.substr(at, text.find('\n', at) - at));
    }
    return lines;
  };
  EXPECT_EQ(config(Write({{"same", other}})), config(Write({{"same", Load("quick")}})));
}

}  // namespace
}  // namespace pbb::render
