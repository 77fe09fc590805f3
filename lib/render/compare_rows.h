// Compared cells in the order in which a person reads them (schema and ring, then size, op and codec), and the figures
// of a row as texts: the table and Markdown show the same ones.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "gate/comparison.h"
#include "render/units.h"

namespace pbb::render {

// A cell that the base and at least one further document have.
struct CompareRow {
  result::CellId id;
  std::vector<const gate::CellComparison*> cells;  // one for each comparison; nullptr where it has no such cell
  TimeScale scale{1, "ns"};                        // the same for all rows of a size
};

// One schema and ring. Sizes, ops and codecs are in the order of their first cell.
struct CompareGroup {
  std::string schema;
  std::string ring;
  std::vector<std::string> ops;
  std::vector<CompareRow> rows;
};

// Points into `comparisons`, which must outlive the groups. Missing and new cells are in no row.
std::vector<CompareGroup> GroupComparisons(std::span<const gate::Comparison> comparisons);

// The cells with that verdict by name, in the comparison's order, with what there is to say about them: "CELL,
// advisory", "CELL, waived: renamed (until 2030-01-31)".
std::vector<std::string> LinesOf(const gate::Comparison& comparison, gate::Verdict verdict);

// Which figures a comparison has beside time, ratio and launches.
struct FigureColumns {
  bool has_p = false;
  bool has_oracle = false;
};
FigureColumns ColumnsOf(const gate::Comparison& comparison);

// A column's heading, and whether it is set flush left.
struct Heading {
  std::string text;
  bool left = false;
};

// base, head, unit, ratio, interval, (to oracle, interval,) (p,) n, change. What is not there reads "-".
std::vector<Heading> FigureHeadings(const FigureColumns& columns);
std::vector<std::string> FigureTexts(const gate::CellComparison& cell, const TimeScale& scale,
                                     const FigureColumns& columns);

// The time of one side, its status when it has none, or "-".
std::string SideText(const result::Cell* cell, const TimeScale& scale);

// Geometric means, one row each: op, codec, ratio, interval, cells, skipped, slowest cell.
std::vector<Heading> GeomeanHeadings();
std::vector<std::string> GeomeanTexts(const gate::GeomeanRow& row);

}  // namespace pbb::render
