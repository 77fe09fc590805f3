#include "render/log_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

namespace pbb::render {
namespace {

constexpr char kPreamble[] =
    "# Performance log\n\n"
    "One entry for each change that was measured, newest first, also for those that were taken out again. The figures "
    "come from\nthe raw documents in the folder of this file's name. `pbbench log add` writes an entry, `pbbench log "
    "erratum` corrects one.\n\n";

struct Line {
  std::string_view text;  // without its end
  size_t begin = 0;       // offsets into the whole
  size_t end = 0;         // past its end
  bool in_code = false;   // part of a fenced block, fences included
};

// Up to three spaces before a block's first character are no code (CommonMark 4.2, 4.5).
std::string_view WithoutIndent(std::string_view line) {
  const size_t spaces = line.find_first_not_of(' ');
  if (spaces == std::string_view::npos) return {};
  return spaces <= 3 ? line.substr(spaces) : std::string_view();
}

std::string_view WithoutEnd(std::string_view line) {
  const size_t last = line.find_last_not_of(" \t\r");
  return last == std::string_view::npos ? std::string_view() : line.substr(0, last + 1);
}

// Follows fenced code blocks line by line.
class Fences {
 public:
  // Whether the line belongs to a block.
  bool Take(std::string_view line) {
    const std::string_view text = WithoutEnd(WithoutIndent(line));
    const size_t run = text.empty() ? 0 : std::min(text.find_first_not_of(text[0]), text.size());
    const bool is_fence = run >= 3 && (text[0] == '`' || text[0] == '~');
    if (open_.empty()) {
      if (!is_fence || (text[0] == '`' && text.find('`', run) != std::string_view::npos)) return false;
      open_ = text.substr(0, run);
    } else if (is_fence && text[0] == open_[0] && run >= open_.size() && run == text.size()) {
      open_.clear();
    }
    return true;
  }
  const std::string& open() const { return open_; }  // what a closing fence needs; empty outside of code

 private:
  std::string open_;
};

std::vector<Line> LinesOf(std::string_view text) {
  std::vector<Line> lines;
  Fences fences;
  for (size_t begin = 0; begin < text.size();) {
    const size_t found = text.find('\n', begin);
    const size_t end = found == std::string_view::npos ? text.size() : found + 1;
    std::string_view line = text.substr(begin, end - begin);
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
    lines.push_back({line, begin, end, fences.Take(line)});
    begin = end;
  }
  return lines;
}

// "# x" or "## x", also empty ones.
bool IsTopHeading(std::string_view line) {
  const std::string_view text = WithoutIndent(line);
  const size_t level = std::min(text.find_first_not_of('#'), text.size());
  return (level == 1 || level == 2) && (level == text.size() || text[level] == ' ' || text[level] == '\t');
}

// "---" or "===" below a line of text make that line a heading.
bool IsUnderline(std::string_view line) {
  const std::string_view text = WithoutEnd(WithoutIndent(line));
  return !text.empty() && (text[0] == '-' || text[0] == '=') &&
         text.find_first_not_of(text[0]) == std::string_view::npos;
}

// Markup of HTML would hide what follows, other entries too, until it is closed. What stands in backticks is text.
std::string WithoutHtml(std::string_view line) {
  std::string out;
  bool in_code = false;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '`') in_code = !in_code;
    const char next = i + 1 < line.size() ? line[i + 1] : ' ';
    const bool opens = std::isalpha(static_cast<unsigned char>(next)) != 0 || next == '/' || next == '!' || next == '?';
    if (line[i] == '<' && opens && !in_code) out += '\\';
    out += line[i];
  }
  return out;
}

bool IsEntryHeading(const Line& line) { return !line.in_code && line.text.rfind("## ", 0) == 0; }

}  // namespace

std::string GuardMarkdown(std::string_view text) {
  std::string out;
  Fences fences;
  bool below_text = false;
  for (const Line& line : LinesOf(text)) {
    const bool in_code = fences.Take(line.text);
    const bool is_blank = WithoutEnd(line.text).empty();
    if (out.empty() && is_blank) continue;
    if (!in_code && (IsTopHeading(line.text) || (below_text && IsUnderline(line.text)))) {
      const size_t at = line.text.find_first_not_of(' ');
      out += fmt::format("{}\\{}\n", line.text.substr(0, at), line.text.substr(at));
    } else {
      out += (in_code ? std::string(line.text) : WithoutHtml(line.text)) + "\n";
    }
    below_text = !is_blank && !in_code;
  }
  if (!fences.open().empty()) out += fences.open() + "\n";
  while (!out.empty() && (out.back() == '\n' || out.back() == ' ' || out.back() == '\t')) out.pop_back();
  return out;
}

std::string WithEntry(std::string_view log, std::string_view entry) {
  if (log.find_first_not_of(" \t\r\n") == std::string_view::npos) return fmt::format("{}{}", kPreamble, entry);
  for (const Line& line : LinesOf(log)) {
    if (IsEntryHeading(line)) return fmt::format("{}{}\n{}", log.substr(0, line.begin), entry, log.substr(line.begin));
  }
  const char* gap = log.back() != '\n' ? "\n\n" : log.size() > 1 && log[log.size() - 2] != '\n' ? "\n" : "";
  return fmt::format("{}{}{}", log, gap, entry);
}

size_t CountHeading(std::string_view log, std::string_view heading) {
  const std::vector<Line> lines = LinesOf(log);
  return static_cast<size_t>(std::count_if(
      lines.begin(), lines.end(), [&](const Line& line) { return IsEntryHeading(line) && line.text == heading; }));
}

std::string WithLineBelow(std::string_view log, std::string_view heading, std::string_view line) {
  for (const Line& one : LinesOf(log)) {
    if (!IsEntryHeading(one) || one.text != heading) continue;
    const char* end = one.end > one.begin + one.text.size() ? "" : "\n";  // the log ends with the heading
    return fmt::format("{}{}\n{}\n{}", log.substr(0, one.end), end, line, log.substr(one.end));
  }
  return std::string(log);
}

bool HasEntry(std::string_view log, std::string_view id) {
  const std::string wanted = fmt::format("[{}]", id);
  const std::vector<Line> lines = LinesOf(log);
  return std::any_of(lines.begin(), lines.end(), [&](const Line& line) {
    return IsEntryHeading(line) && line.text.find(wanted) != std::string_view::npos;
  });
}

}  // namespace pbb::render
