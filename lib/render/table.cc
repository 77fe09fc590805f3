#include "render/table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "render/ablation_table.h"
#include "render/columns.h"
#include "render/footnotes.h"
#include "render/grouping.h"
#include "render/units.h"
#include "stats/geomean.h"

namespace pbb::render {
namespace {

using result::Cell;
using result::Document;
using result::Status;

constexpr char kNone[] = "-";

Field StatusField(const Cell& cell, bool colour, Footnotes* footnotes) {
  std::string text(result::StatusWord(cell.status));
  if (const std::string references = footnotes->References(cell); !references.empty()) text += " " + references;
  if (!colour) return {text};
  return {text, cell.status == Status::kFailed     ? Colour::kRed
                : cell.status == Status::kUnstable ? Colour::kYellow
                                                   : Colour::kNone};
}

std::string IntervalText(const result::Timing& timing, const TimeScale& scale) {
  if (!timing.low_ns || !timing.high_ns) return fmt::format("none, n={}", timing.launches.size());
  return fmt::format("{} .. {}", scale.Text(*timing.low_ns), scale.Text(*timing.high_ns));
}

std::vector<Field> CellRow(const Cell& cell, const Block& block, const TimeScale& scale, const TableOptions& options,
                           Footnotes* footnotes) {
  std::vector<Field> row(10, Field{kNone});
  row[0] = {Printable(cell.id.codec)};
  if (cell.ns_per_op) {
    row[1] = {scale.Text(cell.ns_per_op->median_ns)};
    row[2] = {IntervalText(*cell.ns_per_op, scale)};
    row[3] = {scale.Text(cell.ns_per_op->worst_launch_ns)};
  }
  if (cell.msgs_per_s) row[4] = {ShortNumber(*cell.msgs_per_s)};
  if (cell.mb_per_s) row[5] = {ThreeDigits(*cell.mb_per_s)};
  if (cell.alloc) {
    row[6] = {Amount(cell.alloc->bytes_per_op)};
    row[7] = {Amount(cell.alloc->objects_per_op)};
  }
  if (const auto ratio = RatioTo(options.baseline_codec, block, cell)) row[8] = {Ratio(*ratio)};
  row[9] = StatusField(cell, options.colour, footnotes);
  return row;
}

std::string PayloadText(const Block& block) {
  for (const Cell* cell : block.cells) {
    if (!cell->payload) continue;
    const auto& payload = *cell->payload;
    if (payload.bytes_min == payload.bytes_max) {
      return fmt::format(" ({} x {} B)", Amount(static_cast<double>(payload.count)), Amount(payload.bytes_mean));
    }
    return fmt::format(" ({} x {} B on average, {} to {} B)", Amount(static_cast<double>(payload.count)),
                       Amount(payload.bytes_mean), Amount(static_cast<double>(payload.bytes_min)),
                       Amount(static_cast<double>(payload.bytes_max)));
  }
  return "";
}

std::string BlockText(const Block& block, const TableOptions& options, Footnotes* footnotes) {
  std::vector<double> times_ns;
  for (const Cell* cell : block.cells) {
    if (cell->ns_per_op) times_ns.push_back(cell->ns_per_op->median_ns);
  }
  const TimeScale scale = TimeScaleFor(times_ns);
  const std::string unit(scale.unit);
  std::vector<std::vector<Field>> rows = {{{"codec"},
                                           {unit + "/op"},
                                           {"interval " + unit},
                                           {"worst " + unit + "/op"},
                                           {"msgs/s"},
                                           {"MB/s"},
                                           {"B/op"},
                                           {"objects/op"},
                                           {"ratio"},
                                           {"status"}}};
  for (const Cell* cell : block.cells) rows.push_back(CellRow(*cell, block, scale, options, footnotes));
  return fmt::format("{} {}{}\n{}\n", Printable(block.size), Printable(block.op), PayloadText(block),
                     AlignColumns(rows, {0, 2, 9}));
}

// "10" or "6 to 10"
std::string Span(size_t least, size_t most) {
  return least == most ? fmt::format("{}", most) : fmt::format("{} to {}", least, most);
}

// What the loop costs without a codec in it: contained in every time above.
std::string LoopLegend(const Document& document) {
  double least = INFINITY, most = 0;
  for (const Cell& cell : document.cells) {
    if (!cell.empty_loop_ns) continue;
    least = std::min(least, *cell.empty_loop_ns);
    most = std::max(most, *cell.empty_loop_ns);
  }
  if (most == 0) return {};
  return fmt::format("loop: {} to {} ns/op of each time are the empty loop's\n", ThreeDigits(least), ThreeDigits(most));
}

// What the time columns mean, as far as times are there.
std::string TimeLegend(const Document& document) {
  size_t least = SIZE_MAX, most = 0;
  double coverage = 1;
  bool has_interval = false;
  for (const Cell& cell : document.cells) {
    if (!cell.ns_per_op) continue;
    least = std::min(least, cell.ns_per_op->launches.size());
    most = std::max(most, cell.ns_per_op->launches.size());
    has_interval = has_interval || cell.ns_per_op->coverage;
    coverage = std::min(coverage, cell.ns_per_op->coverage.value_or(1));
  }
  if (most == 0) return "time: none was measured\n";
  std::string text = most == 1
                         ? "time: one launch, the median of its slots\n"
                         : fmt::format("time: median over {} launches; worst: the slowest launch\n", Span(least, most));
  text += has_interval
              ? fmt::format("interval: holds the median of launches with {:.1f} % confidence (by order statistics)\n",
                            coverage * 100)
              : "interval: none, that takes 6 launches\n";
  return text;
}

std::string RatioLegend(const Document& document, const std::string& baseline_codec) {
  const bool is_there = std::any_of(document.cells.begin(), document.cells.end(), [&](const Cell& cell) {
    return cell.id.codec == baseline_codec && cell.ns_per_op.has_value();
  });
  if (!is_there) return fmt::format("ratio: none, {} has no time\n", Printable(baseline_codec));
  return fmt::format("ratio: time of {} / time of the codec; 2x is twice as fast as {}\n", Printable(baseline_codec),
                     Printable(baseline_codec));
}

std::string Legend(const Document& document, const TableOptions& options) {
  const result::Machine& machine = document.machine;
  return fmt::format(
      "{}, {} cores, kernel {}, governor {}\n{}, libprotobuf {}, seed {}\n{}{}MB/s: 1e6 payload bytes\n\n",
      Printable(machine.cpu), machine.cores, Printable(machine.kernel), Printable(machine.governor),
      Printable(document.runtime.luajit), Printable(document.runtime.libprotobuf), document.config.seed,
      TimeLegend(document) + LoopLegend(document), RatioLegend(document, options.baseline_codec));
}

std::string GeomeanText(const Group& group, const std::string& codec, const std::string& op,
                        const std::string& baseline_codec) {
  std::vector<std::optional<double>> ratios;
  for (const Block& block : group.blocks) {
    if (block.op != op) continue;
    const Cell* cell = block.Find(codec);
    ratios.push_back(cell == nullptr ? std::nullopt : RatioTo(baseline_codec, block, *cell));
  }
  const stats::GeometricMean mean = stats::GeometricMeanOf(ratios);
  if (!mean.mean) return kNone;
  return fmt::format("{} ({} of {})", Ratio(*mean.mean), mean.used, ratios.size());
}

// Shown when there is more than one size to take a mean over, and a ratio at all.
std::string GeomeanTable(const Group& group, const std::string& baseline_codec) {
  if (group.sizes.size() < 2) return "";
  std::vector<std::vector<Field>> rows = {{{"codec"}}};
  for (const std::string& op : group.ops) rows[0].push_back({Printable(op)});
  bool has_any = false;
  for (const std::string& codec : group.codecs) {
    std::vector<Field> row = {{Printable(codec)}};
    for (const std::string& op : group.ops) {
      row.push_back({GeomeanText(group, codec, op, baseline_codec)});
      has_any = has_any || row.back().text != kNone;
    }
    rows.push_back(std::move(row));
  }
  if (!has_any) return "";
  return fmt::format("ratio, geometric mean over sizes (sizes used)\n{}\n", AlignColumns(rows, {0}));
}

std::string SummaryText(const Document& document) {
  size_t counts[4] = {};
  size_t outliers = 0, slots = 0;
  for (const Cell& cell : document.cells) {
    ++counts[static_cast<size_t>(cell.status)];
    if (!cell.ns_per_op) continue;
    outliers += cell.ns_per_op->outlier_slots;
    for (const result::Launch& launch : cell.ns_per_op->launches) slots += launch.slots_ns.size();
  }
  std::string text =
      fmt::format("{} {}: {} ok, {} unstable, {} failed, {} n/a\n", document.cells.size(),
                  document.cells.size() == 1 ? "cell" : "cells", counts[0], counts[1], counts[2], counts[3]);
  if (outliers > 0) text += fmt::format("outliers: {} of {} slots, all counted in\n", outliers, slots);
  if (!document.complete) text += "not complete: the run was interrupted\n";
  return text;
}

}  // namespace

std::string RenderTable(const Document& document, const TableOptions& options) {
  Footnotes footnotes;
  std::string out = Legend(document, options);
  for (const Group& group : GroupCells(document)) {
    out += fmt::format("{}, ring {}\n\n", Printable(group.schema), Printable(group.ring));
    for (const Block& block : group.blocks) out += BlockText(block, options, &footnotes);
    out += GeomeanTable(group, options.baseline_codec);
  }
  out += AblationTable(document.ablations);
  for (size_t i = 0; i < footnotes.texts().size(); ++i) out += fmt::format("[{}] {}\n", i + 1, footnotes.texts()[i]);
  if (!footnotes.texts().empty()) out += "\n";
  return out + SummaryText(document);
}

}  // namespace pbb::render
