// The one rule by which pbplan.so writes a decoded message as a flat index of 32-bit words and generated Lua reads it.
//
// A record is what one message is turned into:
//   word 0    presence, bit n for the n-th field of the first group
//   word 1    place of the rare block, 0 for none: {count and place of unknown segments, first late extension}
//   words 2.. place of the page of each further group, 0 for none; then the slots of the first group
// Fields stand by number, kIndexGroup to a group. A page is {presence, 0, slots}: messages of many fields cost room for
// what they hold only. A slot holds
//   string, bytes           offset in the input, length
//   64-bit, float, double   the 64 bits, a float widened, a NaN canonical
//   message, group          place of its record
//   repeated, map           count, place of the elements, which are as wide as such a value; a map's are key, then
//   value others                  one word; bool 0 or 1, uint32 and fixed32 by their bits
// An unknown segment is {offset in the input or -1 - place in the index, length}. A late extension (declared by another
// file than its extendee) is {place of the next one or 0, id, record with this one field}.
#pragma once

#include <vector>

#include "plan/plan.h"

namespace pbb::plan {

inline constexpr int kIndexGroup = 24;
inline constexpr int kIndexHeaderWords = 2;
inline constexpr int kIndexRareWords = 4;
inline constexpr int kIndexRoot = 2;  // where the root's record stands

// Words of one value: of a singular field, a list's element, a map's key.
inline int IndexValueWords(Kind kind) {
  return kind == Kind::kString || kind == Kind::kBytes || kind == Kind::kDouble || kind == Kind::kFloat || Is64Bit(kind)
             ? 2
             : 1;
}

struct IndexSlot {
  int group = 0;
  int bit = 0;     // number of the presence bit
  int offset = 0;  // words from the start of the record or page
};

struct IndexLayout {
  std::vector<IndexSlot> slots;  // one a field
  std::vector<int> words;        // of the record, then of each page
};

// `is_repeated` and `kinds`: of the fields by number, maps repeated.
inline IndexLayout LayOutIndex(const std::vector<bool>& is_repeated, const std::vector<Kind>& kinds) {
  IndexLayout layout;
  const int count = static_cast<int>(kinds.size());
  const int groups = count == 0 ? 1 : (count + kIndexGroup - 1) / kIndexGroup;
  layout.words.assign(static_cast<size_t>(groups), kIndexHeaderWords);
  layout.words[0] += groups - 1;
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<size_t>(i);
    int& words = layout.words[at / kIndexGroup];
    layout.slots.push_back({i / kIndexGroup, i % kIndexGroup, words});
    words += is_repeated[at] ? 2 : IndexValueWords(kinds[at]);
  }
  return layout;
}

// How a field is told to pbplan.so, in text: NUMBER KIND FLAGS ONEOF REFERENCE, a line each; a map's line is followed
// by those of key and value. ONEOF is -1 for none, REFERENCE the full name of a message or closed enum, "-" for none.
enum IndexFlags : unsigned {
  kIndexRepeated = 1,
  kIndexPacked = 2,
  kIndexRequired = 4,
  kIndexUtf8 = 8,
  kIndexMap = 16,
  kIndexExtendable = 1,  // on the first line, which is that of the message: FLAGS FIELDS ONEOFS
};

}  // namespace pbb::plan
