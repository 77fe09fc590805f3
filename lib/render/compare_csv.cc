#include "render/compare_csv.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <string_view>
#include <utility>

#include "render/compare_text.h"

namespace pbb::render {
namespace {

using gate::CellComparison;
using gate::Comparison;

constexpr char kHeader[] =
    "base,head,schema,size,ring,op,codec,verdict,fails,base_ns,head_ns,ratio,ratio_low,ratio_high,p,p_family,"
    "base_launches,head_launches,limit,base_bytes_per_op,head_bytes_per_op,base_objects_per_op,head_objects_per_op,"
    "remarks\n";

std::string Quoted(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

std::string Number(std::optional<double> value) { return value ? fmt::format("{}", *value) : ""; }

// What one document has of a cell, whether or not the other one has it.
struct Side {
  std::optional<double> ns, launches, bytes_per_op, objects_per_op;
};

Side SideOf(const result::Cell* cell) {
  Side side;
  if (cell == nullptr) return side;
  if (cell->ns_per_op) {
    side.ns = cell->ns_per_op->median_ns;
    side.launches = static_cast<double>(cell->ns_per_op->launches.size());
  }
  if (cell->alloc) {
    side.bytes_per_op = cell->alloc->bytes_per_op;
    side.objects_per_op = cell->alloc->objects_per_op;
  }
  return side;
}

std::vector<std::string> TimeFields(const CellComparison& cell) {
  if (!cell.time) return std::vector<std::string>(5);
  const gate::TimeChange& time = *cell.time;
  std::vector<std::string> fields = {Number(time.ratio), "", "", Number(time.p), Number(time.p_family)};
  if (time.interval) {
    fields[1] = Number(time.interval->low);
    fields[2] = Number(time.interval->high);
  }
  return fields;
}

std::string Row(const Comparison& comparison, const CellComparison& cell) {
  const Side base = SideOf(cell.base), head = SideOf(cell.head);
  std::vector<std::string> fields = {comparison.base_name,
                                     comparison.head_name,
                                     cell.id.schema,
                                     cell.id.size,
                                     cell.id.ring,
                                     cell.id.op,
                                     cell.id.codec,
                                     std::string(gate::VerdictWord(cell.verdict)),
                                     cell.fails ? "true" : "false",
                                     Number(base.ns),
                                     Number(head.ns)};
  const std::vector<std::string> time = TimeFields(cell);
  fields.insert(fields.end(), time.begin(), time.end());
  for (const auto& value : {base.launches, head.launches, cell.time ? std::optional(cell.time->limit) : std::nullopt,
                            base.bytes_per_op, head.bytes_per_op, base.objects_per_op, head.objects_per_op}) {
    fields.push_back(Number(value));
  }
  std::vector<std::string> remarks = ChangeLines(cell);
  for (std::string& remark : RemarksOf(cell)) remarks.push_back(std::move(remark));
  fields.push_back(fmt::format("{}", fmt::join(remarks, "; ")));
  for (std::string& field : fields) field = Quoted(field);
  return fmt::format("{}\n", fmt::join(fields, ","));
}

}  // namespace

std::string RenderCompareCsv(const std::vector<Comparison>& comparisons) {
  std::string out = kHeader;
  for (const Comparison& comparison : comparisons) {
    for (const CellComparison& cell : comparison.cells) out += Row(comparison, cell);
  }
  return out;
}

}  // namespace pbb::render
