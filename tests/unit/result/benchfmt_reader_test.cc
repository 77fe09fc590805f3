#include "result/benchfmt_reader.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "result/summary.h"

namespace pbb::result {
namespace {

constexpr char kGoTest[] =
    "goos: linux\n"
    "goarch: amd64\n"
    "pkg: example.com/codec\n"
    "cpu: Example CPU @ 2.50GHz\n"
    "BenchmarkDecode/size=1KB-8         \t   10000\t      1055.5 ns/op\t 881.00 MB/s\t     956 B/op\t       9 "
    "allocs/op\n"
    "BenchmarkEncode-8 \t 1 10 ns/op\n"
    "BenchmarkEncode-8 \t 1 20 ns/op\n"
    "BenchmarkEncode-8 \t 1 30 ns/op\n"
    "PASS\n"
    "ok  \texample.com/codec\t1.2s\n";

Document Only(std::string_view text) {
  auto documents = ParseBenchfmt(text, "file.txt");
  EXPECT_EQ(documents.size(), 1u);
  return std::move(documents.at(0).second);
}

std::string Refusal(std::string_view text) {
  try {
    ParseBenchfmt(text, "file.txt");
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kUsage);
    return error.what();
  }
  return "read";
}

TEST(BenchfmtReaderTest, OutputOfGoTestIsRead) {
  const auto documents = ParseBenchfmt(kGoTest, "file.txt");
  ASSERT_EQ(documents.size(), 1u);
  EXPECT_EQ(documents[0].first, "file.txt");
  const Document& document = documents[0].second;
  EXPECT_TRUE(document.complete);
  EXPECT_EQ(document.machine.arch, "amd64");
  EXPECT_EQ(document.machine.cpu, "Example CPU @ 2.50GHz");
  ASSERT_EQ(document.cells.size(), 2u);
  const Cell& decode = document.cells[0];
  EXPECT_EQ(decode.id.Text(), "example.com%2Fcodec/-/-/-/Decode/size=1KB-8");
  EXPECT_EQ(ParseCellId(decode.id.Text()), decode.id);
  EXPECT_EQ(decode.status, Status::kOk);
  EXPECT_EQ(decode.ns_per_op->median_ns, 1055.5);
  EXPECT_EQ(decode.alloc->bytes_per_op, 956);
  EXPECT_EQ(decode.alloc->objects_per_op, 9);
  EXPECT_FALSE(decode.mb_per_s) << "there is no payload";
}

TEST(BenchfmtReaderTest, SamplesOfOneNameArePooled) {  // google/benchmark issue 677
  const Document document = Only(kGoTest);
  const Cell& encode = document.cells[1];
  EXPECT_EQ(LaunchMedians(*encode.ns_per_op), (std::vector<double>{10, 20, 30}));
  EXPECT_EQ(encode.ns_per_op->median_ns, 20);
  EXPECT_NE(encode.ns_per_op->launches[0].seed, encode.ns_per_op->launches[1].seed);
}

TEST(BenchfmtReaderTest, OneNameInTwoPackagesIsTwoCells) {  // Bodigrim/tasty-bench issue 9
  const Document document =
      Only("pkg: a\nBenchmarkX 1 10 ns/op\npkg: b\nBenchmarkX 1 20 ns/op\npkg:\nBenchmarkX 1 5 ns/op\n");
  ASSERT_EQ(document.cells.size(), 3u);
  EXPECT_EQ(document.cells[0].id.schema, "a");
  EXPECT_EQ(document.cells[1].id.schema, "b");
  EXPECT_EQ(document.cells[2].id.schema, "benchmark");
}

TEST(BenchfmtReaderTest, OurNamesWithoutOurRemarksAreCells) {  // as a filter leaves them
  const Document document =
      Only("BenchmarkPbbench/schema=hello.Person/size=1KB/ring=unique/op=decode/codec=lua-8-1 5 10 ns/op 7 wire-B\n");
  EXPECT_EQ(document.cells[0].id.Text(), "hello.Person/1KB/unique/decode/lua-8");
  EXPECT_EQ(document.cells[0].wire_bytes, 7u);
  EXPECT_EQ(document.cells[0].status, Status::kOk);
}

TEST(BenchfmtReaderTest, DocumentLinesSeparateDocuments) {
  const auto documents = ParseBenchfmt(
      "cpu: x\ndocument: a\nBenchmarkX 1 10 ns/op\ndocument: b\nBenchmarkX 1 20 ns/op\ndocument: a\nBenchmarkX 1 30 "
      "ns/op\n",
      "file.txt");
  ASSERT_EQ(documents.size(), 2u);
  EXPECT_EQ(documents[0].first, "a");
  EXPECT_EQ(documents[0].second.cells[0].ns_per_op->launches.size(), 2u);
  EXPECT_EQ(documents[1].second.cells[0].ns_per_op->launches.size(), 1u);
  EXPECT_EQ(documents[1].second.machine.cpu, "x") << "configuration holds until it is changed";
}

TEST(BenchfmtReaderTest, TimesOfZeroOrLessCostTheirCellOnly) {
  const Document document = Only(
      "BenchmarkA 1 0 ns/op 5 B/op 1 allocs/op\nBenchmarkB 1 -4 ns/op\nBenchmarkC 1 NaN ns/op\n"
      "BenchmarkD 1 10 ns/op\nBenchmarkD 1 +Inf ns/op\nBenchmarkE 1 10 ns/op -1 B/op 1 allocs/op\n");
  ASSERT_EQ(document.cells.size(), 5u);
  for (const size_t i : {0, 1, 2, 3}) {
    EXPECT_FALSE(document.cells[i].ns_per_op) << i;
    ASSERT_EQ(document.cells[i].bad_values.size(), 1u) << i;
  }
  EXPECT_EQ(document.cells[0].bad_values[0], "ns/op (line 1): 0, a time is above 0");
  EXPECT_EQ(document.cells[0].alloc->bytes_per_op, 5);
  EXPECT_EQ(document.cells[2].bad_values[0], "ns/op (line 3): nan is no figure");
  EXPECT_TRUE(document.cells[4].ns_per_op);
  EXPECT_FALSE(document.cells[4].alloc);
}

TEST(BenchfmtReaderTest, ABrokenLineIsRefusedWithItsNumber) {
  EXPECT_EQ(Refusal("\nBenchmarkX ten 10 ns/op\n"), "file.txt: line 2: iterations expected, got \"ten\"");
  EXPECT_EQ(Refusal("BenchmarkX 1 ten ns/op\n"), "file.txt: line 1: value expected, got \"ten\"");
  EXPECT_EQ(Refusal("BenchmarkX 1 10\n"), "file.txt: line 1: each value must have its unit");
  EXPECT_EQ(Refusal("BenchmarkX 1\n"), "file.txt: line 1: each value must have its unit");
  EXPECT_EQ(Refusal("BenchmarkX -1 10 ns/op\n"), "file.txt: line 1: iterations expected, got \"-1\"");
}

TEST(BenchfmtReaderTest, TextWithoutResultsIsRefused) {
  for (const char* text : {"", "\n", "PASS\n", "cpu: x\n", "BenchmarkX\n", "Benchmarking foo: Collecting\n"}) {
    EXPECT_EQ(Refusal(text), "file.txt: has no benchmark result in it") << text;
  }
}

TEST(BenchfmtReaderTest, OneDocumentFromTwoMachinesIsRefused) {
  EXPECT_EQ(
      Refusal("cpu: a\nBenchmarkX 1 10 ns/op\ncpu: b\nBenchmarkX 1 20 ns/op\n"),
      "file.txt: line 4: cpu changes from \"a\" to \"b\" within document file.txt: its results can't be compared");
}

TEST(BenchfmtReaderTest, ADocumentOfOursTwiceIsRefused) {
  const std::string text = "document: a\n# format: pbbench 1, document 1 of 1\n# end: 0 cells\n";
  EXPECT_EQ(Refusal(text), "read");
  EXPECT_EQ(Refusal(text + text), "file.txt: line 5: document a is there twice");
}

TEST(BenchfmtReaderTest, ANewerFormatIsRefused) {
  EXPECT_EQ(Refusal("# format: pbbench 2, document 1 of 1\n# end: 0 cells\n"),
            "file.txt: line 1: \"pbbench 2, document 1 of 1\": this pbbench reads \"pbbench 1, document N of M\"");
}

TEST(BenchfmtReaderTest, RemarksOfOtherProgramsMeanNothing) {
  const Document document = Only("# complete: false\n# cell: x\n# end: 9 cells\nBenchmarkX 1 10 ns/op\n");
  EXPECT_TRUE(document.complete);
  EXPECT_EQ(document.cells.size(), 1u);
}

TEST(BenchfmtReaderTest, UnknownStatusIsNotTakenForOk) {
  const Document document = Only(
      "# format: pbbench 1, document 1 of 1\n"
      "# cell: Pbbench/schema=s/size=1/ring=r/op=o/codec=c-1\n# status: fine\n# end: 1 cells\n");
  EXPECT_EQ(document.cells[0].status, Status::kNotApplicable);
  EXPECT_EQ(document.cells[0].bad_values[0], "status: \"fine\" is none we know");
}

TEST(BenchfmtReaderTest, LineEndsOfWindowsAreRead) {
  const Document document = Only("cpu: x\r\nBenchmarkX 1 10 ns/op\r\n");
  EXPECT_EQ(document.machine.cpu, "x");
  EXPECT_EQ(document.cells[0].ns_per_op->median_ns, 10);
}

TEST(BenchfmtReaderTest, TheFormatIsRecognised) {
  EXPECT_TRUE(LooksLikeBenchfmt(kGoTest));
  EXPECT_TRUE(LooksLikeBenchfmt("document: a\n# format: pbbench 1, document 1 of 1\n"));
  EXPECT_TRUE(LooksLikeBenchfmt("BenchmarkX broken\n")) << "so that its line is named";
  for (const char* text : {"", "{\"a\":\n\"Benchmark\"}", "Benchmarking foo: Collecting\n",
                           "<html>\nBenchmarkX 1 2 ns/op\n", "[\nBenchmarkX 1 2 ns/op\n]"}) {
    EXPECT_FALSE(LooksLikeBenchfmt(text)) << text;
  }
}

}  // namespace
}  // namespace pbb::result
