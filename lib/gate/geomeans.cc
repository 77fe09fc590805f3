#include "gate/geomeans.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "result/summary.h"
#include "stats/geomean.h"
#include "stats/geomean_bootstrap.h"
#include "stats/quantile.h"

namespace pbb::gate {
namespace {

// Launch figures by launch seed, so that cells of a launch stay together when launches are drawn.
std::map<uint64_t, double> BySeed(const result::Cell& cell) {
  std::map<uint64_t, double> values;
  for (const result::Launch& launch : cell.ns_per_op->launches) {
    if (!launch.slots_ns.empty()) values[launch.seed] = stats::Median(launch.slots_ns);
  }
  return values;
}

using Side = const result::Cell* CellComparison::*;

// The launches that all cells of a side have, in the order of their seeds; a cell whose process died has fewer.
std::vector<uint64_t> CommonSeeds(const std::vector<const CellComparison*>& cells, Side side) {
  std::map<uint64_t, size_t> counts;
  for (const CellComparison* cell : cells) {
    for (const auto& [seed, value] : BySeed(*(cell->*side))) ++counts[seed];
  }
  std::vector<uint64_t> seeds;
  for (const auto& [seed, count] : counts) {
    if (count == cells.size()) seeds.push_back(seed);
  }
  return seeds;
}

std::vector<double> ValuesAt(const result::Cell& cell, const std::vector<uint64_t>& seeds) {
  const std::map<uint64_t, double> by_seed = BySeed(cell);
  std::vector<double> values;
  for (const uint64_t seed : seeds) values.push_back(by_seed.at(seed));
  return values;
}

void SetInterval(const std::vector<const CellComparison*>& cells, uint64_t seed, GeomeanRow* row) {
  const std::vector<uint64_t> base_seeds = CommonSeeds(cells, &CellComparison::base);
  const std::vector<uint64_t> head_seeds = CommonSeeds(cells, &CellComparison::head);
  if (base_seeds.empty() || head_seeds.empty()) return;
  std::vector<stats::CellSamples> samples;
  for (const CellComparison* cell : cells) {
    samples.push_back({ValuesAt(*cell->base, base_seeds), ValuesAt(*cell->head, head_seeds)});
  }
  const auto interval = stats::BootstrapGeomean(samples, seed);
  if (!interval) return;
  row->low = interval->low;
  row->high = interval->high;
}

GeomeanRow RowOf(const std::vector<const CellComparison*>& all, uint64_t seed) {
  GeomeanRow row;
  row.op = all.front()->id.op;
  row.codec = all.front()->id.codec;
  std::vector<const CellComparison*> matched;
  std::vector<std::optional<double>> ratios;
  for (const CellComparison* cell : all) {
    // A figure that one of them should not have, it has from nowhere.
    const bool is_bad = cell->time && !(cell->base->bad_values.empty() && cell->head->bad_values.empty());
    ratios.push_back(cell->time && !is_bad ? std::optional<double>(cell->time->ratio) : std::nullopt);
    if (!ratios.back()) continue;
    matched.push_back(cell);
    if (cell->time->ratio > row.worst_ratio) {
      row.worst_ratio = cell->time->ratio;
      row.worst = cell->id.Text();
    }
  }
  const stats::GeometricMean mean = stats::GeometricMeanOf(ratios);
  row.ratio = mean.mean.value_or(0);
  row.used = mean.used;
  row.skipped = mean.skipped;
  if (!matched.empty()) SetInterval(matched, seed, &row);
  return row;
}

}  // namespace

std::vector<GeomeanRow> Geomeans(const std::vector<CellComparison>& cells, uint64_t seed) {
  std::vector<std::vector<const CellComparison*>> groups;
  for (const CellComparison& cell : cells) {
    const auto same = [&](const std::vector<const CellComparison*>& group) {
      return group.front()->id.op == cell.id.op && group.front()->id.codec == cell.id.codec;
    };
    auto found = std::find_if(groups.begin(), groups.end(), same);
    if (found == groups.end()) found = groups.insert(groups.end(), std::vector<const CellComparison*>());
    found->push_back(&cell);
  }
  std::vector<GeomeanRow> rows;
  for (const auto& group : groups) {
    GeomeanRow row = RowOf(group, seed);
    if (row.used > 0) rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace pbb::gate
