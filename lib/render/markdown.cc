#include "render/markdown.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "render/footnotes.h"
#include "render/grouping.h"
#include "render/units.h"

namespace pbb::render {
namespace {

using result::Cell;

bool IsWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

// The three figures of a codec at one size. Remarks are referred to once, in the first.
std::string Figures(const Cell* cell, Footnotes* footnotes) {
  if (cell == nullptr) return " - | - | - |";
  std::string first = cell->msgs_per_s ? ShortNumber(*cell->msgs_per_s) : std::string(result::StatusWord(cell->status));
  if (cell->msgs_per_s && cell->status == result::Status::kUnstable) first += " unstable";
  if (const std::string references = footnotes->References(*cell); !references.empty()) {
    first += " " + EscapeMarkdown(references);
  }
  return fmt::format(" {} | {} | {} |", first, cell->mb_per_s ? ThreeDigits(*cell->mb_per_s) : "-",
                     cell->alloc ? Amount(cell->alloc->bytes_per_op) : "-");
}

// Those of the group that have a cell of this op.
std::vector<std::string> CodecsOf(const Group& group, const std::string& op) {
  std::vector<std::string> codecs = group.codecs;
  std::erase_if(codecs, [&](const std::string& codec) {
    return std::none_of(group.blocks.begin(), group.blocks.end(),
                        [&](const Block& block) { return block.op == op && block.Find(codec) != nullptr; });
  });
  return codecs;
}

std::string OpTable(const Group& group, const std::string& op, Footnotes* footnotes) {
  const std::vector<std::string> codecs = CodecsOf(group, op);
  std::string head = "| size |", rule = "|:--|";
  for (const std::string& codec : codecs) {
    const std::string name = EscapeMarkdown(codec);
    head += fmt::format(" {0} msgs/s | {0} MB/s | {0} alloc B/op |", name);
    rule += "--:|--:|--:|";
  }
  std::string out = fmt::format("### {}, ring {}: {}\n\n{}\n{}\n", EscapeMarkdown(group.schema),
                                EscapeMarkdown(group.ring), EscapeMarkdown(op), head, rule);
  for (const std::string& size : group.sizes) {
    const Block* block = group.Find(size, op);
    if (block == nullptr) continue;
    out += fmt::format("| {} |", EscapeMarkdown(size));
    for (const std::string& codec : codecs) out += Figures(block->Find(codec), footnotes);
    out += "\n";
  }
  return out + "\n";
}

}  // namespace

std::string EscapeMarkdown(std::string_view text) {
  static constexpr std::string_view kMarkup = "\\|*`[]";
  const std::string plain = Printable(text);
  std::string out;
  for (size_t i = 0; i < plain.size(); ++i) {
    const char c = plain[i];
    // Inside a word an underscore is no markup, and names are full of them.
    const bool in_word = i > 0 && i + 1 < plain.size() && IsWord(plain[i - 1]) && IsWord(plain[i + 1]);
    if (c == '<') {
      out += "&lt;";
    } else if (c == '&') {
      out += "&amp;";
    } else {
      if (kMarkup.find(c) != std::string_view::npos || (c == '_' && !in_word)) out += '\\';
      out += c;
    }
  }
  return out;
}

std::string MarkdownNotes(const std::vector<std::string>& texts) {
  if (texts.empty()) return "";
  std::string out = "Notes:\n\n";
  for (size_t i = 0; i < texts.size(); ++i) out += fmt::format("- \\[{}\\] {}\n", i + 1, EscapeMarkdown(texts[i]));
  return out + "\n";
}

std::string MarkdownOrigin(const result::Document& document) {
  size_t launches = 0;
  for (const Cell& cell : document.cells) {
    if (cell.ns_per_op) launches = std::max(launches, cell.ns_per_op->launches.size());
  }
  std::string text =
      fmt::format("{}, {} cores, kernel {}; {}, libprotobuf {}; codec tree {}; seed {}", document.machine.cpu,
                  document.machine.cores, document.machine.kernel, document.runtime.luajit,
                  document.runtime.libprotobuf, document.codec_tree.sha256.substr(0, 12), document.config.seed);
  text +=
      launches == 0 ? "; nothing was timed" : fmt::format("; {} {}", launches, launches == 1 ? "launch" : "launches");
  if (!document.complete) text += "; not complete: the run was interrupted";
  return EscapeMarkdown(text);
}

std::string RenderMarkdown(const result::Document& document) {
  Footnotes footnotes;
  std::string out = MarkdownOrigin(document) + "\n\n";
  for (const Group& group : GroupCells(document)) {
    for (const std::string& op : group.ops) out += OpTable(group, op, &footnotes);
  }
  out += MarkdownNotes(footnotes.texts());
  out.pop_back();
  return out;
}

}  // namespace pbb::render
