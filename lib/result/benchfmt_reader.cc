#include "result/benchfmt_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>
#include <map>
#include <optional>

#include "base/error.h"
#include "result/benchfmt_cell.h"
#include "result/benchfmt_keys.h"

namespace pbb::result {
namespace {

constexpr std::string_view kBenchmark = "Benchmark";

bool StartsWith(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }

// The format's own rule: what follows is no lower-case letter, so "Benchmarking foo" is a sentence.
bool OpensResult(std::string_view line) {
  return StartsWith(line, kBenchmark) &&
         (line.size() == kBenchmark.size() || std::islower(static_cast<unsigned char>(line[kBenchmark.size()])) == 0);
}

// Takes the first line off `text`, without its end.
std::string_view TakeLine(std::string_view* text) {
  const size_t end = std::min(text->find('\n'), text->size());
  std::string_view line = text->substr(0, end);
  text->remove_prefix(std::min(end + 1, text->size()));
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

struct KeyValue {
  std::string_view key;
  std::string_view value;  // still escaped
};

// "key: value": the key opens with a lower-case letter and holds neither space nor capital; the value may be missing.
std::optional<KeyValue> ParseKeyValue(std::string_view line) {
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos || colon == 0 || std::islower(static_cast<unsigned char>(line[0])) == 0)
    return {};
  const std::string_view key = line.substr(0, colon);
  if (std::any_of(key.begin(), key.end(), [](unsigned char c) { return std::isspace(c) || std::isupper(c); }))
    return {};
  std::string_view value = line.substr(colon + 1);
  const size_t start = std::min(value.find_first_not_of(" \t"), value.size());
  if (start == 0 && !value.empty()) return {};
  return KeyValue{key, value.substr(start)};
}

std::optional<double> ParseValue(std::string_view word) {
  if (StartsWith(word, "+")) word.remove_prefix(1);
  double value = 0;
  const char* end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, value);
  if (stop != end || error == std::errc::invalid_argument) return std::nullopt;
  if (error == std::errc::result_out_of_range) return std::numeric_limits<double>::infinity();
  return value;
}

class Parser {
 public:
  explicit Parser(const std::string& file) : file_(file) {}

  void Line(std::string_view line) {
    ++line_;
    if (OpensResult(line)) {
      Result(line.substr(kBenchmark.size()));
    } else if (StartsWith(line, "# ")) {
      if (const auto remark = ParseKeyValue(line.substr(2))) Remark(*remark);
    } else if (const auto config = ParseKeyValue(line)) {
      Config(*config);
    }
  }

  std::vector<std::pair<std::string, Document>> Take();

 private:
  struct Reading {
    std::string name;
    Document document;
    std::vector<BenchfmtCell> cells;
    std::map<std::string, size_t> index;             // by cell name
    std::map<std::string_view, std::string> config;  // what was applied to the document
    bool ours = false;                               // has a format line, so it must have an end line
    bool ended = false;
  };

  [[noreturn]] void Refuse(const std::string& reason) const {
    throw UsageError(fmt::format("line {}: {}", line_, reason), file_);
  }
  Reading& Current();
  void Open(const std::string& name);
  void Apply(Reading* reading, std::string_view key, const std::string& value) const;
  void Config(const KeyValue& config);
  void Remark(const KeyValue& remark);
  void Format(std::string_view value);
  void End(std::string_view value);
  void OpenCell(std::string_view name);
  void Result(std::string_view rest);
  BenchfmtCell& CellOf(const CellId& id);
  CellId IdOf(std::string_view name) const;

