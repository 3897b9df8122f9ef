// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/flat.h"

#include <algorithm>
#include <bit>

namespace tileport::align {

std::uint64_t ListIndex::hash(std::span<const std::uint32_t> list) {
  std::uint64_t hash = list.size();
  for (std::uint32_t n : list) {
    hash = (hash ^ n) * 0x9E3779B97F4A7C15ull;
    hash ^= hash >> 29;
  }
  // The index looks at the upper half, which a multiplication mixes best.
  return hash * 0xBF58476D1CE4E5B9ull;
}

bool ListIndex::equals(const Entry &entry, std::span<const std::uint32_t> list) const {
  return entry.count == list.size() && std::equal(list.begin(), list.end(), numbers_.begin() + static_cast<std::ptrdiff_t>(entry.first));
}

std::size_t NumberSet::next(std::size_t from) const {
  std::size_t at = from / 64;
  if (at >= words_.size()) return kEnd;
  std::uint64_t word = words_[at] & ~std::uint64_t{0} << from % 64;
  while (word == 0)
    if (++at == words_.size()) return kEnd;
    else word = words_[at];
  return 64 * at + static_cast<std::size_t>(std::countr_zero(word));
}

}  // namespace tileport::align
