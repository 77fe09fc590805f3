// Seeded randomness that gives the same numbers on every platform: a generator, and a shuffle of 0..n-1.
#pragma once

#include <cstdint>

namespace pbb {

// SplitMix64 (Steele, Lea, Flood 2014): one state word, any seed is as good as another.
class SplitMix64 {
 public:
  explicit SplitMix64(uint64_t seed) : state_(seed) {}

  uint64_t Next() {
    uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

 private:
  uint64_t state_;
};

// A bijection on 0..size-1 that looks random: it makes "a new value each time" a counter, with nothing to remember. A
// Feistel network over the next even number of bits, walked until the result is below `size` (Black and Rogaway 2002).
// A linear step would be shorter, but some seeds give it few different leading digits.
class Permutation {
 public:
  // `size` >= 1.
  Permutation(uint64_t size, SplitMix64& random) : size_(size) {
    while (half_bits_ < 32 && (size - 1) >> (2 * half_bits_) != 0) ++half_bits_;
    for (uint64_t& key : keys_) key = random.Next();
  }

  // `index` < size().
  uint64_t operator()(uint64_t index) const {
    do {
      index = Shuffle(index);
    } while (index >= size_);
    return index;
  }

  uint64_t size() const { return size_; }

 private:
  uint64_t Shuffle(uint64_t value) const {
    const uint64_t mask = (uint64_t{1} << half_bits_) - 1;
    uint64_t left = value >> half_bits_;
    uint64_t right = value & mask;
    for (const uint64_t key : keys_) {
      const uint64_t mixed = left ^ (SplitMix64(key ^ right).Next() & mask);
      left = right;
      right = mixed;
    }
    return left << half_bits_ | right;
  }

  uint64_t size_;
  unsigned half_bits_ = 1;
  uint64_t keys_[4];
};

}  // namespace pbb
