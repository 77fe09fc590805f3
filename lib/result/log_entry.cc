#include "result/log_entry.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "result/fields.h"
#include "result/json_text.h"

namespace pbb::result {
namespace {

using nlohmann::json;

constexpr size_t kLongestId = 64;

constexpr std::pair<LogStatus, std::string_view> kStatusWords[] = {
    {LogStatus::kKept, "kept"}, {LogStatus::kReverted, "reverted"}, {LogStatus::kSkipped, "skipped"}};

constexpr std::pair<LogHistory::Kind, std::string_view> kHistoryWords[] = {
    {LogHistory::Kind::kFirst, "first"}, {LogHistory::Kind::kContinues, "continues"}, {LogHistory::Kind::kNew, "new"}};

// The members of `text`, one table for reading and writing.
constexpr std::pair<const char*, std::string LogText::*> kTexts[] = {
    {"task", &LogText::task},           {"why", &LogText::why},
    {"expect", &LogText::expect},       {"change", &LogText::change},
    {"lesson", &LogText::lesson},       {"caveats", &LogText::caveats},
    {"leftovers", &LogText::leftovers}, {"keep_reason", &LogText::keep_reason}};

template <typename Word, size_t N>
std::string_view WordOf(const std::pair<Word, std::string_view> (&words)[N], Word value) {
  return std::find_if(std::begin(words), std::end(words), [&](const auto& pair) { return pair.first == value; })
      ->second;
}

template <typename Word, size_t N>
std::optional<Word> ParseWord(const std::pair<Word, std::string_view> (&words)[N], std::string_view text) {
  for (const auto& [value, word] : words) {
    if (word == text) return value;
  }
  return std::nullopt;
}

json HistoryJson(const LogHistory& history) {
  json out = {{"kind", WordOf(kHistoryWords, history.kind)}};
  if (!history.last.empty()) {
    out["last"] = history.last;
    out["last_tree"] = history.last_tree;
  }
  if (history.drift) {
    const LogDrift& drift = *history.drift;
    out["drift"] = {{"cells", drift.cells}, {"median", drift.median},     {"low", drift.low},
                    {"high", drift.high},   {"farthest", drift.farthest}, {"farthest_ratio", drift.farthest_ratio}};
  }
  if (!history.differences.empty()) out["differences"] = history.differences;
  return out;
}

json TestsJson(const LogTests& tests) {
  json out = {{"verify", {{"right", tests.verify_right}, {"cells", tests.verify_cells}}}, {"commands", json::array()}};
  for (const LogTest& test : tests.commands) {
    out["commands"].push_back({{"command", test.command}, {"status", test.status}, {"passed", test.passed}});
  }
  return out;
}

json RawJson(const LogRaw& raw) { return {{"sha256", raw.sha256}, {"codec_tree", raw.codec_tree}}; }

bool IsHash(const std::string& text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

std::string ReadHash(const StructureReader& in, const char* key) {
  std::string hash = in.Text(key);
  if (!IsHash(hash)) in.Refuse(key, "is no SHA-256 in lower-case hexadecimal");
  return hash;
}

std::string ReadDate(const StructureReader& in, const char* key) {
  std::string date = in.Text(key);
  const std::string shape = "dddd-dd-dd";
  const bool fits = date.size() == shape.size() &&
                    std::equal(date.begin(), date.end(), shape.begin(),
                               [](char c, char s) { return s == 'd' ? c >= '0' && c <= '9' : c == s; });
  if (!fits) in.Refuse(key, "is no date (YYYY-MM-DD)");
  return date;
}

double ReadRatio(const StructureReader& in, const char* key) {
  std::vector<std::string> problems;
  FigureReader figures(in.object(), "", &problems);
  const std::optional<double> value = figures.Required(key, FigureReader::Range::kAmount);
  if (!value) in.Refuse(key, problems.empty() ? "missing" : "is no ratio");
  if (*value <= 0) in.Refuse(key, "a ratio is above 0");
  return *value;
}

LogHistory ReadHistory(const StructureReader& in) {
  LogHistory history;
  const std::optional<LogHistory::Kind> kind = ParseWord(kHistoryWords, in.Text("kind"));
  if (!kind) in.Refuse("kind", fmt::format("\"{}\" is unknown", in.Text("kind")));
  history.kind = *kind;
  if (history.kind != LogHistory::Kind::kFirst) {
    history.last = in.Text("last");
    history.last_tree = ReadHash(in, "last_tree");
  }
  if (in.Has("drift")) {
    const StructureReader drift = in.Object("drift");
    history.drift = LogDrift{drift.Count("cells"),     ReadRatio(drift, "median"), ReadRatio(drift, "low"),
                             ReadRatio(drift, "high"), drift.Text("farthest"),     ReadRatio(drift, "farthest_ratio")};
  }
  history.differences = in.OptionalTexts("differences");
  return history;
}

LogTests ReadTests(const StructureReader& in, const std::string& file) {
  LogTests tests;
  const StructureReader verify = in.Object("verify");
  tests.verify_right = verify.Count("right");
  tests.verify_cells = verify.Count("cells");
  const json& commands = in.List("commands");
  for (size_t i = 0; i < commands.size(); ++i) {
    const StructureReader test(commands[i], fmt::format("tests.commands[{}].", i), file);
    tests.commands.push_back({test.Text("command"), test.Text("status"), test.Bool("passed")});
  }
  return tests;
}

void CheckVersion(const StructureReader& top) {
  const std::string version = top.Text("schema_version");
  int major = 0;
  const auto [end, error] = std::from_chars(version.data(), version.data() + version.size(), major);
  if (error != std::errc() || end == version.data() + version.size() || *end != '.' || major < 1) {
    top.Refuse("schema_version", fmt::format("\"{}\" is no version", version));
  }
  if (major > kLogEntryMajor) {
    top.Refuse("schema_version", fmt::format("{} is of a newer pbbench; this one reads {}.x", version, kLogEntryMajor));
  }
}

LogText ReadTexts(const StructureReader& in) {
  LogText text;
  for (const auto& [key, member] : kTexts) text.*member = in.OptionalText(key);
  return text;
}

}  // namespace

std::string_view LogStatusWord(LogStatus status) { return WordOf(kStatusWords, status); }

std::optional<LogStatus> ParseLogStatus(std::string_view word) { return ParseWord(kStatusWords, word); }

bool LogTests::AllPassed() const {
  return verify_right == verify_cells &&
         std::all_of(commands.begin(), commands.end(), [](const LogTest& test) { return test.passed; });
}

std::string LogIdProblem(std::string_view id) {
  static constexpr std::string_view kFirst = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  static const std::string kAll = std::string(kFirst) + "._+-";
  if (id.empty()) return "is empty";
  if (id.size() > kLongestId) return fmt::format("has over {} characters", kLongestId);
  if (kFirst.find(id[0]) == std::string_view::npos) return "does not begin with a letter or digit";
  if (id.find_first_not_of(kAll) != std::string_view::npos) return "has more in it than letters, digits and . _ + -";
  return "";
}

std::string WriteLogEntry(const LogEntry& entry) {
  json text = json::object();
  for (const auto& [key, member] : kTexts) {
    if (!(entry.text.*member).empty()) text[key] = entry.text.*member;
  }
  json errata = json::array();
  for (const LogErratum& erratum : entry.errata) errata.push_back({{"date", erratum.date}, {"text", erratum.text}});
  return JsonText({{"schema_version", fmt::format("{}.{}", kLogEntryMajor, kLogEntryMinor)},
                   {"number", entry.number},
                   {"id", entry.id},
                   {"title", entry.title},
                   {"date", entry.date},
                   {"status", LogStatusWord(entry.status)},
                   {"heading", entry.heading},
                   {"text", std::move(text)},
                   {"tests", TestsJson(entry.tests)},
                   {"base", RawJson(entry.base)},
                   {"head", RawJson(entry.head)},
                   {"grade", entry.grade},
                   {"history", HistoryJson(entry.history)},
                   {"verdicts", entry.verdicts},
                   {"errata", std::move(errata)}});
}

LogEntry ParseLogEntry(std::string_view text, const std::string& file) {
  const json parsed = ParseJsonText(text, file);
  const StructureReader top(parsed, "", file);
  CheckVersion(top);
  LogEntry entry;
  entry.number = top.Count("number");
  entry.id = top.Text("id");
  if (const std::string problem = LogIdProblem(entry.id); !problem.empty()) top.Refuse("id", problem);
  entry.title = top.Text("title");
  entry.date = ReadDate(top, "date");
  const std::optional<LogStatus> status = ParseLogStatus(top.Text("status"));
  if (!status) top.Refuse("status", fmt::format("\"{}\" is unknown", top.Text("status")));
  entry.status = *status;
  entry.heading = top.Text("heading");
  entry.text = ReadTexts(top.Object("text"));
  entry.tests = ReadTests(top.Object("tests"), file);
  for (const auto& [key, raw] : {std::pair("base", &entry.base), std::pair("head", &entry.head)}) {
    const StructureReader in = top.Object(key);
    *raw = {ReadHash(in, "sha256"), ReadHash(in, "codec_tree")};
  }
  entry.grade = top.Text("grade");
  entry.history = ReadHistory(top.Object("history"));
  const StructureReader verdicts = top.Object("verdicts");
  for (const auto& [word, unused] : verdicts.object().items()) entry.verdicts[word] = verdicts.Count(word.c_str());
  const json& errata = top.List("errata");
  for (size_t i = 0; i < errata.size(); ++i) {
    const StructureReader in(errata[i], fmt::format("errata[{}].", i), file);
    entry.errata.push_back({ReadDate(in, "date"), in.Text("text")});
  }
  return entry;
}

}  // namespace pbb::result