  const std::string& file_;
  size_t line_ = 0;
  std::vector<Reading> readings_;
  size_t current_ = 0;                                      // into readings_
  BenchfmtCell* cell_ = nullptr;                            // that remarks are about
  std::map<std::string, std::string, std::less<>> config_;  // holds until it is changed, over documents too
  bool config_changed_ = false;                             // since it was applied to the current document
  uint64_t announced_ = 0;                                  // documents that format lines say there are
};

// What results and remarks from here on belong to, with the configuration as it stands now.
Parser::Reading& Parser::Current() {
  if (readings_.empty()) Open(file_);
  Reading& reading = readings_[current_];
  if (config_changed_) {
    for (const auto& [key, value] : config_) Apply(&reading, key, value);
  }
  config_changed_ = false;
  return reading;
}

void Parser::Open(const std::string& name) {
  cell_ = nullptr;
  config_changed_ = true;
  const auto known =
      std::find_if(readings_.begin(), readings_.end(), [&](const Reading& reading) { return reading.name == name; });
  current_ = static_cast<size_t>(known - readings_.begin());
  if (known == readings_.end()) {
    readings_.emplace_back();
    readings_.back().name = name;
    readings_.back().document.complete = true;
  }
}

void Parser::Apply(Reading* reading, std::string_view key, const std::string& value) const {
  for (const BenchfmtKey& known : BenchfmtConfigKeys()) {
    if (known.key != key) continue;
    std::string& before = reading->config[known.key];
    if (!reading->cells.empty() && before != value) {
      Refuse(fmt::format("{} changes from \"{}\" to \"{}\" within document {}: its results can't be compared", key,
                         before, value, reading->name));
    }
    if (!known.set(&reading->document, value)) Refuse(fmt::format("{}: \"{}\" can't be one", key, value));
    before = value;
  }
}

void Parser::Config(const KeyValue& config) {
  if (config.key == "document") {
    Open(config.value.empty() ? file_ : UnescapeBenchfmt(config.value));
    return;
  }
  config_[std::string(config.key)] = UnescapeBenchfmt(config.value);
  config_changed_ = true;
}

void Parser::Remark(const KeyValue& remark) {
  if (remark.key == "format") return Format(remark.value);
  // Other programs write such lines too, and mean something else.
  if (readings_.empty() || !Current().ours) return;
  if (remark.key == "end") return End(remark.value);
  if (remark.key == "cell") return OpenCell(remark.value);
  if (cell_ != nullptr) return cell_->Remark(remark.key, remark.value);
  for (const BenchfmtKey& known : BenchfmtRemarkKeys()) {
    if (known.key == remark.key && !known.set(&Current().document, UnescapeBenchfmt(remark.value))) {
      Refuse(fmt::format("{}: \"{}\" can't be one", remark.key, remark.value));
    }
  }
}

// "pbbench 1, document 1 of 2"
void Parser::Format(std::string_view value) {
  const std::vector<std::string_view> words = BenchfmtWords(value);
  if (words.empty() || words[0] != "pbbench") return;
  const auto number = words.size() == 6 ? ParseBenchfmtCount(words[3]) : std::nullopt;
  const auto all = words.size() == 6 ? ParseBenchfmtCount(words[5]) : std::nullopt;
  if (!StartsWith(value, fmt::format("{},", kBenchfmtFormat)) || !number || !all) {
    Refuse(fmt::format("\"{}\": this pbbench reads \"{}, document N of M\"", value, kBenchfmtFormat));
  }
  Reading& reading = Current();
  if (reading.ours || !reading.cells.empty()) Refuse(fmt::format("document {} is there twice", reading.name));
  reading.ours = true;
  if (*number == 1) announced_ += *all;
}

void Parser::End(std::string_view value) {
  Reading& reading = Current();
  if (value != fmt::format("{} cells", reading.cells.size())) {
    Refuse(
        fmt::format("document {} ends with \"{}\", but {} cells were read", reading.name, value, reading.cells.size()));
  }
  reading.ended = true;
  cell_ = nullptr;
}

void Parser::OpenCell(std::string_view name) {
  const auto id = ParseBenchfmtName(name);
  if (!id) Refuse(fmt::format("\"{}\" is no cell", name));
  cell_ = &CellOf(*id);
}

BenchfmtCell& Parser::CellOf(const CellId& id) {
  Reading& reading = Current();
  const auto [found, added] = reading.index.emplace(id.Text(), reading.cells.size());
  if (added) {
    cell_ = nullptr;  // the list may move
    reading.cells.emplace_back(id);
  }
  return reading.cells[found->second];
}

CellId Parser::IdOf(std::string_view name) const {
  if (auto id = ParseBenchfmtName(name)) return *id;
  const auto pkg = config_.find("pkg");
  const bool in_package = pkg != config_.end() && !pkg->second.empty();
  return {in_package ? EscapeBenchfmtName(pkg->second) : "benchmark", "-", "-", "-", std::string(name)};
}

// "Name<space>iterations<space>value unit..."; a name alone says in `go test -v` that it begins.
void Parser::Result(std::string_view rest) {
  std::vector<std::string_view> words = BenchfmtWords(rest);
  const bool named = !words.empty() && words[0].data() == rest.data();
  if (!named) words.insert(words.begin(), kBenchmark);  // of a function that has no more name
  if (words.size() == 1) return;
  if (!ParseBenchfmtCount(words[1])) Refuse(fmt::format("iterations expected, got \"{}\"", words[1]));
  if (words.size() < 4 || words.size() % 2 != 0) Refuse("each value must have its unit");
  BenchfmtCell& cell = CellOf(IdOf(words[0]));
  for (size_t i = 2; i < words.size(); i += 2) {
    const auto value = ParseValue(words[i]);
    if (!value) Refuse(fmt::format("value expected, got \"{}\"", words[i]));
    cell.Measurement(*value, words[i + 1], fmt::format("line {}", line_));
  }
}

std::vector<std::pair<std::string, Document>> Parser::Take() {
  uint64_t ours = 0;
  std::vector<std::pair<std::string, Document>> documents;
  for (Reading& reading : readings_) {
    if (reading.ours && !reading.ended) {
      throw UsageError(fmt::format("is cut off: document {} has no end", reading.name), file_);
    }
    if (!reading.ours && reading.cells.empty()) continue;
    ours += reading.ours ? 1 : 0;
    for (BenchfmtCell& cell : reading.cells) reading.document.cells.push_back(cell.Take());
    documents.emplace_back(std::move(reading.name), std::move(reading.document));
  }
  if (ours < announced_) {
    throw UsageError(fmt::format("is cut off: {} of {} documents are there", ours, announced_), file_);
  }
  if (documents.empty()) throw UsageError("has no benchmark result in it", file_);
  return documents;
}

}  // namespace

bool LooksLikeBenchfmt(std::string_view text) {
  const size_t start = text.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos || text[start] == '{' || text[start] == '[' || text[start] == '<') return false;
  while (!text.empty()) {
    const std::string_view line = TakeLine(&text);
    if (OpensResult(line) || StartsWith(line, fmt::format("# format: {}", kBenchfmtFormat))) return true;
  }
  return false;
}

std::vector<std::pair<std::string, Document>> ParseBenchfmt(std::string_view text, const std::string& file) {
  Parser parser(file);
  while (!text.empty()) parser.Line(TakeLine(&text));
  return parser.Take();
}

}  // namespace pbb::result
