#include "render/log_views.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "render/columns.h"
#include "render/compare_text.h"
#include "render/log_entry.h"
#include "render/units.h"

namespace pbb::render {
namespace {

using gate::CellComparison;
using result::LogEntry;

using Rows = std::vector<std::vector<Field>>;

std::vector<Field> StepRow(const LogEntry& entry, const CellComparison& cell) {
  const auto rate = [](const result::Cell* one) {
    return one != nullptr && one->msgs_per_s ? ShortNumber(*one->msgs_per_s) : std::string("-");
  };
  const bool comparable = cell.time && cell.base->msgs_per_s && cell.head->msgs_per_s;
  std::string verdict = LogVerdictText(cell);
  if (!entry.errata.empty()) verdict += fmt::format("; entry corrected {}", entry.errata.back().date);
  return {{entry.date},
          {entry.id},
          {std::string(result::LogStatusWord(entry.status))},
          {rate(cell.base)},
          {rate(cell.head)},
          {comparable ? Change(*cell.base->msgs_per_s, *cell.head->msgs_per_s) : "-"},
          {Printable(verdict)}};
}

const CellComparison* Find(const gate::Comparison& comparison, const result::CellId& id) {
  const auto found = std::find_if(comparison.cells.begin(), comparison.cells.end(),
                                  [&](const CellComparison& cell) { return cell.id == id; });
  return found == comparison.cells.end() ? nullptr : &*found;
}

std::string RangeText(const std::optional<double>& low, const std::optional<double>& high) {
  return low && high ? fmt::format("{} .. {}", Ratio(*low), Ratio(*high)) : "-";
}

std::vector<Field> SummaryRow(const result::CellId& id, const gate::ChainedCell* chained, const CellComparison* ends) {
  const gate::TimeChange* time = ends != nullptr && ends->time ? &*ends->time : nullptr;
  return {{Printable(id.Text())},
          {chained != nullptr ? fmt::to_string(chained->steps) : "0"},
          {chained != nullptr ? Ratio(chained->ratio) : "-"},
          {time != nullptr ? Ratio(time->ratio) : "-"},
          {time != nullptr ? IntervalText(time->interval) : "-"},
          {ends != nullptr ? std::string(gate::VerdictWord(ends->verdict)) : "not in both ends"}};
}

std::string CellTable(const LogSummary& summary) {
  Rows rows{{{"cell"}, {"entries"}, {"chained"}, {"direct"}, {"interval"}, {"verdict on direct"}}};
  for (const gate::ChainedCell& cell : summary.chained) {
    rows.push_back(SummaryRow(cell.id, &cell, Find(*summary.ends, cell.id)));
  }
  for (const CellComparison& cell : summary.ends->cells) {
    const bool is_chained = std::any_of(summary.chained.begin(), summary.chained.end(),
                                        [&](const gate::ChainedCell& c) { return c.id == cell.id; });
    if (!is_chained && cell.time) rows.push_back(SummaryRow(cell.id, nullptr, &cell));
  }
  return AlignColumns(rows, {0, 5});
}

std::string MeanTable(const LogSummary& summary) {
  Rows rows{{{"geometric mean"}, {"cells"}, {"chained"}, {"cells"}, {"direct"}, {"interval"}, {"worst direct"}}};
  const auto name = [](const std::string& op, const std::string& codec) { return Printable(op + " " + codec); };
  for (const gate::ChainMean& mean : summary.means) {
    std::vector<Field> row{{name(mean.op, mean.codec)}, {fmt::to_string(mean.cells)}, {Ratio(mean.ratio)}};
    const auto ends = std::find_if(
        summary.ends->geomeans.begin(), summary.ends->geomeans.end(),
        [&](const gate::GeomeanRow& one) { return one.op == mean.op && one.codec == mean.codec && one.used > 0; });
    if (ends != summary.ends->geomeans.end()) {
      row.insert(row.end(), {{fmt::to_string(ends->used)},
                             {Ratio(ends->ratio)},
                             {RangeText(ends->low, ends->high)},
                             {fmt::format("{} {}", Ratio(ends->worst_ratio), Printable(ends->worst))}});
    } else {
      row.insert(row.end(), {{"0"}, {"-"}, {"-"}, {"-"}});
    }
    rows.push_back(std::move(row));
  }
  return AlignColumns(rows, {0, 6});
}

}  // namespace

std::string RenderLogCells(const std::vector<LogStep>& steps,
                           const std::function<bool(const result::CellId&)>& wanted) {
  std::vector<result::CellId> cells;
  for (const LogStep& step : steps) {
    for (const CellComparison& cell : step.comparison->cells) {
      if (wanted(cell.id) && std::find(cells.begin(), cells.end(), cell.id) == cells.end()) cells.push_back(cell.id);
    }
  }
  std::string out;
  for (const result::CellId& id : cells) {
    Rows rows{{{"date"}, {"id"}, {"status"}, {"msgs/s before"}, {"msgs/s after"}, {"change"}, {"verdict"}}};
    for (const LogStep& step : steps) {
      if (const CellComparison* cell = Find(*step.comparison, id)) rows.push_back(StepRow(*step.entry, *cell));
    }
    out += fmt::format("{}{}\n{}", out.empty() ? "" : "\n", Printable(id.Text()), AlignColumns(rows, {0, 1, 2, 6}));
  }
  return out;
}

std::string RenderLogSummary(const LogSummary& summary) {
  const LogEntry& first = *summary.kept.front();
  const LogEntry& last = *summary.kept.back();
  std::string out =
      fmt::format("{} kept {}: [{}] {} to [{}] {}\n", summary.kept.size(),
                  summary.kept.size() == 1 ? "entry" : "entries", first.id, first.date, last.id, last.date);
  out += fmt::format("direct: before of [{}] against after of [{}]; {}\n", first.id, last.id,
                     Printable(gate::EvidenceLine(summary.ends->evidence)));
  for (size_t i = 1; i < summary.kept.size(); ++i) {
    if (summary.kept[i]->history.kind != result::LogHistory::Kind::kNew) continue;
    out += fmt::format("a new history starts at [{}]: what changed before it without an entry is in direct alone\n",
                       summary.kept[i]->id);
  }
  for (const std::string& remark : summary.ends->remarks) out += Printable(remark) + "\n";
  out += "chained and direct: time after / before, above 1 is slower; chained is the product over entries\n";
  return fmt::format("{}\n{}\n{}", out, CellTable(summary), MeanTable(summary));
}

}  // namespace pbb::render
