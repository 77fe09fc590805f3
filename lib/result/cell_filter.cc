#include "result/cell_filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "base/select.h"
#include "base/suggest.h"

namespace pbb::result {
namespace {

bool TextMatches(const std::string& pattern, const std::string& text) {
  return pattern == text || GlobMatches(pattern, text);
}

const std::string* PartOf(const CellId& id, const std::string& part) {
  if (part == "schema") return &id.schema;
  if (part == "size") return &id.size;
  if (part == "ring") return &id.ring;
  if (part == "op") return &id.op;
  if (part == "codec") return &id.codec;
  return nullptr;
}

}  // namespace

bool CellMatches(std::string_view pattern, const CellId& id) {
  const std::string text(pattern);
  const std::array<const std::string*, 5> parts = {&id.schema, &id.size, &id.ring, &id.op, &id.codec};
  std::string tail;
  for (size_t i = parts.size(); i-- > 0;) {
    tail = tail.empty() ? *parts[i] : *parts[i] + "/" + tail;
    if (TextMatches(text, tail)) return true;
  }
  return false;
}

CellFilter CellFilter::Parse(const std::vector<std::string>& conditions, const std::string& flag) {
  CellFilter filter;
  for (const std::string& text : conditions) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw UsageError(fmt::format("\"{}\" is no condition", text), flag, "write PART=VALUES or PART!=VALUES");
    }
    Condition condition;
    condition.negated = text[equals - 1] == '!';
    condition.part = text.substr(0, equals - (condition.negated ? 1 : 0));
    if (PartOf(CellId{}, condition.part) == nullptr) {
      throw UsageError(fmt::format("a cell has no part \"{}\"", condition.part), flag,
                       SuggestName(condition.part, {"schema", "size", "ring", "op", "codec"}));
    }
    condition.values = SplitList({text.substr(equals + 1)});
    if (condition.values.empty()) throw UsageError(fmt::format("\"{}\" names nothing", text), flag);
    condition.text = text;
    filter.conditions_.push_back(std::move(condition));
  }
  return filter;
}

bool CellFilter::Holds(const Condition& condition, const CellId& id) {
  const std::string& part = *PartOf(id, condition.part);
  const bool any = std::any_of(condition.values.begin(), condition.values.end(),
                               [&](const std::string& value) { return TextMatches(value, part); });
  return any != condition.negated;
}

bool CellFilter::Matches(const CellId& id) const {
  return std::all_of(conditions_.begin(), conditions_.end(),
                     [&](const Condition& condition) { return Holds(condition, id); });
}

void CellFilter::Check(const std::vector<const Document*>& documents, const std::string& flag) const {
  for (const Condition& condition : conditions_) {
    for (const std::string& value : condition.values) {
      std::vector<std::string> known;
      bool found = false;
      for (const Document* document : documents) {
        for (const Cell& cell : document->cells) {
          const std::string& part = *PartOf(cell.id, condition.part);
          found = found || TextMatches(value, part);
          if (std::find(known.begin(), known.end(), part) == known.end()) known.push_back(part);
        }
      }
      if (!found) {
        throw UsageError(fmt::format("{} \"{}\" matches no cell", condition.part, value), flag,
                         SuggestName(value, known));
      }
    }
  }
  const bool any = std::any_of(documents.begin(), documents.end(), [&](const Document* document) {
    return std::any_of(document->cells.begin(), document->cells.end(),
                       [&](const Cell& cell) { return Matches(cell.id); });
  });
  if (!any && !empty()) throw UsageError("leaves no cell", flag, "loosen one of the conditions");
}

}  // namespace pbb::result
