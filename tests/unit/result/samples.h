// Small fixed documents for goldens and tests: the figures are made up, their shapes are not.
#pragma once

#include "result/document.h"

namespace pbb::result {

Document FullSample();      // two sizes, both ops, every status, every kind of footnote; complete
Document BaselineSample();  // what FullSample's machine gave before: one cell less, one more, other figures
Document QuickSample();     // one launch: no interval
Document BareSample();      // --verify-only: no figures at all
Document OddNamesSample();  // quotes, backslashes, pipes, control bytes, bytes that are no UTF-8, from another machine

}  // namespace pbb::result
