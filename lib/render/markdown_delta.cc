#include "render/markdown_delta.h"

#include <fmt/format.h>

#include "render/footnotes.h"
#include "render/grouping.h"
#include "render/markdown.h"
#include "render/units.h"
#include "result/cell_index.h"

namespace pbb::render {
namespace {

using result::Cell;
using result::Document;
using result::Status;

constexpr char kHead[] =
    "| size | codec | msgs/s before | msgs/s after | change | MB/s before | MB/s after | change | alloc B/op before | "
    "alloc B/op after | change |\n|:--|:--|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";

std::string Figure(std::optional<double> value, std::string (*format)(double)) { return value ? format(*value) : "-"; }

std::string Figures(std::optional<double> before, std::optional<double> after, std::string (*format)(double)) {
  return fmt::format(" {} | {} | {} |", Figure(before, format), Figure(after, format),
                     before && after ? Change(*before, *after) : "-");
}

std::optional<double> AllocBytes(const Cell& cell) {
  return cell.alloc ? std::optional(cell.alloc->bytes_per_op) : std::nullopt;
}

// Why two cells of one name can't be compared, or "".
std::string Obstacle(const Cell& before, const Cell& after) {
  if (!before.bad_values.empty()) return "not comparable: before, " + before.bad_values[0];
  if (before.payload && after.payload && before.payload->sha256 != after.payload->sha256) {
    return "not comparable: the payloads are others";
  }
  for (const auto& [cell, when] : {std::pair(&before, "before"), std::pair(&after, "after")}) {
    if (cell->status == Status::kFailed || cell->status == Status::kNotApplicable) {
      return fmt::format("{} {}", result::StatusWord(cell->status), when);
    }
  }
  return "";
}

std::string Row(const Cell& before, const Cell& after, Footnotes* footnotes) {
  std::string codec = after.id.codec;
  if (const std::string references = footnotes->References(after); !references.empty()) codec += " " + references;
  std::string out = fmt::format("| {} | {} |", EscapeMarkdown(after.id.size), EscapeMarkdown(codec));
  if (const std::string obstacle = Obstacle(before, after); !obstacle.empty()) {
    return out + fmt::format(" {} | | | | | | | | |\n", EscapeMarkdown(obstacle));
  }
  out += Figures(before.msgs_per_s, after.msgs_per_s, ShortNumber);
  out += Figures(before.mb_per_s, after.mb_per_s, ThreeDigits);
  out += Figures(AllocBytes(before), AllocBytes(after), Amount);
  return out + "\n";
}

std::string MachineText(const Document& before, const Document& after) {
  const auto parts_before = result::ComparableParts(before);
  const auto parts_after = result::ComparableParts(after);
  std::string differing;
  for (size_t i = 0; i < parts_before.size(); ++i) {
    if (parts_before[i] == parts_after[i]) continue;
    differing += fmt::format("- {}: {} before, {} after\n", parts_before[i].first,
                             EscapeMarkdown(parts_before[i].second), EscapeMarkdown(parts_after[i].second));
  }
  if (differing.empty()) return "";
  return "Not the same machine or build, so msgs/s and MB/s are not comparable:\n\n" + differing + "\n";
}

// Names of cells of `some` that `others` lacks.
std::string OnlyIn(const Document& some, const result::CellIndex& others, const char* heading) {
  std::string names;
  for (const Cell& cell : some.cells) {
    if (others.Find(cell.id) == nullptr) names += fmt::format("- {}\n", EscapeMarkdown(cell.id.Text()));
  }
  return names.empty() ? "" : fmt::format("{}:\n\n{}\n", heading, names);
}

}  // namespace

std::string RenderMarkdownDelta(const Document& before, const Document& after) {
  const result::CellIndex old_cells(before), new_cells(after);
  Footnotes footnotes;
  std::string out = fmt::format("Before: {}\n\nAfter: {}\n\n", MarkdownOrigin(before), MarkdownOrigin(after));
  out += MachineText(before, after);
  for (const Group& group : GroupCells(after)) {
    for (const std::string& op : group.ops) {
      std::string rows;
      for (const Block& block : group.blocks) {
        if (block.op != op) continue;
        for (const Cell* cell : block.cells) {
          const Cell* old = old_cells.Find(cell->id);
          if (old != nullptr) rows += Row(*old, *cell, &footnotes);
        }
      }
      if (rows.empty()) continue;
      out += fmt::format("### {}, ring {}: {}\n\n{}{}\n", EscapeMarkdown(group.schema), EscapeMarkdown(group.ring),
                         EscapeMarkdown(op), kHead, rows);
    }
  }
  out += OnlyIn(before, new_cells, "Missing now (the baseline has them)");
  out += OnlyIn(after, old_cells, "New (the baseline lacks them)");
  out += MarkdownNotes(footnotes.texts());
  out.pop_back();
  return out;
}

}  // namespace pbb::render
