// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tileport::mutate {

/// Numbers that follow from the seed alone, on every platform and compiler (SplitMix64). Never draw twice in the arguments
/// of one call: their order is the compiler's.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  /// 0 to count - 1; count is at least 1.
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(next() % count); }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <class T>
  const T &pick(const std::vector<T> &items) {
    return items[below(items.size())];
  }
  template <class T>
  void shuffle(std::vector<T> &items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  std::uint64_t state_;
};

}  // namespace tileport::mutate
