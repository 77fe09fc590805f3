#include "compare_samples.h"

#include <optional>
#include <string>
#include <utility>

#include "result/cell_index.h"
#include "result/summary.h"

namespace pbb::render {
namespace {

using gate::CellComparison;
using gate::Change;
using gate::Comparison;
using gate::ExactChange;
using gate::GeomeanRow;
using gate::Metric;
using gate::Outcome;
using gate::TimeChange;
using gate::Verdict;
using result::Cell;
using result::Document;

constexpr char kSchema[] = "hello.Person";
constexpr char kOddSchema[] = "map<string, int32>";
constexpr char kOddCodec[] = "yours[a|b,\"q\"]/\nx";

Document Frame(const std::string& day, char tree) {
  Document document;
  document.complete = true;
  document.measured_at = day + "T12:00:00Z";
  document.pbbench = {"0.1.0", "4b98f91", "Release", "GNU 12.2.0", "-O3 -falign-functions=64 -falign-loops=64"};
  document.codec_tree = {std::string(64, tree), "4b98f91", false};
  document.machine = {"x86_64", "Example CPU @ 2.50GHz", 2, "6.1.0-18-amd64", "unknown", uint64_t{8} << 30};
  document.runtime = {"LuaJIT 2.1.0-beta3", "default", "3.21.12", {}};
  document.config.seed = 42;
  document.config.flags = {{"launches", 10}, {"jit", "on"}};
  return document;
}

// `ns` is the time of the fastest launch; 0 leaves the cell without time.
Cell MakeCell(const std::string& size, const std::string& op, const std::string& codec, double ns, int launches = 10) {
  Cell cell;
  cell.id = {kSchema, size, "unique", op, codec};
  const double bytes = size == "10B" ? 10 : 930;
  const auto whole = static_cast<uint64_t>(bytes);
  cell.payload = result::PayloadStats{20000, whole, bytes, whole, std::string(64, size == "10B" ? '1' : '2')};
  cell.wire_bytes = whole * 20000;
  cell.check = "5d41402abc4b2a76";
  cell.alloc = result::Alloc{0, 0, {}};
  if (codec.rfind("lua", 0) == 0) {
    cell.jit = result::JitState{"on", "on"};
    cell.alloc = op == "encode" ? result::Alloc{bytes + 32, 1, {}} : result::Alloc{bytes * 3 + 184, 7, {}};
  }
  if (ns == 0) return cell;
  std::vector<result::Launch> list;
  for (int i = 0; i < launches; ++i) list.push_back({static_cast<uint64_t>(1000 + i), {ns * (1 + i / 128.0)}, {}});
  result::SetTiming(&cell, std::move(list));
  return cell;
}

Cell WithoutTime(Cell cell, result::Status status) {
  cell.status = status;
  if (status == result::Status::kFailed) {
    result::Failure failure;
    failure.what = "decoded values differ";
    failure.path = "hello.Person.emails[3]";
    failure.payload_index = 17;
    result::SetFailure(&cell, std::move(failure));
  }
  return cell;
}

Cell Odd(double ns) {
  Cell cell = MakeCell("10B", "encode", kOddCodec, ns);
  cell.id.schema = kOddSchema;
  return cell;
}

const Document& Base() {
  static const Document document = [] {
    Document made = Frame("2024-05-01", 'a');
    made.cells = {MakeCell("10B", "encode", "protobuf", 45),          MakeCell("10B", "encode", "lua-full", 120),
                  MakeCell("1KB", "encode", "lua-full", 2500),        MakeCell("1KB", "encode", "lua-concat", 14000),
                  MakeCell("10B", "decode", "protobuf", 60),          MakeCell("10B", "decode", "lua-full", 250),
                  MakeCell("10B", "decode", "lua-concat", 600),       MakeCell("1KB", "decode", "lua-full", 6000),
                  MakeCell("1KB", "decode", "lua-concat", 0),         MakeCell("10B", "encode", "protobuf-arena", 0),
                  MakeCell("10B", "decode", "lua-old[jit=off]", 900), Odd(100)};
    made.cells[8].bad_values = {"ns_per_op.median: 0, a time is above 0"};
    made.cells[9] = WithoutTime(made.cells[9], result::Status::kNotApplicable);
    return made;
  }();
  return document;
}

const Document& Head() {
  static const Document document = [] {
    Document made = Frame("2024-05-02", 'b');
    made.cells = {MakeCell("10B", "encode", "protobuf", 45.2),    MakeCell("10B", "encode", "lua-full", 157),
                  MakeCell("1KB", "encode", "lua-full", 1700),    MakeCell("1KB", "encode", "lua-concat", 12000),
                  MakeCell("10B", "decode", "protobuf", 62),      MakeCell("10B", "decode", "lua-full", 251),
                  MakeCell("10B", "decode", "lua-concat", 604),   MakeCell("1KB", "decode", "lua-full", 6000),
                  MakeCell("1KB", "decode", "lua-concat", 21000), MakeCell("10B", "encode", "protobuf-arena", 0),
                  MakeCell("10B", "encode", "lua-index", 90),     Odd(101)};
    made.cells[2].alloc->bytes_per_op += 2;
    made.cells[3].alloc->bytes_per_op += 32;
    made.cells[5].alloc->bytes_per_op += 8;
    made.cells[6].alloc->objects_per_op += 1;
    made.cells[7] = WithoutTime(made.cells[7], result::Status::kFailed);
    made.cells[9] = WithoutTime(made.cells[9], result::Status::kNotApplicable);
    return made;
  }();
  return document;
}

// One cell of `head` (or of `base` when the head lacks it), with its time where both have one.
CellComparison Compared(const Document& base, const Document& head, const std::string& id, Verdict verdict) {
  CellComparison cell;
  cell.verdict = verdict;
  cell.base = result::CellIndex(base).Find(*result::ParseCellId(id));
  cell.head = result::CellIndex(head).Find(*result::ParseCellId(id));
  cell.id = cell.head != nullptr ? cell.head->id : cell.base->id;
  if (cell.base == nullptr || cell.head == nullptr || !cell.base->ns_per_op || !cell.head->ns_per_op) return cell;
  TimeChange time;
  time.base_ns = cell.base->ns_per_op->median_ns;
  time.head_ns = cell.head->ns_per_op->median_ns;
  time.ratio = time.head_ns / time.base_ns;
  time.base_launches = cell.base->ns_per_op->launches.size();
  time.head_launches = cell.head->ns_per_op->launches.size();
  time.limit = 0.1;
  cell.time = time;
  return cell;
}

// What a rank test over 10 and 10 launches gives.
void Judge(CellComparison* cell, double p, double p_family, Change change, double smallest_caught) {
  TimeChange& time = *cell->time;
  time.interval = stats::RatioInterval{time.ratio * 0.97, time.ratio * 1.03, 0.957};
  time.p = p;
  time.p_family = p_family;
  time.resolved = p_family <= 0.01;
  time.tested = true;
  time.change = change;
  time.fails = change == Change::kWorse;
  time.smallest_caught = smallest_caught;
}

Comparison Empty(const Document& base, const Document& head, std::string base_name, std::string head_name) {
  Comparison comparison;
  comparison.base_name = std::move(base_name);
  comparison.head_name = std::move(head_name);
  comparison.base = &base;
  comparison.head = &head;
  comparison.evidence = gate::GradeOf(base, head);
  comparison.alpha = 0.01;
  if (comparison.evidence.grade == gate::Grade::kSameHost) comparison.controls = {4, 1.003, false};
  return comparison;
}

ExactChange Exact(Metric metric, std::string base, std::string head, std::optional<double> ratio, Change change,
                  double limit) {
  return {metric, std::move(base), std::move(head), ratio, change, change == Change::kWorse, limit, ""};
}

std::string Name(const std::string& rest) { return std::string(kSchema) + "/" + rest; }

void AddTimed(Comparison* comparison) {
  const auto add = [comparison](const std::string& id, Verdict verdict) {
    comparison->cells.push_back(Compared(*comparison->base, *comparison->head, id, verdict));
    return &comparison->cells.back();
  };
  Judge(add(Name("10B/unique/encode/protobuf"), Verdict::kUnresolved), 0.73, 1, Change::kNone, 1.1);

  CellComparison* slower = add(Name("10B/unique/encode/lua-full"), Verdict::kRegressed);
  Judge(slower, 1.0825e-5, 8.66e-5, Change::kWorse, 1.1);
  slower->fails = true;

  CellComparison* faster = add(Name("1KB/unique/encode/lua-full"), Verdict::kImproved);
  Judge(faster, 1.0825e-5, 8.66e-5, Change::kBetter, 1.1);
  faster->exact = {Exact(Metric::kBytes, "962 B/op", "964 B/op", 964 / 962.0, Change::kNone, 0.005)};

  CellComparison* traded = add(Name("1KB/unique/encode/lua-concat"), Verdict::kTradeoff);
  Judge(traded, 4.33e-5, 0.00026, Change::kBetter, 1.1);
  traded->exact = {Exact(Metric::kBytes, "962 B/op", "994 B/op", 994 / 962.0, Change::kWorse, 0.005)};
  traded->fails = true;

  Judge(add(Name("10B/unique/decode/protobuf"), Verdict::kUnresolved), 0.0147, 0.0735, Change::kNone, 1.234);

  CellComparison* waived = add(Name("10B/unique/decode/lua-full"), Verdict::kRegressed);
  Judge(waived, 0.52, 1, Change::kNone, 1.12);
  waived->exact = {Exact(Metric::kBytes, "214 B/op", "222 B/op", 222 / 214.0, Change::kWorse, 0.005)};
  waived->exact[0].fails = false;
  waived->exact[0].waived = "keeps unknown fields now (until 2030-01-31)";

  CellComparison* advisory = add(Name("10B/unique/decode/lua-concat"), Verdict::kRegressed);
  Judge(advisory, 0.39, 1, Change::kNone, 1.1);
  advisory->exact = {Exact(Metric::kObjects, "7 objects/op", "8 objects/op", 8 / 7.0, Change::kWorse, 0.005)};
  advisory->exact[0].fails = false;
}

void AddUntimed(Comparison* comparison) {
  const auto add = [comparison](const std::string& id, Verdict verdict) {
    comparison->cells.push_back(Compared(*comparison->base, *comparison->head, id, verdict));
    return &comparison->cells.back();
  };
  CellComparison* failed = add(Name("1KB/unique/decode/lua-full"), Verdict::kRegressed);
  failed->exact = {Exact(Metric::kStatus, "ok", "failed", std::nullopt, Change::kWorse, 0)};
  failed->remarks = {"failed: decoded values differ, at hello.Person.emails[3], payload 17"};
  failed->fails = true;

  CellComparison* bad = add(Name("1KB/unique/decode/lua-concat"), Verdict::kNotComparable);
  bad->remarks = {"not comparable: bad baseline value: ns_per_op.median: 0, a time is above 0"};
  bad->inconclusive = true;

  add(Name("10B/unique/encode/protobuf-arena"), Verdict::kNotComparable)->remarks = {"n/a in both"};
  add(Name("10B/unique/encode/lua-index"), Verdict::kNew);
  Judge(add(std::string(kOddSchema) + "/10B/unique/encode/" + kOddCodec, Verdict::kUnresolved), 0.21, 0.84,
        Change::kNone, 1.1);
  comparison->cells.back().remarks = {"a remark with, a comma, \"quotes\" and\na line break"};

  CellComparison* missing = add(Name("10B/unique/decode/lua-old[jit=off]"), Verdict::kMissing);
  missing->fails = true;
}

Comparison EveryVerdict() {
  Comparison comparison = Empty(Base(), Head(), "reports/baseline.json", "head.json");
  AddTimed(&comparison);
  AddUntimed(&comparison);
  comparison.geomeans = {
      {"encode", "protobuf", 1.0044, 0.98, 1.03, 1, 1, Name("10B/unique/encode/protobuf"), 1.0044},
      {"encode", "lua-full", 0.9432, 0.921, 0.967, 2, 0, Name("10B/unique/encode/lua-full"), 1.3083},
      {"encode", "lua-concat", 0.8571, std::nullopt, std::nullopt, 1, 0, Name("1KB/unique/encode/lua-concat"), 0.8571},
      {"decode", "lua-full", 1.004, 0.981, 1.027, 1, 1, Name("10B/unique/decode/lua-full"), 1.004},
      {"encode", kOddCodec, 1.01, 0.99, 1.03, 1, 0, std::string(kOddSchema) + "/10B/unique/encode/" + kOddCodec, 1.01}};
  comparison.remarks = {"measured with another --timer: \"own\" -> \"benchmark\"",
                        "the baseline was interrupted: it has no more cells"};
  comparison.unexpected = {Name("10B/unique/encode/lua-full") + " moved: time +30.8 % (encode/*:flat)"};
  comparison.outcome = Outcome::kFail;
  comparison.sentence =
      "fail: 4 cells are beyond the limits; 10 cells compared: 4 regressed, 1 tradeoff, 1 missing, 2 not comparable, 1 "
      "improved, 1 new, 3 no difference resolved";
  return comparison;
}

const Document& QuickDocument(bool is_head) {
  static const auto make = [](bool head) {
    Document made = Frame(head ? "2024-05-02" : "2024-05-01", head ? 'b' : 'a');
    made.cells = {MakeCell("10B", "encode", "protobuf", head ? 46 : 45, 2),
                  MakeCell("10B", "encode", "lua-full", head ? 180 : 120, 2)};
    return made;
  };
  static const Document base = make(false), head = make(true);
  return is_head ? head : base;
}

}  // namespace

std::vector<Comparison> EveryVerdictSample() { return {EveryVerdict()}; }

std::vector<Comparison> PassSample() {
  Comparison comparison = Empty(Base(), Head(), "reports/baseline.json", "head.json");
  const std::pair<const char*, double> cells[] = {{"10B/unique/encode/protobuf", 1.1},
                                                  {"10B/unique/decode/protobuf", 1.234},
                                                  {"10B/unique/decode/lua-concat", 1.1}};
  for (const auto& [id, caught] : cells) {
    comparison.cells.push_back(Compared(Base(), Head(), Name(id), Verdict::kUnresolved));
    Judge(&comparison.cells.back(), 0.39, 1, Change::kNone, caught);
  }
  comparison.geomeans = {
      {"encode", "protobuf", 1.0044, 0.98, 1.03, 1, 0, Name("10B/unique/encode/protobuf"), 1.0044},
      {"decode", "protobuf", 1.0333, 1.002, 1.06, 1, 0, Name("10B/unique/decode/protobuf"), 1.0333},
      {"decode", "lua-concat", 1.0067, 0.98, 1.03, 1, 0, Name("10B/unique/decode/lua-concat"), 1.0067}};
  comparison.outcome = Outcome::kPass;
  comparison.sentence = "pass: 3 cells compared: 3 no difference resolved";
  return {comparison};
}

std::vector<Comparison> ForeignSample() {
  static const Document base = [] {
    Document made = Base();
    made.machine.cpu = "Other \"CPU\" | two";
    made.machine.cores = 64;
    return made;
  }();
  Comparison comparison = Empty(base, Head(), "other-machine.json", "head.json");
  const std::pair<const char*, double> oracle_ratios[] = {{"10B/unique/encode/protobuf", 0},
                                                          {"10B/unique/encode/lua-full", 1.62},
                                                          {"10B/unique/decode/protobuf", 0},
                                                          {"10B/unique/decode/lua-full", 0.972}};
  for (const auto& [id, oracle_ratio] : oracle_ratios) {
    const bool fails = oracle_ratio > 1.5;
    comparison.cells.push_back(Compared(base, Head(), Name(id), fails ? Verdict::kRegressed : Verdict::kUnresolved));
    CellComparison& cell = comparison.cells.back();
    cell.time->interval = stats::RatioInterval{cell.time->ratio * 0.97, cell.time->ratio * 1.03, 0.957};
    if (oracle_ratio == 0) continue;
    cell.time->oracle_ratio = oracle_ratio;
    cell.time->oracle_interval = stats::RatioInterval{oracle_ratio * 0.95, oracle_ratio * 1.05, 0.957};
    if (!fails) continue;
    cell.time->change = Change::kWorse;
    cell.time->fails = cell.fails = true;
  }
  comparison.outcome = Outcome::kFail;
  comparison.sentence = "fail: 1 cell is beyond the limits; 4 cells compared: 1 regressed, 3 no difference resolved";
  return {comparison};
}

std::vector<Comparison> FewLaunchesSample() {
  Comparison comparison = Empty(QuickDocument(false), QuickDocument(true), "quick-a.json", "quick-b.json");
  for (const char* id : {"10B/unique/encode/protobuf", "10B/unique/encode/lua-full"}) {
    comparison.cells.push_back(Compared(*comparison.base, *comparison.head, Name(id), Verdict::kNotComparable));
    CellComparison& cell = comparison.cells.back();
    cell.time->p = 1 / 3.0;
    cell.time->p_family = 2 / 3.0;
    cell.time->tested = true;
    cell.inconclusive = true;
    cell.remarks = {"not comparable: time: 2 and 2 launches can't reach p <= 0.01 over 2 cells"};
  }
  comparison.remarks = {
      "time can't be judged: p <= 0.01 over 2 cells takes 6 launches a side; the baseline has 2 of 6 launches, 4 "
      "lacking, the head has 2 of 6 launches, 4 lacking"};
  comparison.outcome = Outcome::kInconclusive;
  comparison.sentence = "inconclusive: 2 cells compared: 2 not comparable";
  return {comparison};
}

std::vector<Comparison> ThreeDocumentsSample() {
  static const Document again = [] {
    Document made = Base();
    made.measured_at = "2024-05-03T12:00:00Z";
    return made;
  }();
  Comparison itself = Empty(Base(), again, "reports/baseline.json", "again.json");
  for (const Cell& cell : again.cells) {
    itself.cells.push_back(Compared(Base(), again, cell.id.Text(), Verdict::kUnresolved));
    if (itself.cells.back().time) {
      Judge(&itself.cells.back(), 1, 1, Change::kNone, 1.1);
    } else {
      itself.cells.back().verdict = Verdict::kNotComparable;
      itself.cells.back().remarks = {"n/a in both"};
    }
  }
  itself.outcome = Outcome::kPass;
  itself.sentence = "pass: 11 cells compared: 2 not comparable, 10 no difference resolved";
  return {EveryVerdict(), itself};
}

std::vector<Comparison> NothingComparedSample() {
  static const Document head = [] {
    Document made = Frame("2024-05-02", 'b');
    made.cells = {MakeCell("10B", "encode", "lua-index", 90)};
    return made;
  }();
  Comparison comparison = Empty(QuickDocument(false), head, "quick-a.json", "other.json");
  comparison.cells.push_back(Compared(*comparison.base, head, Name("10B/unique/encode/lua-index"), Verdict::kNew));
  for (const char* id : {"10B/unique/encode/protobuf", "10B/unique/encode/lua-full"}) {
    comparison.cells.push_back(Compared(*comparison.base, head, Name(id), Verdict::kMissing));
    comparison.cells.back().fails = true;
  }
  comparison.outcome = Outcome::kNothingCompared;
  comparison.sentence = "nothing compared: no common cell; 2 missing, 1 new";
  return {comparison};
}

}  // namespace pbb::render
