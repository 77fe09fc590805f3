#include "render/grouping.h"

#include <algorithm>
#include <map>

namespace pbb::render {
namespace {

void AddOnce(const std::string& name, std::vector<std::string>* names) {
  if (std::find(names->begin(), names->end(), name) == names->end()) names->push_back(name);
}

Group* GroupFor(const result::CellId& id, std::vector<Group>* groups) {
  for (Group& group : *groups) {
    if (group.schema == id.schema && group.ring == id.ring) return &group;
  }
  groups->push_back({id.schema, id.ring, {}, {}, {}, {}});
  return &groups->back();
}

}  // namespace

const result::Cell* Block::Find(const std::string& codec) const {
  const auto found =
      std::find_if(cells.begin(), cells.end(), [&](const result::Cell* cell) { return cell->id.codec == codec; });
  return found == cells.end() ? nullptr : *found;
}

const Block* Group::Find(const std::string& size, const std::string& op) const {
  const auto found = std::find_if(blocks.begin(), blocks.end(),
                                  [&](const Block& block) { return block.size == size && block.op == op; });
  return found == blocks.end() ? nullptr : &*found;
}

std::vector<Group> GroupCells(const result::Document& document) {
  std::vector<Group> groups;
  std::map<std::string, std::vector<const result::Cell*>> by_block;
  const auto block_key = [](const std::string& schema, const std::string& ring, const std::string& size,
                            const std::string& op) {
    return result::CellId{schema, size, ring, op, ""}.Text();
  };
  for (const result::Cell& cell : document.cells) {
    Group* group = GroupFor(cell.id, &groups);
    AddOnce(cell.id.size, &group->sizes);
    AddOnce(cell.id.op, &group->ops);
    AddOnce(cell.id.codec, &group->codecs);
    by_block[block_key(cell.id.schema, cell.id.ring, cell.id.size, cell.id.op)].push_back(&cell);
  }
  for (Group& group : groups) {
    for (const std::string& size : group.sizes) {
      for (const std::string& op : group.ops) {
        const auto found = by_block.find(block_key(group.schema, group.ring, size, op));
        if (found != by_block.end()) group.blocks.push_back({size, op, found->second});
      }
    }
  }
  return groups;
}

std::optional<double> RatioTo(const std::string& baseline_codec, const Block& block, const result::Cell& cell) {
  const result::Cell* baseline = block.Find(baseline_codec);
  if (baseline == nullptr || !baseline->ns_per_op || !cell.ns_per_op) return std::nullopt;
  return baseline->ns_per_op->median_ns / cell.ns_per_op->median_ns;
}

}  // namespace pbb::render
