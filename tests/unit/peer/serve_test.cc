#include "peer/serve.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace pbb::peer {
namespace {

using nlohmann::json;

// The answers to `input`, one a line, and what Serve returned.
struct Served {
  std::vector<json> answers;
  int code = -1;
};

Served ServeText(std::string input) {
  const Handlers handlers = {{"echo",
                              [](const json& request) {
                                return json{{"ok", true}, {"said", request.at("say")}};
                              }},
                             {"throw", [](const json&) -> json { throw std::runtime_error("no such codec"); }},
                             {"bytes", [](const json&) {
                                return json{{"ok", true}, {"text", "\xff\n"}};
                              }}};
  char* text = nullptr;
  size_t size = 0;
  std::FILE* in = fmemopen(input.data(), input.size(), "r");
  std::FILE* out = open_memstream(&text, &size);
  Served served;
  served.code = Serve(in, out, handlers);
  std::fclose(in);
  std::fclose(out);
  const std::string written(text, size);
  free(text);
  for (size_t at = 0; at < written.size();) {
    const size_t end = written.find('\n', at);
    served.answers.push_back(json::parse(written.substr(at, end - at)));
    at = end + 1;
  }
  return served;
}

TEST(ServeTest, AnswersEachLineUntilTheInputEnds) {
  const Served served = ServeText("{\"cmd\":\"echo\",\"say\":1}\r\n\n{\"cmd\":\"echo\",\"say\":2}");
  ASSERT_EQ(served.answers.size(), 2u);
  EXPECT_EQ(served.answers[0]["said"], 1);
  EXPECT_EQ(served.answers[1]["said"], 2);
  EXPECT_EQ(served.code, 0);
}

TEST(ServeTest, MalformedLinesAreAnsweredAndTheLoopGoesOn) {
  const Served served = ServeText(
      "{\"cmd\":\"ec\n[]\n{}\n{\"cmd\":7}\n{\"cmd\":\"nothing\"}\n{\"cmd\":\"throw\"}\n{\"cmd\":\"echo\"}\n"
      "{\"cmd\":\"echo\",\"say\":true}\n");
  ASSERT_EQ(served.answers.size(), 8u);
  for (size_t i = 0; i < 7; ++i) {
    EXPECT_EQ(served.answers[i]["ok"], false) << i;
    EXPECT_FALSE(served.answers[i]["error"].get<std::string>().empty()) << i;
  }
  EXPECT_EQ(served.answers[4]["error"], "unknown command \"nothing\"");
  EXPECT_EQ(served.answers[5]["error"], "no such codec");
  EXPECT_EQ(served.answers[7]["ok"], true);
}

TEST(ServeTest, ByeEndsTheLoop) {
  const Served served = ServeText("{\"cmd\":\"bye\"}\n{\"cmd\":\"echo\",\"say\":1}\n");
  ASSERT_EQ(served.answers.size(), 1u);
  EXPECT_EQ(served.answers[0], json({{"ok", true}}));
  EXPECT_EQ(served.code, 0);
}

TEST(ServeTest, BytesThatAreNoUtf8StayOneLineOfJson) {
  const Served served = ServeText("{\"cmd\":\"bytes\"}\n");
  ASSERT_EQ(served.answers.size(), 1u);
  EXPECT_EQ(served.answers[0]["text"], "\xef\xbf\xbd\n");
}

TEST(ServeTest, OutputThatIsClosedEndsTheLoop) {
  std::string input = "{\"cmd\":\"echo\",\"say\":1}\n";
  std::FILE* in = fmemopen(input.data(), input.size(), "r");
  std::FILE* full = std::fopen("/dev/full", "w");
  EXPECT_EQ(Serve(in, full, {{"echo", [](const json&) { return json{{"ok", true}}; }}}), 1);
  std::fclose(in);
  std::fclose(full);
}

}  // namespace
}  // namespace pbb::peer
